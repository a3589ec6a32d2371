/** Everything of one customer in memory, to show and to erase. */
import { type Batch, itemTotals } from "@vintem/domain/batch"
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import type { Order, OrderDetails, OrderEvent } from "@vintem/domain/order"
import { evolveLink, type LinkEvent, type PaymentLink, unknownCustomer } from "@vintem/domain/payment-link"
import {
  erasedAnswer,
  erasedDetails,
  erasedWebhookBody,
  firstNames,
  isErasedPerson,
  isOfPerson,
  isOpen,
  isRunning,
  isUnfinished,
  type KnownPerson,
  knownPerson,
} from "@vintem/domain/personal-data"
import {
  type Customer,
  type ErasedCounts,
  type ErasedCustomer,
  type Erasure,
  type ErasureSteps,
  PersonalData,
  type PersonGlance,
  type PersonPiece,
  type PersonSurvey,
  type StoredOrder,
  UnitOfWork,
} from "@vintem/domain/ports"
import { type SubscriptionEvent, subscriptionStatusOf } from "@vintem/domain/subscription"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { pageOf } from "./page-of.ts"
import { compositeKey, Tables } from "./tables.ts"
import * as UnitOfWorkMemory from "./unit-of-work.ts"

/** All stored data of a person, and their names. */
interface PersonRecords extends PersonPiece {
  readonly customer: Customer
  readonly orders: ReadonlyArray<StoredOrder>
  /** The batches of `entries`, each once. */
  readonly batches: ReadonlyArray<Batch>
  readonly person: KnownPerson
}

