/**
 * All data of one customer in SQL, to be shown and to be erased. Data is overwritten in place: rows, logs and their order stay.
 */
import { instant } from "@vintem/domain/calendar"
import { emailKey } from "@vintem/domain/customer"
import { reservedDocumentRoot } from "@vintem/domain/documents"
import { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { evolveLink, unknownCustomer } from "@vintem/domain/payment-link"
import {
  erasedAnswer,
  erasedDetails,
  erasedWebhookBody,
  erasePlaces,
  personalTables,
} from "@vintem/domain/personal-data"
import { type ErasedCustomer, type Erasure, PersonalData, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import { sql } from "kysely"
import { cardFromRow } from "../customers/saved-card-repository.ts"
import { Executor } from "../engine/executor.ts"
import { readPage } from "../engine/page.ts"
import { parsedJson } from "../engine/stored-value.ts"
import { rowFromLink } from "../links/payment-link-row.ts"
import { tellsOf } from "./answers-about.ts"
import { personGlance } from "./person-glance.ts"
import { isStillFilledIn, type PersonalRows, personalRows } from "./personal-rows.ts"

/** So many answers are read at once. */
const answersAtOnce = 500

export const layer = Layer.effect(
  PersonalData,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    const find = Effect.fnUntraced(function* (company: CompanyId, id: CustomerId) {
      const operation = "personalData.find"
      const rows = yield* personalRows(executor, operation, company, id)
      if (rows === null) return Option.none()
      const cards = yield* Effect.forEach(rows.cards, cardFromRow)
      return Option.some({
        customer: rows.customer,
        orders: rows.storedOrders,
        subscriptions: rows.storedSubscriptions,
        links: rows.links.map(({ link }) => link),
        entries: rows.entries.map(({ batch, entry, position }) => ({ batch, entry, position })),
        batches: rows.batches,
        cards: cards.map(({ acquirerToken: _secret, ...card }) => card),
      })
    })

    /**
     * Who places an order of this customer holds its row, who changes one holds the order's: both wait for this unit, or this unit waits for
     * them and then finds what they wrote.
     */
    const hold = Effect.fnUntraced(function* (company: CompanyId, customer: CustomerId) {
      const { lockForUpdate } = executor.dialect
      const person = build
        .selectFrom("customer")
        .select("id")
        .where("id", "=", customer)
        .where("company_id", "=", company)
      const [found] = yield* executor.read("personalData.hold", lockForUpdate(person).compile())
      if (found === undefined) return
      const orders = build.selectFrom("orders").select("number").where("customer_id", "=", customer).orderBy("id")
      yield* executor.read("personalData.hold", lockForUpdate(orders).compile())
    })

    const erase = Effect.fnUntraced(function* ({ at, company, customer, scopes }: Erasure) {
      const operation = "personalData.erase"
      yield* hold(company, customer)
      const rows = yield* personalRows(executor, operation, company, customer)
      if (rows === null) return null
      const erased = erasedDetails(customer)
      const without = (text: string, places: Parameters<typeof erasePlaces>[1]): string =>
        JSON.stringify(erasePlaces(parsedJson(text), places, erased))

      yield* executor.write(
        operation,
        build
          .updateTable("customer")
          .set({ ...erased, email_key: emailKey(erased.email) })
          .where("id", "=", customer)
          .where("company_id", "=", company)
          .compile(),
      )
      const webhooks = yield* eraseOrders(rows, erased.document, without)
      yield* eraseSubscriptions(rows, emailKey(erased.email), without)
      for (const link of rows.links) yield* eraseLink(link, isStillFilledIn(rows.person, link), at, without)
      for (const { row } of rows.entries) {
        yield* executor.write(
          operation,
          build
            .updateTable("batch_item")
            .set({ entry: without(row.entry, personalTables.batch_item.columns.entry) })
            .where("batch_token", "=", row.batch_token)
            .where("position", "=", row.position)
            .compile(),
        )
      }
      const answers = yield* eraseAnswers(rows, scopes)
      yield* executor.write(operation, build.deleteFrom("saved_card").where("customer_id", "=", customer).compile())
      yield* noteOne({ company, customer, at })
      return {
        orders: rows.orders.length,
        subscriptions: rows.subscriptions.length,
        links: rows.links.length,
        entries: rows.entries.length,
        webhooks,
        answers,
        cards: rows.cards.length,
      }
    }, commit)

    type Without = (text: string, places: Parameters<typeof erasePlaces>[1]) => string

    /** @returns how many webhook deliveries were about them */
    const eraseOrders = Effect.fnUntraced(function* (rows: PersonalRows, document: string, without: Without) {
      const operation = "personalData.erase"
      let webhooks = 0
      for (const { details, number, progress } of rows.orders) {
        const { columns } = personalTables.orders
        yield* executor.write(
          operation,
          build
            .updateTable("orders")
            .set({
              document,
              details: without(details, columns.details),
              progress: without(progress, columns.progress),
            })
            .where("number", "=", number)
            .compile(),
        )
        const events = yield* executor.read(
          operation,
          build.selectFrom("order_event").select(["sequence", "body"]).where("order_number", "=", number).compile(),
        )
        for (const { body, sequence } of events) {
          const rewritten = without(body, personalTables.order_event.columns.body)
          if (rewritten === body) continue
          yield* executor.write(
            operation,
            build
              .updateTable("order_event")
              .set({ body: rewritten })
              .where("order_number", "=", number)
              .where("sequence", "=", sequence)
              .compile(),
          )
        }
        const told = yield* executor.write(
          operation,
          build
            .updateTable("webhook_body")
            .set({ body: erasedWebhookBody })
            .where("delivery_id", "in", (e) =>
              e.selectFrom("webhook_delivery").select("webhook_delivery.id").where("order_number", "=", number),
            )
            .where("body", "<>", erasedWebhookBody)
            .compile(),
        )
        webhooks += told.changes
      }
      return webhooks
    })

    const eraseSubscriptions = Effect.fnUntraced(function* (rows: PersonalRows, email_key: string, without: Without) {
      const operation = "personalData.erase"
      for (const { details, id } of rows.subscriptions) {
        yield* executor.write(
          operation,
          build
            .updateTable("subscription")
            .set({ email_key, details: without(details, personalTables.subscription.columns.details) })
            .where("id", "=", id)
            .compile(),
        )
        const begun = yield* executor.read(
          operation,
          build
            .selectFrom("subscription_event")
            .select(["sequence", "body"])
            .where("subscription_id", "=", id)
            .where("type", "=", "SubscriptionBegun")
            .compile(),
        )
        for (const { body, sequence } of begun) {
          yield* executor.write(
            operation,
            build
              .updateTable("subscription_event")
              .set({ body: without(body, personalTables.subscription_event.columns.body) })
              .where("subscription_id", "=", id)
              .where("sequence", "=", sequence)
              .compile(),
          )
        }
      }
    })

    /** The event that ends it is compared with the version: a writer who has read the person in it fails, and reads again. */
    const eraseLink = Effect.fnUntraced(function* (
      { events, id, link }: PersonalRows["links"][number],
      isFilledIn: boolean,
      at: Erasure["at"],
      without: Without,
    ) {
      const operation = "personalData.erase"
      if (isFilledIn) {
        const event = { _tag: "LinkUpdated", terms: { ...link.terms, customer: unknownCustomer }, at } as const
        const row = rowFromLink(evolveLink(link, event))
        const { changes } = yield* executor.write(
          operation,
          build
            .updateTable("payment_link")
            .set({ version: row.version, terms: row.terms, progress: row.progress })
            .where("id", "=", id)
            .where("version", "=", link.version)
            .compile(),
        )
        if (changes !== 1)
          return yield* Effect.die(new Error(`Payment link ${link.details.slug} was changed meanwhile.`))
        yield* executor.write(
          operation,
          build
            .insertInto("payment_link_event")
            .values({ link_id: id, sequence: row.version, at, type: event._tag, body: JSON.stringify(event) })
            .compile(),
        )
      }
      for (const { body, sequence } of events) {
        yield* executor.write(
          operation,
          build
            .updateTable("payment_link_event")
            .set({ body: without(body, personalTables.payment_link_event.columns.body) })
            .where("link_id", "=", id)
            .where("sequence", "=", sequence)
            .compile(),
        )
      }
    })

    const eraseAnswers = Effect.fnUntraced(function* (rows: PersonalRows, scopes: ReadonlyArray<string>) {
      const operation = "personalData.erase"
      const names = new Set<string>([
        ...rows.storedOrders.flatMap(({ order: { details } }) => [details.number, details.publicKey]),
        ...rows.storedSubscriptions.map(({ details }) => details.token),
        ...rows.links.map(({ link }) => link.details.slug),
      ])
      let erased = 0
      for (const { number } of rows.orders) {
        const { changes } = yield* executor.write(
          operation,
          build
            .updateTable("idempotency")
            .set(erasedAnswer)
            .where("order_number", "=", number)
            .where("body", "is not", null)
            .where("body", "<>", erasedAnswer.body)
            .compile(),
        )
        erased += changes
      }
      for (const scope of new Set(scopes)) {
        for (let after: string | null = ""; after !== null; ) {
          const answers: ReadonlyArray<{ key: string; body: string | null }> = yield* executor.read(
            operation,
            build
              .selectFrom("idempotency")
              .select(["key", "body"])
              .where("scope", "=", scope)
              .where("key", ">", after)
              .where("order_number", "is", null)
              .orderBy("key")
              .limit(answersAtOnce)
              .compile(),
          )
          for (const { body, key } of answers) {
            if (body === null || body === erasedAnswer.body || !tellsOf(body, names)) continue
            yield* executor.write(
              operation,
              build
                .updateTable("idempotency")
                .set(erasedAnswer)
                .where("scope", "=", scope)
                .where("key", "=", key)
                .compile(),
            )
            erased += 1
          }
          after = answers.length === answersAtOnce ? (answers.at(-1)?.key ?? null) : null
        }
      }
      return erased
    })

    const noteOne = ({ at, company, customer }: ErasedCustomer) =>
      executor.write(
        "personalData.note",
        build
          .insertInto("erasure")
          .values({ company_id: company, customer_id: customer, at })
          .onConflict((conflict) =>
            conflict.columns(["company_id", "customer_id"]).doUpdateSet((e) => ({ at: e.ref("excluded.at") })),
          )
          .compile(),
      )

    const erasedFromRow = ({ at, company_id, customer_id }: ErasureRow): ErasedCustomer => ({
      company: CompanyId.make(company_id),
      customer: CustomerId.make(customer_id),
      at: instant(at),
    })

    return PersonalData.of({
      find,
      glance: (company, customer, limit) =>
        Effect.map(personGlance(executor, company, customer, limit), Option.fromNullOr),
      hold,
      erase,
      note: (all) => commit(Effect.forEach(all, noteOne, { discard: true })),
      erased: (page) =>
        readPage(
          executor,
          "personalData.erased",
          {
            count: build
              .selectFrom("erasure")
              .select((e) => e.fn.countAll<number>().as("total"))
              .compile(),
            rows: ({ limit, offset }) =>
              build
                .selectFrom("erasure")
                .selectAll()
                .orderBy("at", "desc")
                .orderBy("company_id", "desc")
                .orderBy("customer_id", "desc")
                .limit(limit)
                .offset(offset)
                .compile(),
          },
          page,
          (row: ErasureRow) => Effect.succeed(erasedFromRow(row)),
        ),
      toRepeat: (limit) =>
        Effect.map(
          executor.read(
            "personalData.toRepeat",
            build
              .selectFrom("erasure")
              .innerJoin("customer", (join) =>
                join
                  .onRef("customer.id", "=", "erasure.customer_id")
                  .onRef("customer.company_id", "=", "erasure.company_id"),
              )
              .select(["erasure.company_id", "erasure.customer_id", "erasure.at"])
              .where((e) =>
                e.or([
                  e("customer.document", "not like", reservedDocuments),
                  e.exists(
                    e
                      .selectFrom("orders")
                      .select(sql.lit(1).as("one"))
                      .whereRef("orders.customer_id", "=", "erasure.customer_id")
                      .where("orders.document", "not like", reservedDocuments),
                  ),
                ]),
              )
              .orderBy("erasure.company_id")
              .orderBy("erasure.customer_id")
              .limit(limit)
              .compile(),
          ),
          (rows) => rows.map(erasedFromRow),
        ),
    })
  }),
)

const reservedDocuments = `${reservedDocumentRoot}%`

interface ErasureRow {
  readonly company_id: number
  readonly customer_id: number
  readonly at: number
}
