/**
 * Migrating an SQLite file, alone or with another process on it, and the contents that this version refuses to read.
 */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { ApiKeyHash } from "@vintem/domain/access"
import { ProductId } from "@vintem/domain/catalogue"
import { CompanyId, CustomerId, OrderNumber, SavedCardToken } from "@vintem/domain/identifiers"
import { fold } from "@vintem/domain/machine"
import { evolve, type Order, orderMachine, placed } from "@vintem/domain/order"
import {
  ApiKeyRepository,
  BatchRepository,
  CheckoutRepository,
  CompanyRepository,
  CouponRepository,
  CustomerRepository,
  firstPage,
  OrderRepository,
  PaymentLinkRepository,
  ProductRepository,
  ReminderRuleRepository,
  SavedCardRepository,
  SheetMappingRepository,
  StorageUnavailable,
  SubscriptionRepository,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { exampleAttemptKey, exampleNow, histories } from "@vintem/testing"
import BetterSqlite from "better-sqlite3"
import { Effect, Layer, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Settings from "../src/sql/engine/settings.ts"
import { migrate, openDatabase } from "../src/sql/sqlite/database.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { codeOfCoupon, setUp, slugOfCheckout, tokenOfRule } from "./sqlite-catalogue.ts"
import { freshFile, lookAt } from "./sqlite-file.ts"
import { slugOfLink, storeLinks, tokenOfBatch } from "./sqlite-payment-links.ts"
import { databaseModule, endOf, startProcess } from "./sqlite-processes.ts"
import { openShop, paymentBegins, storeOrder, uuid } from "./sqlite-shop.ts"
import { firstOrderOfSubscription, tokenOfSubscription, updateSubscription } from "./sqlite-subscriptions.ts"

// The stored data, and how it can be damaged

const company = CompanyId.make(1)
const customer = CustomerId.make(1)
const order = OrderNumber.make("EXEMPLO1")
const token = SavedCardToken.make(uuid(1))
const hash = ApiKeyHash.make("0".repeat(64))

/** One of each, the first of its kind. */
const everything = Effect.gen(function* () {
  const keys = yield* ApiKeyRepository
  const cards = yield* SavedCardRepository
  yield* storeOrder(1, yield* openShop, paymentBegins(1))
  yield* keys.add({
    company,
    name: "loja",
    hash,
    lastDigits: "abcd",
    scopes: ["orders:read"],
    expiresAt: null,
    lastUsedAt: null,
    createdAt: exampleNow,
  })
  yield* setUp({ company }, 1)
  yield* storeLinks({ company }, 1)
  yield* updateSubscription({ company }, 1)
  yield* cards.add({
    token,
    company,
    customer,
    acquirerToken: "card_1",
    brand: "visa",
    firstDigits: "424242",
    lastDigits: "4242",
    createdAt: exampleNow,
  })
})

const findOrder = Effect.flatMap(OrderRepository, (orders) => orders.find(company, order))
const findByAttempt = Effect.flatMap(OrderRepository, (orders) => orders.findByAttempt(company, exampleAttemptKey(1)))
const listOrders = Effect.flatMap(OrderRepository, (orders) => orders.list(company, {}, { page: firstPage, size: 15 }))
const history = Effect.flatMap(OrderRepository, (orders) => orders.history(company, order))
const findCompany = Effect.flatMap(CompanyRepository, (companies) => companies.find(company))
const findCustomer = Effect.flatMap(CustomerRepository, (customers) => customers.find(company, customer))
const authenticate = Effect.flatMap(ApiKeyRepository, (keys) => keys.authenticate(hash))
const findCard = Effect.flatMap(SavedCardRepository, (cards) => cards.find(company, token))
const findProduct = Effect.flatMap(ProductRepository, (products) => products.find(company, ProductId.make(1)))
const findCheckout = Effect.flatMap(CheckoutRepository, (checkouts) => checkouts.find(company, slugOfCheckout(1)))
const findCoupon = Effect.flatMap(CouponRepository, (coupons) => coupons.find(company, codeOfCoupon(1)))
const findSheets = Effect.flatMap(SheetMappingRepository, ({ find }) => find(company))
const findRule = Effect.flatMap(ReminderRuleRepository, (rules) => rules.find(company, tokenOfRule(1)))
const findWebhook = Effect.flatMap(WebhookEndpointRepository, (webhooks) => webhooks.find(company))
const findLink = Effect.flatMap(PaymentLinkRepository, (links) => links.find(company, slugOfLink(1)))
const listLinks = Effect.flatMap(PaymentLinkRepository, (links) => links.list(company, { page: firstPage, size: 15 }))
const linkHistory = Effect.flatMap(PaymentLinkRepository, (links) => links.history(company, slugOfLink(1)))
const findBatch = Effect.flatMap(BatchRepository, (batches) => batches.find(company, tokenOfBatch(1)))
const wholeBatch = { after: 0, limit: 15 }
const items = Effect.flatMap(BatchRepository, (batches) => batches.items(company, tokenOfBatch(1), wholeBatch))
const failures = Effect.flatMap(BatchRepository, (batches) => batches.failures(company, tokenOfBatch(1), wholeBatch))
const batchHistory = Effect.flatMap(BatchRepository, (batches) => batches.history(company, tokenOfBatch(1)))
const subscribed = tokenOfSubscription(1)
const findSubscription = Effect.flatMap(SubscriptionRepository, ({ find }) => find(company, subscribed))
const findSubscriptionByOrder = Effect.flatMap(SubscriptionRepository, ({ findByFirstOrder }) =>
  findByFirstOrder(company, firstOrderOfSubscription(1)),
)
const listSubscriptions = Effect.flatMap(SubscriptionRepository, ({ list }) =>
  list(company, {}, { page: firstPage, size: 15 }),
)
const subscriptionHistory = Effect.flatMap(SubscriptionRepository, (all) => all.history(company, subscribed))

const suspend = "pragma ignore_check_constraints = on; update subscription set status = 'suspended'"

const teleport = "update orders set status = 'teleported'"

interface Damage {
  readonly damage: string
  readonly read: Effect.Effect<unknown, StorageUnavailable, Layer.Success<ReturnType<typeof stores>>>
  /** The unreadable part, in the failure's words. */
  readonly names: string
}

const damages: ReadonlyArray<Damage> = [
  { damage: teleport, read: findOrder, names: "Status teleported of order EXEMPLO1" },
  { damage: teleport, read: findByAttempt, names: "Status teleported of order EXEMPLO1" },
  { damage: teleport, read: listOrders, names: "Status teleported of order EXEMPLO1" },
  { damage: "update orders set status = 'paid'", read: findOrder, names: "Status paid of order EXEMPLO1" },
  {
    damage: "update orders set details = json_set(details, '$.origin', 'fax')",
    read: findOrder,
    names: "Order EXEMPLO1",
  },
  {
    damage: "update orders set progress = json_set(progress, '$.attempts[0].facts', json_array('teleported'))",
    read: findOrder,
    names: "Order EXEMPLO1",
  },
  { damage: "update orders set progress = '{'", read: listOrders, names: "Order EXEMPLO1" },
  {
    damage: "update order_event set body = json_set(body, '$._tag', 'Teleported') where sequence = 2",
    read: history,
    names: "An event of order EXEMPLO1",
  },
  { damage: "update company set fees = '[]'", read: findCompany, names: "Company 1" },
  {
    damage: "update company set pages = json_set(pages, '$.bgColor', 'red')",
    read: findCompany,
    names: "Company 1",
  },
  { damage: "update company set fees = '[]'", read: authenticate, names: "Company 1" },
  { damage: "update api_key set created_at = -1", read: authenticate, names: "API key 1" },
  { damage: "update customer set email = 'nowhere'", read: findCustomer, names: "Customer 1" },
  { damage: "update saved_card set brand = 'none'", read: findCard, names: "saved card of customer 1" },
  { damage: "update product set unit_price = -1", read: findProduct, names: "Product 1" },
  {
    damage: "update checkout set recurrence = json_set(recurrence, '$.every', 'century')",
    read: findCheckout,
    names: "Checkout checkout-1 of company 1",
  },
  { damage: "update checkout set quantity = 0", read: findCheckout, names: "Checkout checkout-1 of company 1" },
  { damage: "update coupon set percent = null", read: findCoupon, names: "Coupon 1" },
  { damage: "update coupon set uses = -1", read: findCoupon, names: "Coupon 1" },
  { damage: "update reminder_rule set reminders = '[]'", read: findRule, names: `Reminder rule ${tokenOfRule(1)}` },
  { damage: "update sheet_mapping set mappings = '[[]]'", read: findSheets, names: "The sheets of company 1" },
  { damage: "update webhook_endpoint set secret = 'none'", read: findWebhook, names: "The webhook of company 1" },
  { damage: "update webhook_endpoint set retired = '['", read: findWebhook, names: "The webhook of company 1" },
  { damage: "update webhook_endpoint set disabled = '{'", read: findWebhook, names: "The webhook of company 1" },
  { damage: "update checkout set recurrence = '{'", read: findCheckout, names: "Checkout checkout-1 of company 1" },
  {
    damage: "update payment_link set terms = json_set(terms, '$.amount', 0)",
    read: findLink,
    names: `Payment link ${slugOfLink(1)}`,
  },
  { damage: "update payment_link set progress = '{'", read: listLinks, names: `Payment link ${slugOfLink(1, 1)}` },
  { damage: "update payment_link set removed_at = -1", read: findLink, names: `Payment link ${slugOfLink(1)}` },
  {
    damage: "update payment_link_event set body = json_set(body, '$._tag', 'Teleported')",
    read: linkHistory,
    names: `An event of payment link ${slugOfLink(1)}`,
  },
  {
    damage: "update batch set progress = json_set(progress, '$.total', 'many')",
    read: findBatch,
    names: `Batch ${tokenOfBatch(1)}`,
  },
  { damage: "update batch_item set entry = '{}'", read: items, names: `Item 1 of batch ${tokenOfBatch(1)}` },
  {
    damage: "update batch_item set failure = 'mood' where failure is not null",
    read: failures,
    names: `Item 2 of batch ${tokenOfBatch(1)}`,
  },
  {
    damage: "update batch_event set body = json_set(body, '$.at', -1) where sequence = 3",
    read: batchHistory,
    names: `An event of batch ${tokenOfBatch(1)}`,
  },
  { damage: suspend, read: findSubscription, names: `Status suspended of subscription ${subscribed}` },
  { damage: suspend, read: findSubscriptionByOrder, names: `Status suspended of subscription ${subscribed}` },
  { damage: suspend, read: listSubscriptions, names: `Status suspended of subscription ${subscribed}` },
  {
    damage: "update subscription set status = 'canceled'",
    read: findSubscription,
    names: `Status canceled of subscription ${subscribed}`,
  },
  {
    damage: "update subscription set details = json_set(details, '$.recurrence.every', 'century')",
    read: findSubscription,
    names: `Subscription ${subscribed}`,
  },
  {
    damage: "update subscription set progress = json_set(progress, '$.means._tag', 'cheque')",
    read: listSubscriptions,
    names: `Subscription ${subscribed}`,
  },
  {
    damage: "update subscription_event set body = json_set(body, '$._tag', 'Teleported') where sequence = 2",
    read: subscriptionHistory,
    names: `An event of subscription ${subscribed}`,
  },
]

describe("a database file", () => {
  it("is created if there is none, with every table and no pending migration", () =>
    onFreshFile(async (file) => {
      await migrate(file)
      const { pending, schema } = lookAt(file)
      expect(pending).toStrictEqual([])
      expect(schema.join("\n")).toContain("CREATE TABLE orders")
    }))

  it("knows what it lacks before it is migrated", () =>
    onFreshFile(async (file) => {
      const { pending } = lookAt(file)
      expect(pending.length).toBeGreaterThan(0)
      expect(pending).toStrictEqual(pending.toSorted())
      const told = Effect.flatMap(SqliteStorage.SqliteDatabase, ({ pendingMigrations }) => pendingMigrations)
      expect(await Effect.runPromise(Effect.provide(told, SqliteStorage.layerUnmigrated(file)))).toStrictEqual(pending)
      expect(await Effect.runPromise(Effect.provide(told, SqliteStorage.layer(file)))).toStrictEqual([])
    }))

  it("stays unchanged, with its data, when it is migrated again", () =>
    onFreshFile(async (file) => {
      await Effect.runPromise(Effect.provide(openShop, stores(file)))
      const before = lookAt(file)
      await migrate(file)
      expect(lookAt(file)).toStrictEqual(before)
      expect(before.companies).toBe(1)
    }))

  it("is migrated once, however many connections of a process begin together", () =>
    onFreshFile(async (file) => {
      await migrate(`${file}-alone`)
      await Promise.all(Array.from({ length: 4 }, () => Promise.resolve(file).then(migrate)))
      expect(lookAt(file)).toStrictEqual(lookAt(`${file}-alone`))
    }))

  it("waits for a process that is writing", () =>
    onFreshFile(async (file) => {
      const writer = await startProcess(
        `const { openDatabase } = await import(${databaseModule})
         const open = openDatabase(file)
         open.exec("begin immediate")
         await ready()
         setTimeout(() => { open.exec("create table theirs (x); commit"); open.close() }, 100)`,
        file,
      )
      writer.stdin?.end("go")
      await migrate(file)
      expect(await endOf(writer)).toStrictEqual({ code: 0, complaint: "" })
      const { pending, schema } = lookAt(file)
      expect(pending).toStrictEqual([])
      expect(schema).toContain("CREATE TABLE theirs (x)")
    }))

  it("is given up, untouched, if that takes too long", () =>
    onFreshFile(async (file) => {
      const writer = openDatabase(file)
      writer.exec("begin immediate")
      await expect(migrate(file, 1)).rejects.toMatchObject({ code: "SQLITE_BUSY" })
      writer.exec("rollback")
      writer.close()
      expect(lookAt(file).schema).toStrictEqual([])
      await migrate(file)
      expect(lookAt(file).pending).toStrictEqual([])
    }))

  it("stays unchanged if a migration fails half-way", () =>
    onFreshFile(async (file) => {
      const raw = openDatabase(file)
      raw.exec("create table setting (in_the_way)")
      raw.close()
      const before = lookAt(file)
      await expect(migrate(file)).rejects.toThrow("setting")
      expect(lookAt(file)).toStrictEqual(before)
    }))

  it("is refused if a later version has migrated it", () =>
    onFreshFile(async (file) => {
      await migrate(file)
      writeTo(file, "insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')")
      expect(await failureToOpen(file)).toMatchObject({ fault: "corrupt", operation: "sqlite.open" })
    }))

  it("is refused if it is no database", () =>
    onFreshFile(async (file) => {
      await writeFile(file, "not a database\n".repeat(100))
      expect(await failureToOpen(file)).toMatchObject({ fault: "corrupt", operation: "sqlite.open" })
    }))

  it("is refused if there is no folder for it", () =>
    onFreshFile(async (file) => {
      const failure = await failureToOpen(join(file, "vintem.db"))
      expect(failure).toMatchObject({ fault: "unreachable", operation: "sqlite.open" })
    }))

  it("books: returns every order, and a log that folds to it, after it was closed and opened again", () =>
    fc.assert(
      fc.asyncProperty(lifelogs, ({ placing, saves }) =>
        onFreshFile(async (file) => {
          const written = await Effect.runPromise(
            Effect.gen(function* () {
              const orders = yield* OrderRepository
              const opening = { ...placing, details: { ...placing.details, ...(yield* openShop) } }
              let order: Order = placed(opening)
              yield* orders.add(order, [opening])
              for (const changes of saves) {
                const before: Order = order
                order = changes.reduce(evolve, before)
                yield* orders.save(before, order, changes)
              }
              return order
            }).pipe(Effect.provide(stores(file))),
          )
          await Effect.runPromise(
            Effect.gen(function* () {
              const orders = yield* OrderRepository
              const { company, number } = written.details
              expect(Option.map(yield* orders.find(company, number), ({ order }) => order)).toStrictEqual(
                Option.some(written),
              )
              expect(fold(orderMachine, yield* orders.history(company, number))).toStrictEqual(written)
            }).pipe(Effect.provide(stores(file))),
          )
        }),
      ),
      { numRuns: 20 },
    ))

  it("keeps the first value of a setting for every process that opens it, and another under another name", () =>
    onFreshFile(async (file) => {
      const keep = (name: string, value: string) =>
        Effect.runPromise(
          Effect.flatMap(Settings.Settings, (settings) => settings.keep(name, value)).pipe(
            Effect.provide(Settings.layer.pipe(Layer.provide(SqliteStorage.layer(file)))),
          ),
        )
      expect(await keep("one", "first")).toBe("first")
      expect(await keep("one", "second")).toBe("first")
      expect(await keep("another", "second")).toBe("second")
    }))
})

describe("data that this version did not write", () => {
  it.each(damages)("is not guessed at: $damage", ({ damage, names, read }) =>
    onFreshFile(async (file) => {
      await Effect.runPromise(Effect.provide(everything, stores(file)))
      expect(await Effect.runPromise(Effect.provide(Effect.exit(read), stores(file)))).toMatchObject({
        _tag: "Success",
      })
      writeTo(file, damage)
      const failure = await Effect.runPromise(Effect.provide(Effect.flip(read), stores(file)))
      expect(failure).toBeInstanceOf(StorageUnavailable)
      expect(failure).toMatchObject({ fault: "corrupt", cause: { message: expect.stringContaining(names) } })
    }),
  )
})

// Files and processes

const onFreshFile = (test: (file: string) => Promise<void>): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(freshFile, (file) => Effect.promise(() => test(file)))))

const stores = (file: string) => KyselyStorage.layerNoDeps.pipe(Layer.provide(SqliteStorage.layer(file)))

const failureToOpen = (file: string) =>
  Effect.runPromise(Effect.flip(Effect.provide(Effect.void, SqliteStorage.layer(file))))

const writeTo = (file: string, sql: string): void => {
  const raw = new BetterSqlite(file)
  raw.exec(sql)
  raw.close()
}

/** Whole histories, as the changes to save one after the other: plain objects, which stores return. */
const lifelogs = histories.map(({ cast, steps }) =>
  structuredClone({
    placing: cast.placing,
    saves: steps.map(({ changes }) => changes).filter((changes) => changes.length > 0),
  }),
)
