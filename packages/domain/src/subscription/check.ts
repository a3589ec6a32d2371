/**
 * Audits a subscription: folds its log again and compares the result with the stored subscription, and its renewals
 * with their orders.
 */

import type { OrderNumber } from "../identifiers/order.ts"
import { checkLog, checkState, type FoundEvent, type LogBreach, type StateBreach } from "../machine/log.ts"
import { type SubscriptionEvent, subscriptionMachine } from "./machine.ts"
import type { Subscription } from "./subscription.ts"

/** A subscription as a store returned it. */
export interface FoundSubscription {
  /** Null if it cannot be read: its store says why. */
  readonly subscription: Subscription | null
  /** By sequence, as stored. */
  readonly log: ReadonlyArray<FoundEvent<SubscriptionEvent>>
  /** The stored orders of its renewals, by period. */
  readonly renewals: ReadonlyArray<FoundRenewal>
}

/** A stored renewal: the order that charges a period. */
export interface FoundRenewal {
  readonly period: number
  readonly order: OrderNumber
}

/** A fault of a stored subscription. */
export type SubscriptionBreach =
  | LogBreach
  | StateBreach
  /** The log has one order for a period, and the store another one, or none: null means none. */
  | {
      readonly _tag: "RenewalDiffers"
      readonly period: number
      readonly stored: OrderNumber | null
      readonly logged: OrderNumber | null
    }

/** Everything that is wrong with a subscription and its log; nothing if both are as they should be. */
export const checkSubscription = ({
  subscription,
  log,
  renewals,
}: FoundSubscription): ReadonlyArray<SubscriptionBreach> => {
  const { breaches, events, folded } = checkLog(subscriptionMachine, log)
  return [...breaches, ...checkState(subscription, folded), ...(events === null ? [] : checkRenewals(renewals, events))]
}

const checkRenewals = (
  renewals: ReadonlyArray<FoundRenewal>,
  events: ReadonlyArray<SubscriptionEvent>,
): ReadonlyArray<SubscriptionBreach> => {
  const stored = new Map(renewals.map(({ period, order }) => [period, order]))
  const logged = new Map(
    events.flatMap((event) => (event._tag === "RenewalOpened" ? [[event.period, event.order] as const] : [])),
  )
  return [...new Set([...stored.keys(), ...logged.keys()])]
    .filter((period) => stored.get(period) !== logged.get(period))
    .map((period) => ({
      _tag: "RenewalDiffers" as const,
      period,
      stored: stored.get(period) ?? null,
      logged: logged.get(period) ?? null,
    }))
}
