/** An operator's commands to a subscription, and the answers if they are refused. */
import {
  type SubscriptionCommandName,
  type SubscriptionRefused,
  subscriptionRefusalMeaning,
} from "@vintem/domain/subscription"
import { savedCard } from "../input/card.ts"
import { described, object, required } from "../input/codec.ts"
import type { InvalidFields } from "../input/fault.ts"
import { type CommandWords, statusFault } from "../input/status-fault.ts"
import { subscriberStatusOf } from "../subscription/subscriber-status.ts"

/** The card that pays from now on. */
export const subscriberCardBody = described(
  object({ card_token: required(savedCard, { description: "A saved card of the subscriber, by its token." }) }),
  { identifier: "SubscriberCardRequest", examples: [{ card_token: "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11" }] },
)

/** Why a command was refused, as a fault of `status`. */
export const subscriptionRefused = ({ allowed, command, reason, status }: SubscriptionRefused): InvalidFields =>
  statusFault({
    what: "subscription",
    status: subscriberStatusOf[status],
    command,
    reason,
    why: subscriptionRefusalMeaning[reason],
    // Commands of the clock are not offered here.
    allowed: allowed.filter((name) => name !== "OpenRenewal" && name !== "RetryRenewal"),
    words: commandWords,
  })

const commandWords: Readonly<Record<SubscriptionCommandName, CommandWords>> = {
  OpenRenewal: { verb: "renew", done: "renewed" },
  RetryRenewal: { verb: "retry", done: "charged again" },
  ReplaceCard: { verb: "replace the card", done: "charged to another card" },
  Cancel: { verb: "cancel", done: "canceled" },
}
