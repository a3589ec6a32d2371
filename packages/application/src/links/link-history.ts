/** A payment link with its events and its orders, for an operator. */
import type { CompanyId, LinkSlug, OrderNumber } from "@vintem/domain/identifiers"
import type { Order } from "@vintem/domain/order"
import type { LinkEvent, PaymentLink } from "@vintem/domain/payment-link"
import {
  type LoggedReminder,
  OrderRepository,
  PaymentLinkRepository,
  ReminderLog,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { NoSuchLink } from "./find-payment-link.ts"

/** The most events, orders and reminders that are shown: a multi-payment link can have any number of them. */
const shownMax = 200

/** A link with its history. */
interface LinkHistory {
  readonly link: PaymentLink
  /** The latest, in sequence. */
  readonly events: ReadonlyArray<{ readonly sequence: number; readonly event: LinkEvent }>
  readonly orders: ReadonlyArray<Order>
  /** The latest first. */
  readonly reminders: ReadonlyArray<LoggedReminder>
}

/** Fails with `NoSuchLink`. A removed link has a history, too. */
export const linkHistory = Effect.fn("linkHistory")(function* (
  company: CompanyId,
  slug: LinkSlug,
): Effect.fn.Return<
  LinkHistory,
  NoSuchLink | StorageUnavailable,
  OrderRepository | PaymentLinkRepository | ReminderLog
> {
  const links = yield* PaymentLinkRepository
  const { find } = yield* OrderRepository
  const found = yield* links.find(company, slug)
  if (Option.isNone(found)) return yield* new NoSuchLink({ slug })
  const link = found.value
  const events = yield* links.latestEvents(company, slug, shownMax)
  const numbers = [...new Set([...remembered(link), ...events.flatMap(({ event }) => ordersIn(event))])]
  const stored = yield* Effect.forEach(numbers.slice(0, shownMax), (number) => find(company, number), {
    concurrency: 10,
  })
  const orders = stored
    .flatMap(Option.toArray)
    .toSorted((one, other) => one.id - other.id)
    .map(({ order }) => order)
  const { ofLink } = yield* ReminderLog
  return { link, events, orders, reminders: yield* ofLink(company, slug, shownMax) }
})

/** The orders that the link itself remembers: they matter most, so they come first. */
const remembered = ({ paid, flagged, payments }: PaymentLink): ReadonlyArray<OrderNumber> => [
  ...(paid === null ? [] : [paid.order]),
  ...flagged.map(({ order }) => order),
  ...payments.map(({ order }) => order),
]

const ordersIn = (event: LinkEvent): ReadonlyArray<OrderNumber> =>
  event._tag === "PaymentStarted" || event._tag === "PaymentReported" ? [event.order] : []
