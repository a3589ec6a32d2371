/**
 * Everything of one customer in memory, found and counted.
 */
import { type Batch, itemTotals } from "@vintem/domain/batch"
import type { LinkEvent, PaymentLink } from "@vintem/domain/payment-link"
import {
  firstNames,
  isOfPerson,
  isOpen,
  isRunning,
  isUnfinished,
  type KnownPerson,
  knownPerson,
} from "@vintem/domain/personal-data"
import type { Customer, PersonGlance, PersonPiece, PersonSurvey, StoredOrder } from "@vintem/domain/ports"
import { subscriptionStatusOf } from "@vintem/domain/subscription"
import { compositeKey, type Tables } from "./tables.ts"

type Stored = Tables["Service"]

/** All that is stored of a person, and what they are known by. */
export interface PersonRecords extends PersonPiece {
  readonly customer: Customer
  readonly orders: ReadonlyArray<StoredOrder>
  /** The batches of `entries`, each once. */
  readonly batches: ReadonlyArray<Batch>
  readonly person: KnownPerson
}

/** The events of a log, each with its key. */
export const log = <Event>(table: { get(key: string): Event | undefined }, name: string | number, version: number) =>
  Array.from({ length: version }, (_, at) => compositeKey(name, at + 1)).flatMap((key): Array<[string, Event]> => {
    const event = table.get(key)
    return event === undefined ? [] : [[key, event]]
  })

export const oldestFirst = <Row>(table: { newestFirst(): Array<Row> }): Array<Row> => table.newestFirst().reverse()

/** All of it, read at once. */
export const recordsOf = (stored: Stored, customer: Customer): PersonRecords => {
  const { batchItems, batches, linkEvents, links, orders, savedCards, subscriptions } = stored
  const own = oldestFirst(orders).filter(({ order }) => order.details.customerId === customer.id)
  const numbers = new Set<string>(own.map(({ order }) => order.details.number))
  const begun = oldestFirst(subscriptions).filter(({ details }) => numbers.has(details.firstOrder))
  const person = knownPerson([
    customer.details,
    ...own.map(({ order }) => order.details.customer),
    ...begun.map(({ details }) => details.customer),
  ])
  const paid = new Set<string>(own.flatMap(({ order }) => order.details.paymentLink ?? []))
  const filledIn = (link: PaymentLink): boolean =>
    log<LinkEvent>(linkEvents, link.details.slug, link.version).some(
      ([, event]) =>
        "terms" in event &&
        isOfPerson(person, event.terms.customer) &&
        (paid.has(link.details.slug) || isNamed(event.terms.customer)),
    )
  const entries = oldestFirst(batches)
    .filter(({ details }) => details.company === customer.company)
    .flatMap((batch) =>
      log(batchItems, batch.details.token, itemTotals(batch.items).total).flatMap(([, { entry, position }]) =>
        isNamed(entry) && isOfPerson(person, entry) ? [{ batch: batch.details.token, position, entry }] : [],
      ),
    )
  return {
    customer,
    orders: own,
    subscriptions: begun,
    links: oldestFirst(links).filter((link) => link.details.company === customer.company && filledIn(link)),
    entries,
    batches: oldestFirst(batches).filter(({ details }) => entries.some(({ batch }) => batch === details.token)),
    cards: oldestFirst(savedCards)
      .filter((card) => card.customer === customer.id)
      .map(({ acquirerToken: _secret, ...card }) => card),
    person,
  }
}

export const surveyOf = (stored: Stored, customer: Customer): PersonSurvey => {
  const {
    batches: listed,
    cards,
    entries,
    links: own,
    orders: placed,
    subscriptions: begun,
  } = recordsOf(stored, customer)
  const running = begun.filter((one) => isRunning(subscriptionStatusOf(one)))
  return {
    orders: placed.length,
    subscriptions: begun.length,
    links: own.length,
    entries: entries.length,
    cards: cards.length,
    moving: {
      orders: firstNames(placed.flatMap(({ order }) => (isOpen(order) ? [order.details.number] : []))),
      subscriptions: firstNames(running.map(({ details }) => details.token)),
      batches: firstNames(listed.filter(isUnfinished).map(({ details }) => details.token)),
    },
  }
}

export const glanceAt = (stored: Stored, customer: Customer, limit: number): PersonGlance => {
  const { erasures, linkEvents, links } = stored
  const { company, details, id } = customer
  const { cards, subscriptions: begun } = recordsOf(stored, customer)
  const person = knownPerson([details])
  const isFilledIn = ({ details: { slug }, version }: PaymentLink): boolean =>
    log<LinkEvent>(linkEvents, slug, version).some(
      ([, event]) => "terms" in event && isNamed(event.terms.customer) && isOfPerson(person, event.terms.customer),
    )
  return {
    customer,
    erasedAt: erasures.get(compositeKey(company, id))?.at ?? null,
    subscriptions: begun.toReversed().slice(0, limit),
    links: links
      .newestFirst()
      .filter((link) => link.details.company === company && link.removedAt === null && isFilledIn(link))
      .slice(0, limit),
    cards: cards
      .toSorted((one, other) => other.createdAt - one.createdAt || (one.token < other.token ? 1 : -1))
      .slice(0, limit),
  }
}

/** A link or an entry is found by document or e-mail; without both, only by the order that paid it. */
const isNamed = ({ document, email }: { readonly document: string | null; readonly email: string | null }): boolean =>
  document !== null || email !== null
