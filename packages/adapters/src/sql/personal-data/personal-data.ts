/**
 * All data of one customer in SQL, to be shown and to be erased. Data is overwritten in place: rows, logs and their order stay.
 */
import { platform } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { reservedDocumentRoot } from "@vintem/domain/documents"
import { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { firstNames, isUnfinished } from "@vintem/domain/personal-data"
import {
  type ErasedCustomer,
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
import { orderFromRow, orderRowColumns } from "../orders/order-row.ts"
import { subscriptionFromRow, subscriptionRowColumns } from "../subscriptions/subscription-row.ts"
import { oldestFirst } from "./cards-in-order.ts"
import { customerOf } from "./customer-of.ts"
import { ownEntries } from "./person-entries.ts"
import { personErasure } from "./person-erasure.ts"
import { personGlance } from "./person-glance.ts"
import { linksToLookAt, ownLinks } from "./person-links.ts"
import { personWalk } from "./person-walk.ts"
import { valuesInPieces } from "./values-in-pieces.ts"

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
        .where("company_id", "=", company)
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
      const rows = yield* executor.read(operation, orderRows(company, id, after, limit).compile())
      return yield* Effect.forEach(rows, (row) => orderFromRow(operation, row))
    })

    const orderRows = (company: CompanyId, customer: CustomerId, after: number, limit: number) =>
      build
        .selectFrom("orders")
        .select(orderRowColumns)
        .where("company_id", "=", company)
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
              Effect.map(storedSubscriptions(operation, company, some), (found) => ({
                ...nothing,
                subscriptions: found,
              })),
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
            Effect.map(savedCards(operation, company, id), (found) => ({ ...nothing, cards: found })),
          )
          return subscriptions.pipe(Stream.concat(links), Stream.concat(entries), Stream.concat(cards))
        }),
      )

    const storedSubscriptions = Effect.fnUntraced(function* (
      operation: string,
      company: CompanyId,
      ids: ReadonlyArray<number>,
    ) {
      yield* Effect.yieldNow
      const rows = yield* executor.read(
        operation,
        build
          .selectFrom("subscription")
          .select(subscriptionRowColumns)
          .where("company_id", "=", company)
          .where("id", "in", ids)
          .orderBy("id")
          .compile(),
      )
      return yield* Effect.forEach(rows, (row) => subscriptionFromRow(operation, row))
    })

    const savedCards = Effect.fnUntraced(function* (operation: string, company: CompanyId, customer: CustomerId) {
      const rows = yield* executor.read(
        operation,
        build
          .selectFrom("saved_card")
          .selectAll()
          .where("company_id", "=", company)
          .where("customer_id", "=", customer)
          .compile(),
      )
      const cards = yield* Effect.forEach(oldestFirst(rows), cardFromRow)
      return cards.map(({ acquirerToken: _secret, ...card }) => card)
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

    const { begin, erase, isUnderWay } = personErasure(executor, commit, noteOne)

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
      begin,
      isUnderWay,
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
              .leftJoin("erasure_begun", (join) =>
                join
                  .onRef("erasure_begun.company_id", "=", "erasure.company_id")
                  .onRef("erasure_begun.customer_id", "=", "erasure.customer_id"),
              )
              .select(["erasure.company_id", "erasure.customer_id", "erasure.at"])
              .where("erasure_begun.at", "is", null)
              .where((e) =>
                e.or([
                  e("customer.document", "not like", reservedDocuments),
                  e.exists(
                    e
                      .selectFrom("orders")
                      .select(sql.lit(1).as("one"))
                      .whereRef("orders.company_id", "=", "erasure.company_id")
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
