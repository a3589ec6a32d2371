/**
 * Erases a customer in memory, all at once.
 */
import type { Order, OrderDetails, OrderEvent } from "@vintem/domain/order"
import { evolveLink, type LinkEvent, unknownCustomer } from "@vintem/domain/payment-link"
import { erasedAnswer, erasedDetails, erasedWebhookBody, isOfPerson } from "@vintem/domain/personal-data"
import type { ErasedCounts, Erasure } from "@vintem/domain/ports"
import type { SubscriptionEvent } from "@vintem/domain/subscription"
import { log, type PersonRecords } from "./person-records.ts"
import { compositeKey, type Tables } from "./tables.ts"

type Stored = Tables["Service"]

/**
 * Overwrites the person wherever the records have them. Rows, logs and their order stay.
 *
 * @param scopes - of the answers to look at
 */
export const eraseNow = (
  stored: Stored,
  records: PersonRecords,
  erasure: Erasure,
  scopes: ReadonlyArray<string>,
): ErasedCounts => {
  eraseCustomer(stored, records, erasure)
  eraseOrders(stored, records, erasure)
  eraseSubscriptions(stored, records, erasure)
  eraseLinks(stored, records, erasure)
  eraseEntries(stored, records)
  const cards = records.cards.map(({ company, token }) => compositeKey(company, token))
  for (const key of cards) stored.savedCards.remove(key)
  return {
    orders: records.orders.length,
    subscriptions: records.subscriptions.length,
    links: records.links.length,
    entries: records.entries.length,
    webhooks: eraseWebhooks(stored, records),
    answers: eraseAnswers(stored, records, erasure, scopes),
    cards: cards.length,
  }
}

type Part = (stored: Stored, records: PersonRecords, erasure: Erasure) => void

const withoutIn =
  ({ customer: id }: Erasure) =>
  <Of extends Pick<OrderDetails, "customer" | "address">>(of: Of): Of => ({
    ...of,
    customer: erasedDetails(id),
    address: null,
  })

const eraseCustomer: Part = ({ customerByDocument, customers }, { customer }, { company, customer: id }) => {
  const details = erasedDetails(id)
  customerByDocument.forget(compositeKey(company, customer.details.document))
  customerByDocument.put(compositeKey(company, details.document), id)
  customers.put(id, { ...customer, details })
}

const eraseOrders: Part = ({ orderEvents, orders }, { orders: own }, erasure) => {
  const without = withoutIn(erasure)
  for (const { id: position, order } of own) {
    const { number } = order.details
    const attempts = order.attempts.map((one) => (one._tag === "credit" ? { ...one, cardToken: null } : one))
    const rewritten: Order = { ...order, details: without(order.details), attempts }
    orders.put(number, { id: position, order: rewritten })
    for (const [key, event] of log<OrderEvent>(orderEvents, number, order.version)) {
      orderEvents.put(key, withoutPerson(event, without))
    }
  }
}

const withoutPerson = (event: OrderEvent, without: (details: OrderDetails) => OrderDetails): OrderEvent => {
  if (event._tag === "OrderPlaced") return { ...event, details: without(event.details) }
  if (event._tag !== "AttemptReported") return event
  const { cardToken: _gone, ...report } = event.report
  return { ...event, report }
}

const eraseSubscriptions: Part = ({ subscriptionEvents, subscriptions }, { subscriptions: begun }, erasure) => {
  const without = withoutIn(erasure)
  for (const subscription of begun) {
    const { token } = subscription.details
    subscriptions.put(token, { ...subscription, details: without(subscription.details) })
    for (const [key, event] of log<SubscriptionEvent>(subscriptionEvents, token, subscription.version)) {
      if (event._tag === "SubscriptionBegun") {
        subscriptionEvents.put(key, { ...event, details: without(event.details) })
      }
    }
  }
}

const eraseLinks: Part = ({ linkEvents, links }, { links: own, person }, { at }) => {
  for (const link of own) {
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
}

const eraseEntries = ({ batchItems }: Stored, { entries }: PersonRecords): void => {
  for (const { batch, position } of entries) {
    const key = compositeKey(batch, position)
    const row = batchItems.get(key)
    if (row !== undefined) batchItems.put(key, { ...row, entry: { ...row.entry, ...unknownEntry } })
  }
}

const unknownEntry = { name: null, email: null, phone: null, document: null, postcode: null, number: null } as const

const numbersOf = ({ orders }: PersonRecords): ReadonlySet<string> =>
  new Set(orders.map(({ order }) => order.details.number))

/** @returns how many bodies were overwritten */
const eraseWebhooks = ({ webhookDeliveries }: Stored, records: PersonRecords): number => {
  const numbers = numbersOf(records)
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
  return webhooks
}

/** @returns how many answers were overwritten */
const eraseAnswers = (
  { claims }: Stored,
  records: PersonRecords,
  { company }: Erasure,
  scopes: ReadonlyArray<string>,
): number => {
  const numbers = numbersOf(records)
  const names = [
    ...records.orders.flatMap(({ order }) => [order.details.number, order.details.publicKey]),
    ...records.subscriptions.map(({ details: { token } }) => token),
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
  return answers
}
