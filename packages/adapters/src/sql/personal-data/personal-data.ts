/**
 * All data of one customer in SQL, to be shown and to be erased. Data is overwritten in place: rows, logs and their order stay.
 */
import { platform } from "@vintem/domain/access"
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
  firstNames,
  isOfPerson,
  isUnfinished,
} from "@vintem/domain/personal-data"
import {
  type ErasedCustomer,
  type Erasure,
  type OrderWindow,
  PersonalData,
  type PersonPiece,
  type StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Effect, Layer, Option, Stream } from "effect"
import { sql } from "kysely"
import { cardFromRow } from "../customers/saved-card-repository.ts"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { parsedJson } from "../engine/stored-value.ts"
import { rowFromLink } from "../links/payment-link-row.ts"
import { type OrderRow, orderFromRow, orderRowColumns } from "../orders/order-row.ts"
import { subscriptionFromRow, subscriptionRowColumns } from "../subscriptions/subscription-row.ts"
import { tellsOf } from "./answers-about.ts"
import { oldestFirst } from "./cards-in-order.ts"
import { customerOf } from "./customer-of.ts"
import { ownEntries } from "./person-entries.ts"
import { personGlance } from "./person-glance.ts"
import { linksToLookAt, type OwnLink, ownLinks } from "./person-links.ts"
import { personWalk } from "./person-walk.ts"
import { personalTables } from "./personal-tables.ts"
import { valuesInPieces } from "./values-in-pieces.ts"

/** So many answers are read at once. */
const answersAtOnce = 500

/** So many orders are rewritten before the next are read. */
const ordersAtOnce = 200

/** So many subscriptions or entries are given at once. */
const besideAtOnce = 200

const nothing: PersonPiece = { subscriptions: [], links: [], entries: [], cards: [] }