export const layer = Layer.effect(
  PersonalData,
  Effect.gen(function* () {
    const tables = yield* Tables
    const { commit } = yield* UnitOfWork
    const { batchItems, batches, claims, customerByDocument, customers, erasures, erasuresBegun } = tables
    const { linkEvents, links } = tables
    const { orderEvents, orders, savedCards, subscriptionEvents, subscriptions, webhookDeliveries } = tables

    const log = <Event>(table: { get(key: string): Event | undefined }, name: string | number, version: number) =>
      Array.from({ length: version }, (_, at) => compositeKey(name, at + 1)).flatMap((key): Array<[string, Event]> => {
        const event = table.get(key)
        return event === undefined ? [] : [[key, event]]
      })

    const oldestFirst = <Row>(table: { newestFirst(): Array<Row> }): Array<Row> => table.newestFirst().reverse()

    const recordsOf = (customer: Customer): PersonRecords => {
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

    const ownCustomer = (company: CompanyId, id: CustomerId) =>
      Option.filter(Option.fromUndefinedOr(customers.get(id)), (customer) => customer.company === company)

    const surveyOf = (customer: Customer): PersonSurvey => {
      const { batches: listed, cards, entries, links: own, orders: placed, subscriptions: begun } = recordsOf(customer)
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

    const eraseNow = (
      records: PersonRecords,
      { at, company, customer: id }: Erasure,
      scopes: ReadonlyArray<string>,
    ): ErasedCounts => {
      const { customer } = records
      const { entries, orders: own, person, subscriptions: begun } = records
      const details = erasedDetails(id)
      const without = <Of extends Pick<OrderDetails, "customer" | "address">>(of: Of): Of => ({
        ...of,
        customer: details,
        address: null,
      })

      customerByDocument.forget(compositeKey(company, customer.details.document))
      customerByDocument.put(compositeKey(company, details.document), id)
      customers.put(id, { ...customer, details })

      for (const { id: position, order } of own) {
        const { number } = order.details
        const attempts = order.attempts.map((one) => (one._tag === "credit" ? { ...one, cardToken: null } : one))
        const rewritten: Order = { ...order, details: without(order.details), attempts }
        orders.put(number, { id: position, order: rewritten })
        for (const [key, event] of log<OrderEvent>(orderEvents, number, order.version)) {
          orderEvents.put(key, withoutPerson(event, without))
        }
      }
      for (const subscription of begun) {
        const { token } = subscription.details
        subscriptions.put(token, { ...subscription, details: without(subscription.details) })
        for (const [key, event] of log<SubscriptionEvent>(subscriptionEvents, token, subscription.version)) {
          if (event._tag === "SubscriptionBegun") {
            subscriptionEvents.put(key, { ...event, details: without(event.details) })
          }
        }
      }
      for (const link of records.links) {
        const { slug } = link.details
        for (const [key, event] of log<LinkEvent>(linkEvents, slug, link.version)) {
          if ("terms" in event && isOfPerson(person, event.terms.customer)) {
            linkEvents.put(key, { ...event, terms: { ...event.terms, customer: unknownCustomer } })
          }
        }
        if (!isOfPerson(person, link.terms.customer)) continue
        const event = { _tag: "LinkUpdated", terms: { ...link.terms, customer: unknownCustomer }, at } as const
        const emptied = evolveLink(link, event)
        links.put(slug, emptied)
        linkEvents.put(compositeKey(slug, emptied.version), event)
      }
      for (const { batch, position } of entries) {
        const key = compositeKey(batch, position)
        const row = batchItems.get(key)
        if (row !== undefined) batchItems.put(key, { ...row, entry: { ...row.entry, ...unknownEntry } })
      }

      const numbers = new Set<string>(own.map(({ order }) => order.details.number))
      let webhooks = 0
      for (const [key, row] of webhookDeliveries.entries()) {
        const { event } = row.delivery
        if (!numbers.has(event.order) || event.body === erasedWebhookBody) continue
        webhookDeliveries.put(key, {
          ...row,
          delivery: { ...row.delivery, event: { ...event, body: erasedWebhookBody } },
        })
        webhooks += 1
      }

      const names = [
        ...own.flatMap(({ order }) => [order.details.number, order.details.publicKey]),
        ...begun.map(({ details: { token } }) => token),
        ...records.links.map(({ details: { slug } }) => slug),
      ]
      let answers = 0
      for (const [key, row] of claims.entries()) {
        const { answer, order } = row
        const isInScope = scopes.some((scope) => key.startsWith(`${compositeKey(company, scope).slice(0, -1)},`))
        if (answer === null || answer.body === erasedAnswer.body) continue
        const isAbout =
          order === null
            ? isInScope && names.some((name) => answer.body.includes(JSON.stringify(name)))
            : numbers.has(order)
        if (!isAbout) continue
        claims.put(key, { ...row, answer: erasedAnswer })
        answers += 1
      }
      const cards = records.cards.map(({ company, token }) => compositeKey(company, token))
      for (const key of cards) savedCards.remove(key)
      return {
        orders: own.length,
        subscriptions: begun.length,
        links: records.links.length,
        entries: entries.length,
        webhooks,
        answers,
        cards: cards.length,
      }
    }

    /** All of it is one piece here. */
    const erase = <R>(erasure: Erasure, { ended, orders: erased, scopeOfLink, scopes }: ErasureSteps<R>) =>
      Effect.gen(function* () {
        const { company, customer } = erasure
        const key = compositeKey(company, customer)
        const begun = erasuresBegun.get(key)
        const found = Option.getOrNull(ownCustomer(company, customer))
        if (begun === undefined || found === null) return null
        const records = recordsOf(found)
        const more = yield* erased(records.orders.map(({ order }) => order.details))
        const ofLinks = records.links.map(({ details }) => scopeOfLink(details))
        const counts = eraseNow(records, erasure, [...scopes, ...more, ...ofLinks])
        erasuresBegun.remove(key)
        note({ company, customer, at: begun.at })
        yield* ended({ at: begun.at, counts })
        return { at: begun.at, counts }
      })

    const glanceAt = (customer: Customer, limit: number): PersonGlance => {
      const { company, details, id } = customer
      const { cards, subscriptions: begun } = recordsOf(customer)
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

    const note = (erased: ErasedCustomer): void => erasures.put(compositeKey(erased.company, erased.customer), erased)

    const isThereAgain = ({ company, customer: id }: ErasedCustomer): boolean => {
      const customer = customers.get(id)
      if (customer?.company !== company) return false
      return (
        !isErasedPerson(customer.details) ||
        orders
          .newestFirst()
          .some(({ order: { details } }) => details.customerId === id && !isErasedPerson(details.customer))
      )
    }

    return PersonalData.of({
      begin: (erasure) =>
        Effect.sync(() => {
          const { company, customer } = erasure
          if (Option.isNone(ownCustomer(company, customer))) return false
          const key = compositeKey(company, customer)
          if (!erasuresBegun.has(key)) erasuresBegun.put(key, erasure)
          return true
        }),
      isUnderWay: (company, customer) => Effect.sync(() => erasuresBegun.has(compositeKey(company, customer))),
      survey: (company, id) => Effect.sync(() => Option.map(ownCustomer(company, id), surveyOf)),
      orders: (company, id, { after, limit }) =>
        Effect.sync(() =>
          Option.match(ownCustomer(company, id), {
            onNone: () => [],
            onSome: (customer) =>
              recordsOf(customer)
                .orders.filter((stored) => stored.id > after)
                .slice(0, limit),
          }),
        ),
      beside: (company, id) =>
        Stream.suspend(() =>
          Option.match(ownCustomer(company, id), {
            onNone: () => Stream.empty,
            onSome: (customer) => {
              const { cards, entries, links: own, subscriptions: begun } = recordsOf(customer)
              return Stream.make({ subscriptions: begun, links: own, entries, cards })
            },
          }),
        ),
      glance: (company, id, limit) =>
        Effect.sync(() => Option.map(ownCustomer(company, id), (customer) => glanceAt(customer, limit))),
      erase: (erasure, steps) => commit(erase(erasure, steps)),
      note: (all) => Effect.sync(() => all.forEach(note)),
      erased: (page) =>
        Effect.sync(() =>
          pageOf(
            erasures
              .newestFirst()
              .toSorted(
                (one, other) => other.at - one.at || other.company - one.company || other.customer - one.customer,
              ),
            page,
          ),
        ),
      toRepeat: (limit) =>
        Effect.sync(() =>
          oldestFirst(erasures)
            .filter((one) => isThereAgain(one) && !erasuresBegun.has(compositeKey(one.company, one.customer)))
            .toSorted((one, other) => one.company - other.company || one.customer - other.customer)
            .slice(0, limit),
        ),
    })
  }),
).pipe(Layer.provide(UnitOfWorkMemory.layer))

/** A link or an entry is found by document or e-mail; without both, only by the order that paid it. */
const isNamed = ({ document, email }: { readonly document: string | null; readonly email: string | null }): boolean =>
  document !== null || email !== null

const unknownEntry = { name: null, email: null, phone: null, document: null, postcode: null, number: null } as const

const withoutPerson = (event: OrderEvent, without: (details: OrderDetails) => OrderDetails): OrderEvent => {
  if (event._tag === "OrderPlaced") return { ...event, details: without(event.details) }
  if (event._tag !== "AttemptReported") return event
  const { cardToken: _gone, ...report } = event.report
  return { ...event, report }
}
