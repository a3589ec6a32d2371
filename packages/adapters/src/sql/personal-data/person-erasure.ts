/**
 * Erases one customer in pieces: part of personal-data.ts.
 *
 * A row records that it has begun. Each piece is a unit of some milliseconds, and other units run in between. Orders
 * come first: the person's data in them is stored as clues. The clues find links, entries of batches and stored
 * answers. This repeats until nothing new is found. The last piece checks once more, overwrites the customer, and
 * deletes the row and the clues. A purchase under the document before that belongs to this customer; afterwards, to a
 * new one.
 *
 * @see docs/decisions/storage.md#0335
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { erasedAnswer, isErasedPerson, type KnownPerson } from "@vintem/domain/personal-data"
import type {
  Commit,
  EndedErasure,
  ErasedCounts,
  ErasedCustomer,
  Erasure,
  ErasureSteps,
  StorageUnavailable,
} from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { sql } from "kysely"
import { erasedInLog } from "../engine/erased-in-log.ts"
import type { Executor } from "../engine/executor.ts"
import { readerOfJson } from "../engine/stored-value.ts"
import { orderFromRow, orderRowColumns } from "../orders/order-row.ts"
import { tellsOf } from "./answers-about.ts"
import { customerOf } from "./customer-of.ts"
import { erasedRows } from "./erased-rows.ts"
import { type Clue, cluesOf, erasureClues } from "./erasure-clues.ts"
import { filledIn } from "./filled-in.ts"
import { ownEntries } from "./person-entries.ts"
import { linksToLookAt, ownLinks } from "./person-links.ts"
import { valuesInPieces } from "./values-in-pieces.ts"

/** How many orders, links, entries or answers one unit rewrites: some ten milliseconds. */
const rowsAtOnce = 50
/** How many answers are read at once. */
const answersAtOnce = 500
/** How many scopes are searched at once. */
const scopesAtOnce = 100

const operation = "personalData.erase"

/** How far an erasure is. */
interface Progress {
  readonly at: Instant
  readonly ordersAfter: number
  readonly counts: ErasedCounts
}

const none: ErasedCounts = { orders: 0, subscriptions: 0, links: 0, entries: 0, webhooks: 0, answers: 0, cards: 0 }

/** The result of one piece: its counts, and how far it came with the orders. */
interface Piece {
  readonly counts?: Partial<ErasedCounts>
  readonly ordersAfter?: number
}

