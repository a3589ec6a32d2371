/**
 * A subscription living through commands and news.
 */
import * as Result from "effect/Result"
import { saoPauloTimestamp } from "../../src/calendar/sao-paulo.ts"
import type { SubscriptionCommand, SubscriptionNews } from "../../src/subscription/commands.ts"
import { decideSubscription, hearSubscription } from "../../src/subscription/decide.ts"
import type { SubscriptionChange } from "../../src/subscription/events.ts"
import { evolveSubscription } from "../../src/subscription/evolve.ts"
import type { SubscriptionRefused } from "../../src/subscription/refusals.ts"
import type { RenewalStanding } from "../../src/subscription/renewal-standing.ts"
import type { Subscription } from "../../src/subscription/subscription.ts"
import { subscriptionStatusOf } from "../../src/subscription/subscription-status.ts"
import type { Machine, MachineStep } from "../machine/machine.ts"

/** Whatever a subscription can be confronted with. */
export type SubscriptionMove = SubscriptionCommand | SubscriptionNews

/** What a subscription made of a move. */
export type SubscriptionStep = MachineStep<Subscription, SubscriptionMove, SubscriptionChange, SubscriptionRefused>

/** The machine of the subscription, to be walked. */
export const subscriptionMachine: Machine<Subscription, SubscriptionMove, SubscriptionChange, SubscriptionRefused> = {
  answer: (subscription, move) =>
    move._tag === "RenewalStands" || move._tag === "TimePassed" || move._tag === "PaymentsResumed"
      ? Result.succeed(hearSubscription(subscription, move))
      : decideSubscription(subscription, move),
  evolve: evolveSubscription,
  describe: (move) => `${saoPauloTimestamp(move.at)} ${aboutOf(move)}`,
  shows: subscriptionStatusOf,
}

const aboutOf = (move: SubscriptionMove): string => {
  switch (move._tag) {
    case "OpenRenewal":
      return `${move._tag} ${move.order}`
    case "ReplaceCard":
      return `${move._tag} by ${move.card.lastDigits}`
    case "RenewalStands":
      return `${move.order} ${standingAsText(move.standing)}`
    default:
      return move._tag
  }
}

const standingAsText = (standing: RenewalStanding): string => {
  switch (standing._tag) {
    case "Awaiting":
      return "awaiting"
    case "Paid":
      return `paid by ${standing.card?.lastDigits ?? "Pix or slip"}`
    case "Failed":
      return `failed${standing.failures.map(({ isHard }) => (isHard ? ", hard" : ", soft")).join("")}`
  }
}
