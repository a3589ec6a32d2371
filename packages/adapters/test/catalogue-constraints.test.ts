/**
 * Rows of the catalogue that name missing others, which both stores refuse in addition to the contract. A caller cannot
 * act on these, so they are defects, and nothing is written.
 */
import { ProductId } from "@vintem/domain/catalogue"
import { CompanyId } from "@vintem/domain/identifiers"
import {
  CheckoutRepository,
  CouponRepository,
  firstPage,
  ProductRepository,
  ReminderRuleRepository,
  SheetMappingRepository,
  type StorageUnavailable,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { Effect, Exit, Layer, Option } from "effect"
import { describe, expect, it } from "vitest"
import * as MemoryStorage from "../src/memory/memory-storage.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { layerFreshDatabase } from "./postgres-database.ts"
import { codeOfCoupon, exampleWebhook, setUp, slugOfCheckout, tokenOfRule } from "./sqlite-catalogue.ts"
import { openShop } from "./sqlite-shop.ts"

const nobody = CompanyId.make(404)
const nothing = ProductId.make(404)
const page = { page: firstPage, size: 15 }

const sqlite = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(":memory:")))

const postgres = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(layerFreshDatabase))

const refused = Effect.gen(function* () {
  const shop = yield* openShop
  const products = yield* ProductRepository
  const checkouts = yield* CheckoutRepository
  const coupons = yield* CouponRepository
  const rules = yield* ReminderRuleRepository
  const sheets = yield* SheetMappingRepository
  const webhooks = yield* WebhookEndpointRepository
  const { product, checkout } = yield* setUp(shop, 1)
  const coupon = Option.getOrThrow(yield* coupons.find(shop.company, codeOfCoupon(1)))
  const rule = Option.getOrThrow(yield* rules.find(shop.company, tokenOfRule(1)))
  const writes = {
    "a product of no company": products.add({ ...product, company: nobody }),
    "a checkout of no company": checkouts.add({ ...checkout, company: nobody }),
    "a checkout of no product": checkouts.add({ ...checkout, slug: slugOfCheckout(2), product: nothing }),
    "a checkout that is to sell no product": checkouts.save({ ...checkout, product: nothing }),
    "a coupon of no company": coupons.add({ ...coupon, company: nobody }),
    "a rule of no company": rules.add({ ...rule, token: tokenOfRule(2), company: nobody }),
    "a second rule of one token": rules.add(rule),
    "a mapping of no company's sheets": sheets.put(nobody, [[{ name: "valor", field: "amount" }]]),
    "a webhook of no company": webhooks.put(exampleWebhook({ company: nobody })),
  }
  const exits = yield* Effect.forEach(Object.entries(writes), ([what, write]) =>
    Effect.map(Effect.exit<unknown, unknown, never>(write), (exit) => [what, Exit.hasDies(exit)]),
  )
  const kept = [
    (yield* products.list(nobody, page)).total,
    (yield* checkouts.list(nobody, page)).total,
    yield* checkouts.list(shop.company, page),
    (yield* coupons.list(nobody, page)).total,
    (yield* rules.list(nobody, page)).total,
    (yield* rules.list(shop.company, page)).total,
    Option.isSome(yield* webhooks.find(nobody)),
    (yield* sheets.find(nobody)).length,
  ]
  return { exits, kept, checkout }
})

const stores: ReadonlyArray<readonly [name: string, Layer.Layer<Effect.Services<typeof refused>, StorageUnavailable>]> =
  [
    ["memory", MemoryStorage.layer],
    ["SQLite", sqlite],
    ["PostgreSQL", postgres],
  ]

describe.each(stores)("%s", (_, layer) => {
  it("refuses references to nothing as defects, and stores none of it", async () => {
    const { exits, kept, checkout } = await Effect.runPromise(Effect.provide(refused, layer))
    expect(exits).toStrictEqual(exits.map(([what]) => [what, true]))
    expect(kept).toStrictEqual([0, 0, { entries: [checkout], total: 1 }, 0, 0, 1, false, 0])
  })
})
