/**
 * One customer's data besides orders, in pieces: subscriptions, links, entries of batches and saved cards.
 */
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import type { PersonPiece, StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Stream } from "effect"
import { cardFromRow } from "../customers/saved-card-repository.ts"
import type { Executor } from "../engine/executor.ts"
import { subscriptionFromRow, subscriptionRowColumns } from "../subscriptions/subscription-row.ts"
import { oldestFirst } from "./cards-in-order.ts"
import { customerOf } from "./customer-of.ts"
import { ownEntries } from "./person-entries.ts"
import { linksToLookAt, ownLinks } from "./person-links.ts"
import { personWalk } from "./person-walk.ts"
import { valuesInPieces } from "./values-in-pieces.ts"

/** The most subscriptions or entries in a piece. */
const besideAtOnce = 200

const nothing: PersonPiece = { subscriptions: [], links: [], entries: [], cards: [] }

const operation = "personalData.beside"

/** Nothing if the company has no such customer. */
export const besideOrders = (
  executor: Executor["Service"],
  company: CompanyId,
  id: CustomerId,
): Stream.Stream<PersonPiece, StorageUnavailable> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const customer = yield* customerOf(executor, operation, company, id)
      if (customer === null) return Stream.empty
      const walked = yield* personWalk(executor, operation, customer)
      const subscriptions = Stream.mapEffect(
        Stream.fromIterable(valuesInPieces(walked.subscriptions, besideAtOnce)),
        (some) =>
          Effect.map(storedSubscriptions(executor, company, some), (found) => ({
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
        Effect.map(savedCards(executor, company, id), (found) => ({ ...nothing, cards: found })),
      )
      return subscriptions.pipe(Stream.concat(links), Stream.concat(entries), Stream.concat(cards))
    }),
  )

const storedSubscriptions = Effect.fnUntraced(function* (
  executor: Executor["Service"],
  company: CompanyId,
  ids: ReadonlyArray<number>,
) {
  yield* Effect.yieldNow
  const rows = yield* executor.read(
    operation,
    executor.dialect.build
      .selectFrom("subscription")
      .select(subscriptionRowColumns)
      .where("company_id", "=", company)
      .where("id", "in", ids)
      .orderBy("id")
      .compile(),
  )
  return yield* Effect.forEach(rows, (row) => subscriptionFromRow(operation, row))
})

const savedCards = Effect.fnUntraced(function* (
  executor: Executor["Service"],
  company: CompanyId,
  customer: CustomerId,
) {
  const rows = yield* executor.read(
    operation,
    executor.dialect.build
      .selectFrom("saved_card")
      .selectAll()
      .where("company_id", "=", company)
      .where("customer_id", "=", customer)
      .compile(),
  )
  const cards = yield* Effect.forEach(oldestFirst(rows), cardFromRow)
  return cards.map(({ acquirerToken: _secret, ...card }) => card)
})
