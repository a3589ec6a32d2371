/**
 * The second and third step of every charge: the request to the acquirer under the attempt's key, and the commit of its
 * report with the answer to the request. Whatever happens between them leaves a normal state that is resolved by asking
 * again.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type Attempt, isInFlight, type Order, type OrderReport } from "@vintem/domain/order"
import { type Acquirer, type ChargeRequest, OrderRepository, type StorageUnavailable } from "@vintem/domain/ports"
import type { Subscription } from "@vintem/domain/subscription"
import { Effect, Option } from "effect"
import { type ChargedFor, chargeAttempt, resolveOutcome } from "../../charging/ask-acquirer.ts"
import { type Answered, type Answering, commitAnswered } from "../../idempotency/answered.ts"
import { releaseKey } from "../../idempotency/claim-key.ts"
import type { SaveConflict } from "../../reactions/consequence.ts"
import { consequencesOf, type SaveNeeds } from "../../reactions/save-changes.ts"
import type { Steps } from "../../reactions/steps.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import { applyReports } from "../reports/record-reports.ts"

/** The charge's order, and the answer to the request that asked for it. */
export interface Charging<Outcome> extends Answering<Outcome> {
  readonly company: CompanyId
  /** The outcome of the request if its order is charged. */
  readonly outcomeOf: (order: Order) => Outcome
  /** The subscription that this order renews, as it was committed with the attempt. */
  readonly subscription?: Subscription
  /** A payer by default. */
  readonly chargedFor?: ChargedFor
}

/** What every charge needs. */
export type ChargingNeeds = Acquirer | SaveNeeds

/** The result of the first step. */
export type Intent<Outcome> =
  /** The acquirer is not asked: this is the answer. */
  | { readonly _tag: "Settled"; readonly answered: Answered<Outcome> }
  | Started
  /** An earlier request claimed the key at `since`, and stored this order. */
  | { readonly _tag: "Resumed"; readonly order: Order; readonly since: Instant }

/** The attempt is committed: next, the acquirer is asked. */
export interface Started {
  readonly _tag: "Started"
  readonly order: Order
  readonly attempt: Attempt
  readonly charge: ChargeRequest
}

/**
 * Continues after the first step. Must not be interrupted.
 *
 * @returns the answer to send, and if it repeats an earlier one
 */
export const completeCharge = <Outcome>(
  charging: Charging<Outcome>,
  intent: Intent<Outcome>,
): Effect.Effect<Answered<Outcome>, SaveConflict | StorageUnavailable, ChargingNeeds> =>
  completeFrom(charging, intent).pipe(Effect.tapCause(() => releaseKey(charging.keyed)))

const completeFrom = Effect.fnUntraced(function* <Outcome>(charging: Charging<Outcome>, intent: Intent<Outcome>) {
  switch (intent._tag) {
    case "Settled":
      return intent.answered
    case "Started":
      return yield* commitOutcome(
        charging,
        intent.order,
        yield* chargeAttempt(intent.attempt, intent.charge, charging.chargedFor),
      )
    case "Resumed": {
      const { order, since } = intent
      // A later attempt belongs to another request, and its charge may be on its way: asking about it would void it.
      const own = order.attempts.find(({ facts, startedAt }) => isInFlight(facts) && startedAt <= since)
      if (own === undefined) return yield* commitAnswered(charging, charging.outcomeOf(order), [])
      return yield* commitOutcome(charging, order, yield* resolveOutcome(charging.company, own))
    }
  }
})

/**
 * Records the acquirer's report, the card, and the answer to the request in one commit. If another process recorded a
 * report of this order meanwhile, ours is added to it and the answer shows both.
 */
const commitOutcome = <Outcome>(charging: Charging<Outcome>, order: Order, report: OrderReport) => {
  const learned = applyReports(order, [report])
  const asItIsStored = againOnConflict(
    Effect.gen(function* () {
      const orders = yield* OrderRepository
      const stored = yield* orders.find(charging.company, order.details.number)
      if (Option.isNone(stored)) return yield* commitAnswered(charging, charging.outcomeOf(learned.after), [])
      return yield* commitChanges(charging, applyReports(stored.value.order, [report]))
    }),
  )
  // A report that adds nothing compares no version: then only the store knows the order's state.
  if (learned.events.length === 0) return asItIsStored
  return Effect.catchTag(
    commitChanges(charging, learned, charging.subscription),
    ["OrderConflict", "LinkConflict", "SubscriptionConflict"],
    () => asItIsStored,
  )
}

const commitChanges = Effect.fnUntraced(function* <Outcome>(
  charging: Charging<Outcome>,
  changes: Steps,
  subscription?: Subscription,
) {
  const { order, writes } = yield* consequencesOf(changes, subscription === undefined ? {} : { subscription })
  return yield* commitAnswered(charging, charging.outcomeOf(order), writes)
})
