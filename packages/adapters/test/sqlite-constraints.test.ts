/**
 * Refusals of SQLite and the memory adapters beyond the contract: a row that names a missing one, and a log with a gap.
 * A caller cannot act on these, so they are defects, and nothing is written.
 */
import { ApiKeyHash } from "@vintem/domain/access"
import { CompanyId, CustomerId, SavedCardToken } from "@vintem/domain/identifiers"
import { placed } from "@vintem/domain/order"
import {
  ApiKeyRepository,
  CustomerRepository,
  JobQueue,
  type NewJob,
  OrderRepository,
  SavedCardRepository,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { SubscriptionStatus } from "@vintem/domain/subscription"
import { exampleCustomer, exampleNow, examplePlaced } from "@vintem/testing"
import { Effect, Exit, Layer } from "effect"
import { describe, expect, it } from "vitest"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { openShop, storeOrder, uuid } from "./sqlite-shop.ts"
import { updateSubscription } from "./sqlite-subscriptions.ts"

const nobody = CompanyId.make(404)
const noCustomer = CustomerId.make(404)
const hash = ApiKeyHash.make("0".repeat(64))
const card = {
  token: SavedCardToken.make(uuid(1)),
  acquirerToken: "card_1",
  brand: "visa",
  firstDigits: "424242",
  lastDigits: "4242",
  createdAt: exampleNow,
} as const

const stores = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(":memory:")))

const strayJob: NewJob = {
  queue: "work",
  kind: "example",
  name: "job",
  company: nobody,
  orderingKey: null,
  dueAt: exampleNow,
  payload: "{}",
}

interface Refused {
  readonly what: string
  readonly write: Effect.Effect<unknown, StorageUnavailable, Layer.Success<typeof stores>>
}

const refused: ReadonlyArray<Refused> = [
  {
    what: "an API key of no company",
    write: Effect.flatMap(ApiKeyRepository, (keys) =>
      keys.add({
        company: nobody,
        name: "loja",
        hash,
        lastDigits: "abcd",
        scopes: ["orders:read"],
        expiresAt: null,
        lastUsedAt: null,
        createdAt: exampleNow,
      }),
    ),
  },
  {
    what: "a customer of no company",
    write: Effect.flatMap(CustomerRepository, (customers) =>
      customers.put({ company: nobody, token: uuid(2), details: exampleCustomer, createdAt: exampleNow }),
    ),
  },
  {
    what: "a card of no customer",
    write: Effect.flatMap(SavedCardRepository, (cards) =>
      Effect.flatMap(openShop, ({ company }) => cards.add({ ...card, company, customer: noCustomer })),
    ),
  },
  {
    what: "an order of no company",
    write: Effect.flatMap(openShop, ({ customerId }) => storeOrder(1, { company: nobody, customerId })),
  },
  {
    what: "an order of no customer",
    write: Effect.flatMap(openShop, ({ company }) => storeOrder(1, { company, customerId: noCustomer })),
  },
  {
    what: "a job of no company",
    write: Effect.flatMap(JobQueue, (queue) => queue.enqueue([strayJob])),
  },
  {
    what: "an order with more events than its log has",
    write: Effect.flatMap(OrderRepository, (orders) =>
      Effect.flatMap(openShop, (shop) => {
        const placing = examplePlaced(shop)
        return orders.add({ ...placed(placing), version: 2 }, [placing])
      }),
    ),
  },
]

describe("SQLite", () => {
  it.each(refused)("refuses $what as a defect, and stores nothing of it", ({ write }) =>
    Effect.gen(function* () {
      const { raw } = yield* SqliteStorage.SqliteDatabase
      const rows = raw.prepare<[], number>(
        `select (select count(*) from api_key) + (select count(*) from saved_card) + (select count(*) from orders)
          + (select count(*) from order_event) + (select count(*) from job) + (select count(*) from customer where company_id = ${nobody})`,
      )
      expect(Exit.hasDies(yield* Effect.exit(write))).toBe(true)
      expect(rows.pluck().get()).toBe(0)
    }).pipe(Effect.provide(stores), Effect.runPromise),
  )

  it("refuses an unknown status of a subscription", () =>
    Effect.gen(function* () {
      const { raw } = yield* SqliteStorage.SqliteDatabase
      yield* updateSubscription(yield* openShop, 1)
      const put = raw.prepare<[string]>("update subscription set status = ?")
      for (const status of SubscriptionStatus.literals) expect(put.run(status).changes).toBe(1)
      expect(() => put.run("suspended")).toThrow("CHECK constraint failed")
    }).pipe(Effect.provide(stores), Effect.runPromise))
})