export const layer = Layer.effect(
  PersonalData,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    const survey = Effect.fnUntraced(function* (company: CompanyId, id: CustomerId) {
      const operation = "personalData.survey"
      const customer = yield* customerOf(executor, operation, company, id)
      if (customer === null) return Option.none()
      const walked = yield* personWalk(executor, operation, customer)
      let links = 0
      for (const some of yield* linksToLookAt(executor, operation, company, walked)) {
        links += (yield* ownLinks(executor, operation, company, walked.person, some)).length
      }
      const { batches, entries } = yield* ownEntries(executor, operation, company, walked.person)
      const cards = build
        .selectFrom("saved_card")
        .select((e) => e.fn.countAll<number>().as("total"))
        .where("customer_id", "=", id)
      const [counted] = yield* executor.read(operation, cards.compile())
      const unfinished = batches.filter(isUnfinished)
      return Option.some({
        orders: walked.orders,
        subscriptions: walked.subscriptions.length,
        links,
        entries: entries.length,
        cards: Number(counted?.total ?? 0),
        moving: {
          orders: walked.openOrders,
          subscriptions: walked.runningSubscriptions,
          batches: firstNames(unfinished.map(({ details }) => details.token)),
        },
      })
    })

    const orders = Effect.fnUntraced(function* (company: CompanyId, id: CustomerId, { after, limit }: OrderWindow) {
      const operation = "personalData.orders"
      yield* Effect.yieldNow
      if ((yield* customerOf(executor, operation, company, id)) === null) return []
      const rows = yield* executor.read(operation, orderRows(id, after, limit).compile())
      return yield* Effect.forEach(rows, (row) => orderFromRow(operation, row))
    })

    /** By the customer alone, who is of one company: another index would be taken for the company. */
    const orderRows = (customer: CustomerId, after: number, limit: number) =>
      build
        .selectFrom("orders")
        .select(orderRowColumns)
        .where("customer_id", "=", customer)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)

    const beside = (company: CompanyId, id: CustomerId): Stream.Stream<PersonPiece, StorageUnavailable> =>
      Stream.unwrap(
        Effect.gen(function* () {
          const operation = "personalData.beside"
          const customer = yield* customerOf(executor, operation, company, id)
          if (customer === null) return Stream.empty
          const walked = yield* personWalk(executor, operation, customer)
          const subscriptions = Stream.mapEffect(
            Stream.fromIterable(valuesInPieces(walked.subscriptions, besideAtOnce)),
            (some) =>
              Effect.map(storedSubscriptions(operation, some), (found) => ({ ...nothing, subscriptions: found })),
          )
          const links = Stream.unwrap(
            Effect.map(linksToLookAt(executor, operation, company, walked), (pieces) =>
              Stream.mapEffect(Stream.fromIterable(pieces), (some) =>
                Effect.map(ownLinks(executor, operation, company, walked.person, some), (found) => ({
                  ...nothing,
                  links: found.map(({ link }) => link),
                })),
              ),
            ),
          )
          const entries = Stream.unwrap(
            Effect.map(ownEntries(executor, operation, company, walked.person), (own) =>
              Stream.fromIterable(
                valuesInPieces(own.entries, besideAtOnce).map((some) => ({
                  ...nothing,
                  entries: some.map(({ batch, entry, position }) => ({ batch, entry, position })),
                })),
              ),
            ),
          )
          const cards = Stream.fromEffect(
            Effect.map(savedCards(operation, id), (found) => ({ ...nothing, cards: found })),
          )
          return subscriptions.pipe(Stream.concat(links), Stream.concat(entries), Stream.concat(cards))
        }),
      )

    const storedSubscriptions = Effect.fnUntraced(function* (operation: string, ids: ReadonlyArray<number>) {
      yield* Effect.yieldNow
      const rows = yield* executor.read(
        operation,
        build.selectFrom("subscription").select(subscriptionRowColumns).where("id", "in", ids).orderBy("id").compile(),
      )
      return yield* Effect.forEach(rows, (row) => subscriptionFromRow(operation, row))
    })

    const savedCards = Effect.fnUntraced(function* (operation: string, customer: CustomerId) {
      const rows = yield* executor.read(
        operation,
        build.selectFrom("saved_card").selectAll().where("customer_id", "=", customer).compile(),
      )
      const cards = yield* Effect.forEach(oldestFirst(rows), cardFromRow)
      return cards.map(({ acquirerToken: _secret, ...card }) => card)
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
      const person = yield* customerOf(executor, operation, company, customer)
      if (person === null) return null
      const walked = yield* personWalk(executor, operation, person)
      const erased = erasedDetails(customer)
      const without = (text: string, places: Parameters<typeof erasePlaces>[1]): string =>
        JSON.stringify(erasePlaces(parsedJson(text), places, erased))

      // What is the person's is found by what they gave, which is gone afterwards.
      const pieces = yield* linksToLookAt(executor, operation, company, walked)
      const { entries } = yield* ownEntries(executor, operation, company, walked.person)
      const names = new Set<string>()
      yield* executor.write(
        operation,
        build
          .updateTable("customer")
          .set({ ...erased, email_key: emailKey(erased.email) })
          .where("id", "=", customer)
          .where("company_id", "=", company)
          .compile(),
      )
      const ofOrders = yield* eraseOrders(customer, erased.document, without, names)
      yield* eraseSubscriptions(walked.subscriptions, emailKey(erased.email), without, names)
      let links = 0
      for (const some of pieces) {
        for (const own of yield* ownLinks(executor, operation, company, walked.person, some)) {
          yield* eraseLink(company, own, isOfPerson(walked.person, own.link.terms.customer), at, without)
          names.add(own.link.details.slug)
          links += 1
        }
      }
      for (const { row } of entries) {
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
      const answers = yield* eraseAnswers(names, scopes)
      const cards = yield* executor.write(
        operation,
        build.deleteFrom("saved_card").where("customer_id", "=", customer).compile(),
      )
      yield* noteOne({ company, customer, at })
      return {
        orders: walked.orders,
        subscriptions: walked.subscriptions.length,
        links,
        entries: entries.length,
        webhooks: ofOrders.webhooks,
        answers: ofOrders.answers + answers,
        cards: cards.changes,
      }
    }, commit)

    type Without = (text: string, places: Parameters<typeof erasePlaces>[1]) => string

    /**
     * @param names - gets theirs
     * @returns how many webhook deliveries, and how many answers, were about them
     */
    const eraseOrders = Effect.fnUntraced(function* (
      customer: CustomerId,
      document: string,
      without: Without,
      names: Set<string>,
    ) {
      let webhooks = 0
      let answers = 0
      for (let after: number | null = 0; after !== null; ) {
        const rows: ReadonlyArray<OrderRow & { readonly public_key: string }> = yield* executor.read(
          "personalData.erase",
          orderRows(customer, after, ordersAtOnce).select("orders.public_key").compile(),
        )
        for (const row of rows) {
          const told = yield* eraseOrder(row, document, without)
          webhooks += told.webhooks
          answers += told.answers
          names.add(row.number).add(row.public_key)
        }
        after = rows.length === ordersAtOnce ? (rows.at(-1)?.id ?? null) : null
      }
      return { webhooks, answers }
    })

    const eraseOrder = Effect.fnUntraced(function* (
      { details, number, progress }: OrderRow,
      document: string,
      without: Without,
    ) {
      const operation = "personalData.erase"
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
      const webhooks = yield* executor.write(
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
      const answers = yield* executor.write(
        operation,
        build
          .updateTable("idempotency")
          .set(erasedAnswer)
          .where("order_number", "=", number)
          .where("body", "is not", null)
          .where("body", "<>", erasedAnswer.body)
          .compile(),
      )
      return { webhooks: webhooks.changes, answers: answers.changes }
    })

    /** @param names - gets theirs */
    const eraseSubscriptions = Effect.fnUntraced(function* (
      ids: ReadonlyArray<number>,
      email_key: string,
      without: Without,
      names: Set<string>,
    ) {
      const operation = "personalData.erase"
      for (const id of ids) {
        const [row] = yield* executor.read(
          operation,
          build.selectFrom("subscription").select(["token", "details"]).where("id", "=", id).compile(),
        )
        if (row === undefined) continue
        names.add(row.token)
        yield* executor.write(
          operation,
          build
            .updateTable("subscription")
            .set({ email_key, details: without(row.details, personalTables.subscription.columns.details) })
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
      company: CompanyId,
      { events, id, link }: OwnLink,
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
            .values({
              link_id: id,
              company_id: company,
              sequence: row.version,
              at,
              type: event._tag,
              body: JSON.stringify(event),
            })
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

    /** Those that are attached to no order. */
    const eraseAnswers = Effect.fnUntraced(function* (names: ReadonlySet<string>, scopes: ReadonlyArray<string>) {
      const operation = "personalData.erase"
      let erased = 0
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
      survey,
      orders,
      beside,
      glance: (company, customer, limit) =>
        Effect.map(personGlance(executor, company, customer, limit), Option.fromNullOr),
      hold,
      erase,
      note: (all) => commit(Effect.forEach(all, noteOne, { discard: true })),
      erased: (page) =>
        readUncountedPage(
          executor,
          platform,
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