/** @param note - records the erased customer, as part of a unit */
export const personErasure = (
  executor: Executor["Service"],
  commit: Commit,
  note: (erased: ErasedCustomer) => Effect.Effect<unknown, StorageUnavailable>,
) => {
  const { build, lockForUpdate } = executor.dialect
  const cluesFor = erasureClues(executor)

  /**
   * Part of a unit. A unit that places an order of this customer locks the row, too: so none is being placed now, and
   * later ones have later ids.
   */
  const hold = (company: CompanyId, customer: CustomerId) =>
    executor.read(
      operation,
      lockForUpdate(
        build.selectFrom("customer").select("id").where("id", "=", customer).where("company_id", "=", company),
      ).compile(),
    )

  const progressOf = (company: CompanyId, customer: CustomerId) =>
    Effect.flatMap(
      executor.read(
        operation,
        build
          .selectFrom("erasure_begun")
          .select(["at", "orders_after", "counts"])
          .where("company_id", "=", company)
          .where("customer_id", "=", customer)
          .compile(),
      ),
      ([row]): Effect.Effect<Progress | null, StorageUnavailable> =>
        row === undefined
          ? Effect.succeed(null)
          : Effect.map(readCounts(operation, "The counts of an erasure", row.counts), (counts) => ({
              at: instant(row.at),
              ordersAfter: row.orders_after,
              counts,
            })),
    )

  const begin = Effect.fnUntraced(function* ({ at, company, customer }: Erasure) {
    yield* hold(company, customer)
    const person = yield* customerOf(executor, operation, company, customer)
    if (person === null) return false
    yield* executor.write(
      operation,
      build
        .insertInto("erasure_begun")
        .values({ company_id: company, customer_id: customer, at, orders_after: 0, counts: JSON.stringify(none) })
        .onConflict((conflict) => conflict.doNothing())
        .compile(),
    )
    if (!isErasedPerson(person.details)) yield* cluesFor(company, customer).add(cluesOf(person.details))
    return true
  }, commit)

  const erase = <R>(erasure: Erasure, steps: ErasureSteps<R>) =>
    Effect.gen(function* () {
      const { company, customer } = erasure
      const clues = cluesFor(company, customer)
      const rows = erasedRows(executor, company, customer)
      let seen: Progress | null = null

      /** One unit of the erasure. @returns null if the erasure has ended */
      const piece = <A extends Piece, E, R2>(work: (progress: Progress) => Effect.Effect<A, E, R2>) =>
        Effect.andThen(
          Effect.yieldNow, // clues found meanwhile come first
          commit(
            Effect.gen(function* () {
              yield* hold(company, customer)
              const progress = yield* progressOf(company, customer)
              if (progress === null) return null
              const done = yield* work(progress)
              const after = advanced(progress, done)
              yield* executor.write(
                operation,
                build
                  .updateTable("erasure_begun")
                  .set({ orders_after: after.ordersAfter, counts: JSON.stringify(after.counts) })
                  .where("company_id", "=", company)
                  .where("customer_id", "=", customer)
                  .compile(),
              )
              return { done, after }
            }),
          ),
        ).pipe(
          Effect.map((outcome) => {
            seen = outcome?.after ?? seen
            return outcome?.done ?? null
          }),
        )

      const someOrders = piece(
        Effect.fnUntraced(function* ({ ordersAfter }) {
          const found = yield* executor.read(
            operation,
            lockForUpdate(
              build
                .selectFrom("orders")
                .select(orderRowColumns)
                .select("orders.public_key")
                .where("company_id", "=", company)
                .where("customer_id", "=", customer)
                .where("id", ">", ordersAfter)
                .orderBy("id")
                .limit(rowsAtOnce),
            ).compile(),
          )
          if (found.length === 0) return { isMore: false }
          const stored = yield* Effect.forEach(found, (row) => orderFromRow(operation, row))
          const details = stored.map(({ order }) => order.details)
          let webhooks = 0
          let answers = 0
          for (const row of found) {
            const about = yield* rows.order(row)
            webhooks += about.webhooks
            answers += about.answers
          }
          const begun = yield* rows.subscriptionsOf(found.map(({ number }) => number))
          const scopes = yield* steps.orders(details)
          yield* clues.add([
            ...details
              .filter((order) => !isErasedPerson(order.customer))
              .flatMap((order): ReadonlyArray<Clue> => cluesOf(order.customer)),
            ...details.flatMap(
              ({ paymentLink, publicKey, number }): ReadonlyArray<Clue> => [
                { kind: "named in answers", value: number },
                { kind: "named in answers", value: publicKey },
                ...(paymentLink === undefined ? [] : [{ kind: "paid link" as const, value: paymentLink }]),
              ],
            ),
            ...begun.map(({ token }): Clue => ({ kind: "named in answers", value: token })),
            ...scopes.map((value): Clue => ({ kind: "scope of answers", value })),
          ])
          return {
            isMore: true,
            ordersAfter: found.at(-1)?.id ?? ordersAfter,
            counts: { orders: found.length, subscriptions: begun.length, webhooks, answers },
          }
        }),
      )

      /** @returns null if the erasure has ended */
      const allLinks = Effect.fnUntraced(function* (person: KnownPerson) {
        const paid = yield* clues.valuesOf("paid link")
        const ids = yield* linksToLookAt(executor, operation, company, { person, paidLinks: paid })
        for (const some of valuesInPieces(ids.flat(), rowsAtOnce)) {
          if ((yield* piece(() => linksAmong(person, some))) === null) return null
        }
        return yield* piece(() => Effect.as(clues.done("paid link", [...paid]), {}))
      })

      const linksAmong = Effect.fnUntraced(function* (person: KnownPerson, ids: ReadonlyArray<number>) {
        const own = yield* ownLinks(executor, operation, company, person, ids, true)
        for (const one of own) yield* rows.link(person, one, erasure.at)
        yield* clues.add(
          own.flatMap(
            ({ link: { details } }): ReadonlyArray<Clue> => [
              { kind: "named in answers", value: details.slug },
              { kind: "scope of answers", value: steps.scopeOfLink(details) },
            ],
          ),
        )
        return { counts: { links: own.length } }
      })

      /** @returns null if the erasure has ended */
      const allEntries = Effect.fnUntraced(function* (person: KnownPerson) {
        const { entries } = yield* ownEntries(executor, operation, company, person)
        for (const some of valuesInPieces(entries, rowsAtOnce)) {
          const done = yield* piece(() =>
            Effect.as(
              Effect.forEach(some, ({ row }) => rows.entry(row), { discard: true }),
              { counts: { entries: some.length } },
            ),
          )
          if (done === null) return null
        }
        return {}
      })

      /** Answers that are attached to no order. @returns null if the erasure has ended */
      const allAnswers = Effect.gen(function* () {
        const names = yield* clues.valuesOf("named in answers")
        const scopes = yield* clues.valuesOf("scope of answers")
        if (names.size === 0 && scopes.size === 0) return {}
        for (const some of valuesInPieces([...new Set([...steps.scopes, ...scopes])], scopesAtOnce)) {
          if ((yield* answersIn(some, names)) === null) return null
        }
        return yield* piece(() =>
          Effect.andThen(
            clues.done("named in answers", [...names]),
            Effect.as(clues.done("scope of answers", [...scopes]), {}),
          ),
        )
      })

      const answersIn = Effect.fnUntraced(function* (scopes: ReadonlyArray<string>, names: ReadonlySet<string>) {
        for (let after: AnswerPlace | null = { scope: "", key: "" }; after !== null; ) {
          yield* Effect.yieldNow
          const read: ReadonlyArray<AnswerPlace & { body: string | null }> = yield* executor.read(
            operation,
            build
              .selectFrom("idempotency")
              .select(["scope", "key", "body"])
              .where("company_id", "=", company)
              .where("scope", "in", scopes)
              .where(sql<boolean>`(${sql.ref("scope")}, ${sql.ref("key")}) > (${after.scope}, ${after.key})`)
              .where("order_number", "is", null)
              .orderBy("scope")
              .orderBy("key")
              .limit(answersAtOnce)
              .compile(),
          )
          const about = read.filter(({ body }) => body !== null && body !== erasedAnswer.body && tellsOf(body, names))
          for (const some of valuesInPieces(about, rowsAtOnce)) {
            const done = yield* piece(() =>
              Effect.map(Effect.forEach(some, rows.answer), (written) => ({
                counts: { answers: written.reduce((sum, { changes }) => sum + changes, 0) },
              })),
            )
            if (done === null) return null
          }
          const last: AnswerPlace | undefined = read.at(-1)
          after = read.length === answersAtOnce && last !== undefined ? last : null
        }
        return {}
      })

      /** Rows prefilled with a value of the person, even if it belongs to another person with the same value. */
      const foundByValues = Effect.fnUntraced(function* (person: KnownPerson) {
        const found = new Set<string>()
        for (const { among, values } of filledIn(executor.dialect, "payment_link_event", company, person)) {
          for (const some of valuesInPieces(values)) {
            const events = yield* executor.read(
              operation,
              build.selectFrom("payment_link_event").select(["link_id", "sequence"]).where(among(some)).compile(),
            )
            for (const { link_id, sequence } of events) found.add(`link ${link_id} ${sequence}`)
          }
        }
        for (const { among, values } of filledIn(executor.dialect, "batch_item", company, person)) {
          for (const some of valuesInPieces(values)) {
            const items = yield* executor.read(
              operation,
              build.selectFrom("batch_item").select(["batch_token", "position"]).where(among(some)).compile(),
            )
            for (const { batch_token, position } of items) found.add(`entry ${batch_token} ${position}`)
          }
        }
        return found
      })

      /** Checks once more, and ends the erasure if only the customer itself is left of the person. */
      const end = (person: KnownPerson, looked: ReadonlySet<string>) =>
        commit(
          Effect.gen(function* () {
            yield* hold(company, customer)
            const progress = yield* progressOf(company, customer)
            if (progress === null) return "ended by another" as const
            if (yield* isMoreFound(progress, person, looked)) return "more" as const
            yield* rows.customerItself()
            const cards = yield* rows.cards()
            yield* clues.forgetAll
            yield* executor.write(
              operation,
              build
                .deleteFrom("erasure_begun")
                .where("company_id", "=", company)
                .where("customer_id", "=", customer)
                .compile(),
            )
            yield* note({ company, customer, at: progress.at })
            if (executor.dialect.name === "sqlite") yield* executor.write(operation, markLog(progress))
            const outcome: EndedErasure = {
              at: progress.at,
              counts: { ...progress.counts, cards: cards.changes },
            }
            yield* steps.ended(outcome)
            return outcome
          }),
        )

      const markLog = ({ at }: Progress) =>
        build
          .insertInto("setting")
          .values({ name: erasedInLog, value: `${company} ${customer} ${at} ${erasure.at}` })
          .onConflict((conflict) => conflict.column("name").doUpdateSet((e) => ({ value: e.ref("excluded.value") })))
          .compile()

      /** Whether data arrived since this round of the erasure searched for it. */
      const isMoreFound = Effect.fnUntraced(function* (
        { ordersAfter }: Progress,
        person: KnownPerson,
        looked: ReadonlySet<string>,
      ) {
        const [order] = yield* executor.read(
          operation,
          build
            .selectFrom("orders")
            .select("id")
            .where("company_id", "=", company)
            .where("customer_id", "=", customer)
            .where("id", ">", ordersAfter)
            .orderBy("id")
            .limit(1)
            .compile(),
        )
        if (order !== undefined) return true
        for (const kind of ["paid link", "named in answers", "scope of answers"] as const) {
          if ((yield* clues.valuesOf(kind)).size > 0) return true
        }
        return [...(yield* foundByValues(person))].some((one) => !looked.has(one))
      })

      for (;;) {
        for (;;) {
          const some = yield* someOrders
          if (some === null) return seen
          if (!some.isMore) break
        }
        const person = yield* clues.person
        const looked = yield* foundByValues(person)
        for (const part of [allLinks(person), allEntries(person), allAnswers]) {
          if ((yield* part) === null) return seen
        }
        const outcome = yield* end(person, looked)
        if (outcome === "ended by another") return seen
        if (outcome !== "more") return outcome
      }
    })

  return {
    begin,
    erase,
    isUnderWay: (company: CompanyId, customer: CustomerId) =>
      Effect.map(progressOf(company, customer), (progress) => progress !== null),
  }
}

interface AnswerPlace {
  readonly scope: string
  readonly key: string
}

const advanced = ({ at, counts, ordersAfter }: Progress, done: Piece): Progress => ({
  at,
  ordersAfter: done.ordersAfter ?? ordersAfter,
  counts: {
    orders: counts.orders + (done.counts?.orders ?? 0),
    subscriptions: counts.subscriptions + (done.counts?.subscriptions ?? 0),
    links: counts.links + (done.counts?.links ?? 0),
    entries: counts.entries + (done.counts?.entries ?? 0),
    webhooks: counts.webhooks + (done.counts?.webhooks ?? 0),
    answers: counts.answers + (done.counts?.answers ?? 0),
    cards: counts.cards,
  },
})

const Count = Schema.Int

const readCounts = readerOfJson(
  Schema.Struct({
    orders: Count,
    subscriptions: Count,
    links: Count,
    entries: Count,
    webhooks: Count,
    answers: Count,
    cards: Count,
  }),
)
