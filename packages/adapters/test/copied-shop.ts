/** Databases to copy: a shop with rows in every table, and a database's whole content, for comparison. */

import { ApiKeyHash } from "@vintem/domain/access"
import { instant, LocalDate } from "@vintem/domain/calendar"
import { RefundKey, SavedCardToken } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import {
  ApiKeyRepository,
  ChargeBooks,
  IdempotencyStore,
  JobQueue,
  MailCounts,
  PersonalData,
  ReminderLog,
  SavedCardRepository,
  type StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { attemptReported, exampleAttemptKey, exampleNow, orderCanceled } from "@vintem/testing"
import { Effect, Layer } from "effect"
import { type RawBuilder, sql } from "kysely"
import { copiedTables } from "../src/sql/copy/copied-tables.ts"
import { type Copied, postgresDatabase, sqliteFile } from "../src/sql/copy/copy-side.ts"
import { copySetting } from "../src/sql/copy/table-rows.ts"
import { Executor } from "../src/sql/engine/executor.ts"
import * as Settings from "../src/sql/engine/settings.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { emptyDatabase, freshDatabase } from "./postgres-database.ts"
import { countCardAttempts } from "./sqlite-card-attempts.ts"
import { setUp, tokenOfRule } from "./sqlite-catalogue.ts"
import { freshFile } from "./sqlite-file.ts"
import { slugOfLink, storeLinks } from "./sqlite-payment-links.ts"
import { storePeople } from "./sqlite-people.ts"
import { openShop, paymentBegins, storeOrder, uuid } from "./sqlite-shop.ts"
import { updateSubscription } from "./sqlite-subscriptions.ts"
import { storeDeliveries } from "./sqlite-webhooks.ts"

/** Databases of an engine that live as long as a scope: a migrated one, and one without tables. */
export const engines = {
  SQLite: { fresh: Effect.map(freshFile, sqliteFile), empty: Effect.map(freshFile, sqliteFile) },
  PostgreSQL: {
    fresh: Effect.map(freshDatabase, postgresDatabase),
    empty: Effect.map(emptyDatabase, postgresDatabase),
  },
} as const

/** How many of each numbered object there are. */
export const kept = 7

/** Uses a migrated database with every store. */
export const using = <A, E>(
  { upToDate }: Copied,
  work: Effect.Effect<A, E, Layer.Success<typeof stores> | Executor | UnitOfWork>,
): Effect.Effect<A, E | StorageUnavailable> =>
  Effect.provide(work, Layer.fresh(stores).pipe(Layer.provideMerge(upToDate)))

const stores = Layer.mergeAll(KyselyStorage.layerNoDeps, Settings.layer)

/** Runs statements directly on a database, past the service. */
export const sqlOn = ({ asItIs }: Copied, ...statements: ReadonlyArray<RawBuilder<unknown>>) =>
  Effect.gen(function* () {
    const { dialect, write } = yield* Executor
    yield* Effect.forEach(statements, (statement) => write("test", statement.compile(dialect.build)))
  }).pipe(Effect.provide(asItIs))

/** A shop, and `kept` of everything. */
export const fill = (database: Copied) =>
  using(
    database,
    Effect.gen(function* () {
      const units = yield* UnitOfWork
      const shop = yield* openShop
      for (let n = 1; n <= kept; n++) yield* units.commit(keep(n, shop))
      const jobs = yield* JobQueue
      const [first] = yield* jobs.claim({
        queue: "work",
        lease: "old",
        now: instant(1_000),
        until: instant(2_000),
        limit: 1,
      })
      if (first !== undefined)
        yield* jobs.settle(first.company, "old", [{ _tag: "Dead", job: first.id, reason: "gone", at: exampleNow }])
    }),
  )

const keep = Effect.fnUntraced(function* (n: number, shop: Effect.Success<typeof openShop>) {
  const { company, customerId } = shop
  const keys = yield* ApiKeyRepository
  const idempotency = yield* IdempotencyStore
  const cards = yield* SavedCardRepository
  const reminders = yield* ReminderLog
  const mails = yield* MailCounts
  const settings = yield* Settings.Settings
  const queue = yield* JobQueue
  const { product } = yield* setUp({ company }, n)
  const item = {
    title: `Ação “${n}” 💳`,
    sku: "curso",
    productId: product.id,
    unitPrice: product.unitPrice,
    priceCost: null,
    quantity: 1,
  }
  yield* storeOrder(
    n,
    { ...shop, items: [item] },
    ...(n % 2 === 0 ? [orderCanceled] : [paymentBegins(n), attemptReported(1, n % 3 === 0 ? "confirmed" : "refused")]),
  )
  yield* storeLinks({ company }, n)
  yield* updateSubscription({ company }, n)
  yield* storeDeliveries({ company }, n)
  yield* countCardAttempts(n)
  const books = yield* ChargeBooks
  const charge = exampleAttemptKey(n)
  yield* books.fence(company, charge)
  yield* books.openRefund({ company, key: RefundKey.make(`r${n}`), charge, amount: centavos(n) })
  yield* storePeople({ company }, n)
  const hash = ApiKeyHash.make(n.toString(16).padStart(64, "0"))
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
  yield* cards.add({
    token: SavedCardToken.make(uuid(n)),
    company,
    customer: customerId,
    acquirerToken: `card_${n}`,
    brand: "visa",
    firstDigits: "424242",
    lastDigits: "4242",
    createdAt: exampleNow,
  })
  const { begin, note } = yield* PersonalData
  yield* note([{ company, customer: customerId, at: exampleNow }])
  yield* begin({ company, customer: customerId, at: exampleNow })
  yield* reminders.take({ company, link: slugOfLink(n), rule: tokenOfRule(n), day: LocalDate.make("2026-03-01") })
  yield* mails.take(
    { recipient: `recipient ${n}`, kind: "reminder", cap: "company", day: LocalDate.make("2026-03-01") },
    5,
  )
  yield* idempotency.claim({
    company: n % 2 === 0 ? company : null,
    // Letters of either case: engines order them differently.
    scope: n % 2 === 0 ? "Empresa" : "empresa",
    key: `${n % 3 === 0 ? "á" : "Z"}-${n}`,
    fingerprint: "f",
    now: exampleNow,
    aliveAt: 1,
    aliveUntil: 2,
  })
  yield* settings.keep(n === 1 ? "secret_key_check" : `setting-${n}`, `value-${n}`)
  const job = { queue: "work", kind: "Look", company, orderingKey: null, dueAt: instant(1_000), payload: "{}" } as const
  yield* queue.enqueue([{ ...job, name: `kept ${n}` }])
})

/** A database's whole content, table by table: each row as text, sorted. */
export const contentsOf = (database: Copied) =>
  using(
    database,
    Effect.gen(function* () {
      const { dialect, read } = yield* Executor
      const contents: Record<string, ReadonlyArray<string>> = {}
      for (const { name, sums } of copiedTables) {
        if (sums !== null) {
          const counts = sql<Counted>`select * from ${sql.table(name)} where count <> 0`
          contents[name] = summed(yield* read("test", counts.compile(dialect.build)))
          continue
        }
        const rows = yield* read("test", sql<object>`select * from ${sql.table(name)}`.compile(dialect.build))
        contents[name] = rows
          .map(textOf)
          .filter((row) => !row.includes(`["name","${copySetting}"]`))
          .toSorted()
      }
      return contents
    }),
  )

const textOf = (row: object): string =>
  JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** Sums up counts that an engine spreads over several rows. */
const summed = (rows: ReadonlyArray<Counted>): ReadonlyArray<string> => {
  const sums = new Map<string, readonly [count: number, amount: number]>()
  for (const { amount = 0, count, ...row } of rows) {
    const name = textOf(Object.fromEntries(Object.entries(row).filter(([column]) => column !== "shard")))
    const before = sums.get(name) ?? [0, 0]
    sums.set(name, [before[0] + count, before[1] + amount])
  }
  return [...sums].map(([name, sum]) => `${name} ${sum.join()}`).toSorted()
}

interface Counted {
  readonly count: number
  readonly amount?: number
}
