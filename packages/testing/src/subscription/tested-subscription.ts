/**
 * The subscription as a machine under test.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { type RenewalState, type SubscriptionTypes, subscriptionMachine } from "@vintem/domain/subscription"
import type { Step } from "../machine/step.ts"
import type { Move, TestedMachine } from "../machine/tested-machine.ts"
import { renewalKey, renewalOrder, subscriberCard } from "./example-subscription.ts"

/** A command or report to a subscription. */
export type SubscriptionMove = Move<SubscriptionTypes>

/** A step of a subscription. */
export type SubscriptionStep = Step<SubscriptionTypes>

/** No subscription has it. */
const unusedCard = subscriberCard(999)

/** The subscription, with everything that the common tests of machines need. */
export const testedSubscription: TestedMachine<SubscriptionTypes> = {
  machine: subscriptionMachine,
  describe: (move) => `${saoPauloTimestamp(move.at)} ${aboutOf(move)}`,
  newCommands: (_, at) => [
    { _tag: "OpenRenewal", order: renewalOrder(999), publicKey: renewalKey(999), at },
    { _tag: "RetryRenewal", at },
    { _tag: "ReplaceCard", card: unusedCard, at },
    { _tag: "Cancel", at },
  ],
  refusedAgain: ["RetryRenewal"],
}

const aboutOf = (move: SubscriptionMove): string => {
  switch (move._tag) {
    case "OpenRenewal":
      return `${move._tag} ${move.order}`
    case "ReplaceCard":
      return `${move._tag} by ${move.card.lastDigits}`
    case "RenewalUpdate":
      return `${move.order} ${stateAsText(move.state)}`
    default:
      return move._tag
  }
}

const stateAsText = (state: RenewalState): string => {
  switch (state._tag) {
    case "Awaiting":
      return "awaiting"
    case "Paid":
      return `paid by ${state.card?.lastDigits ?? "Pix or slip"}`
    case "Failed":
      return `failed${state.failures.map(({ isHard }) => (isHard ? ", hard" : ", soft")).join("")}`
  }
}
