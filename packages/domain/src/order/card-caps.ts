/**
 * The most refused cards of a payer before card payments are stopped. An attacker who tries card numbers or security
 * codes learns little, and a person who mistypes reaches none of these caps.
 *
 * Only card payments are stopped. Pix and slip are not, and neither are the company's own requests and renewals.
 *
 * @see docs/decisions/orders.md#0198
 */
import * as Schema from "effect/Schema"
import { type Instant, instant } from "../calendar/instant.ts"
import { type Attempt, isUnreached } from "./attempt.ts"
import { attemptState } from "./facts.ts"
import type { Order } from "./order.ts"

/** The scope of a cap on refused cards. If several caps are reached, the first in this list is given. */
export const CardCap = Schema.Literals(["order", "address_at_link", "address", "link"])
export type CardCap = typeof CardCap.Type

const hourMillis = 3_600_000

/** At most `refusedMax` refusals are allowed within `windowMillis`. A refused attempt counts from its start. */
export const cardCaps = {
  /** All refused cards of one order, from any address. */
  order: { refusedMax: 10, windowMillis: 24 * hourMillis },
  /** One address at one payment link. */
  address_at_link: { refusedMax: 20, windowMillis: hourMillis },
  /** One address at all links and orders of all companies. */
  address: { refusedMax: 40, windowMillis: hourMillis },
  /** All addresses at one link. From here on, an address that had a card refused there waits; all others continue. */
  link: { refusedMax: 100, windowMillis: hourMillis },
} as const satisfies Readonly<Record<CardCap, { readonly refusedMax: number; readonly windowMillis: number }>>

/** The longest window for addresses: an older attempt counts for none. */
export const cardWindowMaxMillis = hourMillis

/** A card payment that may not start: the reason, and when the next one may. */
export interface CardStop {
  readonly cap: CardCap
  readonly until: Instant
}

/**
 * How a card attempt counts. `in_flight`: counts, because it may still be refused. `refused`: counts. `set_aside`: does
 * not count, and may be refused later: its outcome is unknown, it is held for review, or it ended without an answer of
 * the issuer. `cleared`: does not count: it was paid, or never sent.
 */
export type CardOutcome = "in_flight" | "refused" | "set_aside" | "cleared"

/**
 * How an attempt counts, from its set of facts, so the order of arrival does not matter. A refusal counts whatever its
 * reason, even a lack of funds: that answer also reveals that number and code are right. An operator's verdict is no
 * refusal.
 */
export const cardOutcome = (attempt: Attempt): CardOutcome => {
  switch (attemptState(attempt.facts)) {
    case "confirmed":
      return "cleared"
    case "refused":
    case "rejected":
      return attempt.verdict === undefined && !isUnreached(attempt) ? "refused" : "set_aside"
    case "sent":
      return "in_flight"
    default:
      return "set_aside"
  }
}

/** Why an order accepts no more cards from a payer now, or null. */
export const orderCardStop = ({ attempts }: Order, at: Instant): CardStop | null => {
  const refused = attempts
    .filter((attempt) => attempt._tag === "credit" && cardOutcome(attempt) === "refused")
    .map(({ startedAt }) => startedAt)
    .filter((startedAt) => startedAt > at - cardCaps.order.windowMillis)
    .sort((left, right) => right - left)
  return stopAt("order", refused[cardCaps.order.refusedMax - 1] ?? null)
}

/**
 * Earlier card attempts, as a store finds them: the start of each, or null if there are fewer in its cap's window. For
 * an address, attempts in flight and refused ones count; for a link as a whole, only refused ones.
 */
export interface CardPast {
  /** The start of the latest attempt but `refusedMax - 1` by this address at this link. */
  readonly atLink: Instant | null
  /** The last refused attempt of this address at all links and orders. */
  readonly overall: Instant | null
  /** The last refused attempt of all addresses at this link. */
  readonly ofLink: Instant | null
  /** The last refused attempt of this address at this link. */
  readonly ownRefused: Instant | null
}

/** Why an address may not try a card now, or null. */
export const addressCardStop = ({ atLink, overall, ofLink, ownRefused }: CardPast): CardStop | null =>
  stopAt("address_at_link", atLink) ??
  stopAt("address", overall) ??
  // Both must be within the window: the stop ends as soon as one leaves it.
  stopAt("link", ofLink === null || ownRefused === null ? null : instant(Math.min(ofLink, ownRefused)))

/** @param since - the attempt that must leave the window before the next one may start */
const stopAt = (cap: CardCap, since: Instant | null): CardStop | null =>
  since === null ? null : { cap, until: instant(since + cardCaps[cap].windowMillis) }
