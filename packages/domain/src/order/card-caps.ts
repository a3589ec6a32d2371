/**
 * How many refused cards a payer may bring before a card payment is stopped: an attacker who tries card numbers or security codes learns
 * little, and a person who mistypes reaches none of these caps.
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

/** What refused cards are counted over. If several caps are reached, the first in this list is told. */
export const CardCap = Schema.Literals(["order", "address_at_link", "address", "link"])
export type CardCap = typeof CardCap.Type

const hourMillis = 3_600_000

/** `refusedMax` within `windowMillis` is the most there may be. A refused attempt counts from the moment at which it started. */
export const cardCaps = {
  /** All refused cards of one order, from any address. */
  order: { refusedMax: 10, windowMillis: 24 * hourMillis },
  /** One address at one payment link. */
  address_at_link: { refusedMax: 20, windowMillis: hourMillis },
  /** One address at all links and orders of all companies. */
  address: { refusedMax: 40, windowMillis: hourMillis },
  /** All addresses at one link: from here on, an address that had a card refused there waits, and all others go on. */
  link: { refusedMax: 100, windowMillis: hourMillis },
} as const satisfies Readonly<Record<CardCap, { readonly refusedMax: number; readonly windowMillis: number }>>

/** The longest window over addresses: an attempt that is older counts for none. */
export const cardWindowMaxMillis = hourMillis

/** A card payment that may not be started: why, and when the next one may be. */
export interface CardStop {
  readonly cap: CardCap
  readonly until: Instant
}

/**
 * How a card attempt counts. `in_flight`: it may still be refused, so it counts. `refused`: it counts. `set_aside`: its outcome is
 * not known, it is held for review, or it ended without a word of the issuer; it does not count, and may be refused later.
 * `cleared`: it was paid, or never sent, and does not count.
 */
export type CardOutcome = "in_flight" | "refused" | "set_aside" | "cleared"

/**
 * How an attempt counts, as far as its facts tell: a function of the set of facts, so that no order of arrival changes it. A refusal
 * counts whatever its reason, lack of funds included: that answer also tells that number and code are right. An operator's verdict
 * is no refusal.
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

/** Why an order takes no further card of a payer at this moment, or null. */
export const orderCardStop = ({ attempts }: Order, at: Instant): CardStop | null => {
  const refused = attempts
    .filter((attempt) => attempt._tag === "credit" && cardOutcome(attempt) === "refused")
    .map(({ startedAt }) => startedAt)
    .filter((startedAt) => startedAt > at - cardCaps.order.windowMillis)
    .sort((left, right) => right - left)
  return stopAt("order", refused[cardCaps.order.refusedMax - 1] ?? null)
}

/**
 * What a store knows of the card attempts before the one at hand, each by the instant at which it started; null if there are not
 * so many within the window of its cap. Attempts in flight and refused ones count for an address; for a link as a whole only the
 * refused ones do.
 */
export interface CardPast {
  /** The attempt of this address at this link that is the last but `refusedMax - 1`. */
  readonly atLink: Instant | null
  /** The last refused attempt of this address over all links and orders. */
  readonly overall: Instant | null
  /** The last refused attempt of all addresses at this link. */
  readonly ofLink: Instant | null
  /** The last refused attempt of this address at this link. */
  readonly ownRefused: Instant | null
}

/** Why an address may not try a card at this moment, or null. */
export const addressCardStop = ({ atLink, overall, ofLink, ownRefused }: CardPast): CardStop | null =>
  stopAt("address_at_link", atLink) ??
  stopAt("address", overall) ??
  // Both have to be so: it is over as soon as one of them leaves the window.
  stopAt("link", ofLink === null || ownRefused === null ? null : instant(Math.min(ofLink, ownRefused)))

/** @param since - the attempt whose leaving of the window lets the next one in */
const stopAt = (cap: CardCap, since: Instant | null): CardStop | null =>
  since === null ? null : { cap, until: instant(since + cardCaps[cap].windowMillis) }
