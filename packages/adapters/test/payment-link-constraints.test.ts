/**
 * Rows of links, batches and subscriptions that name missing others, which both stores refuse in addition to the
 * contract. A caller cannot act on these, so they are defects, and nothing is written.
 */
import { CompanyId, ItemPosition } from "@vintem/domain/identifiers"
import {
  BatchRepository,
  firstPage,
  PaymentLinkRepository,
  type Stores,
  SubscriptionRepository,
} from "@vintem/domain/ports"
import { exampleBatchCreated, exampleEntries, exampleLinkCreated, exampleSubscriptionBegun } from "@vintem/testing"
import { Effect, Exit, Layer } from "effect"
import { describe, expect, it } from "vitest"
import * as MemoryStorage from "../src/memory/memory-storage.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { layerFreshDatabase } from "./postgres-database.ts"
import { storeLinks, tokenOfBatch } from "./sqlite-payment-links.ts"
import { openShop } from "./sqlite-shop.ts"

const nobody = CompanyId.make(404)
const page = { page: firstPage, size: 15 }
const sqlite = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(":memory:")))

const postgres = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(layerFreshDatabase))

const refused = Effect.gen(function* () {
  const shop = yield* openShop
  const links = yield* PaymentLinkRepository
  const batches = yield* BatchRepository
  const subscriptions = yield* SubscriptionRepository
  yield* storeLinks(shop, 1)
  const item = { token: tokenOfBatch(404), position: ItemPosition.make(1) }
  const writes = {
    "a link of no company": links.add([exampleLinkCreated({ details: { company: nobody } })]),
    "a link of no batch": links.add([exampleLinkCreated({ details: { company: shop.company, batch: item } })]),
    "a batch of no company": batches.add(
      exampleBatchCreated(1, { company: nobody, token: tokenOfBatch(2) }),
      exampleEntries(1),
    ),
    "a subscription of no company": subscriptions.add(exampleSubscriptionBegun({ company: nobody })),
  }
  const exits = yield* Effect.forEach(Object.entries(writes), ([what, write]) =>
    Effect.map(Effect.exit(write), (exit) => [what, Exit.hasDies(exit)]),
  )
  const totals = yield* Effect.forEach([shop.company, nobody], (company) =>
    Effect.all([
      Effect.map(links.list(company, page), ({ total }) => total),
      Effect.map(batches.list(company, page), ({ total }) => total),
      Effect.map(subscriptions.list(company, {}, page), ({ total }) => total),
    ]),
  )
  return { exits, totals }
})

const stores: ReadonlyArray<readonly [string, Layer.Layer<Stores, unknown>]> = [
  ["memory", MemoryStorage.layer],
  ["SQLite", sqlite],
  ["PostgreSQL", postgres],
]

describe.each(stores)("%s", (_, layer) => {
  it("refuses references to nothing as defects, and stores none of it", async () => {
    const { exits, totals } = await Effect.runPromise(Effect.provide(refused, layer))
    expect(exits).toStrictEqual(exits.map(([what]) => [what, true]))
    expect(totals).toStrictEqual([
      [2, 1, 0],
      [0, 0, 0],
    ])
  })
})
