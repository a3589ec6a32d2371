/**
 * The subscription as a machine: its parts. Each has a file of its own.
 */
import type { Machine } from "../machine/machine.ts"
import { subscriptionCommands } from "./command-rules.ts"
import type { SubscriptionCommand, SubscriptionReport } from "./commands.ts"
import { type SubscriptionBegun, type SubscriptionChange, SubscriptionEvent } from "./events.ts"
import { evolveSubscription, subscriptionBegun } from "./evolve.ts"
import { recordSubscriptionReport } from "./record.ts"
import { type SubscriptionRefusal, SubscriptionRefused } from "./refusals.ts"
import type { Subscription } from "./subscription.ts"
import { type SubscriptionStatus, subscriptionStatuses } from "./subscription-status.ts"

/** The types of the machine. */
export interface SubscriptionTypes {
  readonly state: Subscription
  readonly creation: SubscriptionBegun
  readonly change: SubscriptionChange
  readonly command: SubscriptionCommand
  readonly report: SubscriptionReport
  readonly refusal: SubscriptionRefusal
  readonly refused: SubscriptionRefused
  readonly status: SubscriptionStatus
}

/** The subscription as a value: decide, fold, audit, test and document it by the functions of `Machine`. */
export const subscriptionMachine: Machine<SubscriptionTypes> = {
  creation: "SubscriptionBegun",
  event: SubscriptionEvent,
  create: subscriptionBegun,
  evolve: evolveSubscription,
  commands: subscriptionCommands,
  refuse: (refusal) => new SubscriptionRefused(refusal),
  record: recordSubscriptionReport,
  statuses: subscriptionStatuses,
  final: ["canceled"],
}
