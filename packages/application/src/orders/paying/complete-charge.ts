/**
 * The second and third step of every charge: the request to the acquirer under the attempt's key, and the commit of its
 * report with the answer to the request. Whatever happens between them leaves a normal state that is resolved by asking
 * again.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type Attempt, isInFlight, type Order, type OrderReport } from "@vintem/domain/order"
import {
  type Acquirer,
  type ChargeRequest,
  type IdempotencyStore,
  type StorageUnavailable,
  type StoredAnswer,
  UnitOfWork,
} from "@vintem/domain/ports"
import { isSubscribing, type Subscription } from "@vintem/domain/subscription"
import { Effect, Option } from "effect"
import { type ChargedFor, chargeAttempt, resolveOutcome } from "../../charging/ask-acquirer.ts"
import { releaseKey, storeAnswer } from "../../idempotency/claim-key.ts"
import type { KeyedRequest, KeyRefused } from "../../idempotency/keyed-request.ts"
import type { Answered } from "../../idempotency/once.ts"
import { type SaveConflict, type SaveNeeds, saveChanges } from "../../reactions/save-changes.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import { applyReports, recordReportsInUnit } from "../reports/record-reports.ts"

/** The charge's order, and the encoding of the outcome. */
export interface Charging {
  readonly company: CompanyId
  readonly keyed: KeyedRequest | null
  /** Encodes an order for the wire. The answer is stored under the key and repeated byte for byte. */
  readonly encode: (order: Order) => StoredAnswer
  /** The subscription whose period this order renews, as committed with the attempt. */
  readonly subscription?: Subscription
  /** A payer by default. */
  readonly chargedFor?: ChargedFor
}

/** Why a charge has no answer. */
export type ChargingFailure = KeyRefused | SaveConflict | StorageUnavailable

/** The services that every charge needs. */
export type ChargingNeeds = Acquirer | IdempotencyStore | SaveNeeds | UnitOfWork

/** There is no request to the acquirer: this is the answer. */
export interface Settled {
  readonly _tag: "Settled"
  readonly answered: Answered
}

/** The result of the first step. */
export type Intent =
  | Settled
  /** The attempt is committed: now the acquirer is asked. */
  | { readonly _tag: "Started"; readonly order: Order; readonly attempt: Attempt; readonly charge: ChargeRequest }
  /** An earlier request with the key, which was claimed at `since`, got as far as this order. */
  | { readonly _tag: "Resumed"; readonly order: Order; readonly since: Instant }

/** An intent that is already an answer. */
export const settled = (answer: Answered["answer"], isReplayed: boolean): Settled => ({
  _tag: "Settled",
  answered: { answer, isReplayed },
})

/**
 * Continues after the first step. Must not be interrupted.
 *
 * @returns the answer to send, and if it repeats an earlier one
 */
export const completeCharge = (
  charging: Charging,
  intent: Intent,
): Effect.Effect<Answered, SaveConflict | StorageUnavailable, ChargingNeeds> =>
  completeFrom(charging, intent).pipe(Effect.tapCause(() => releaseKey(charging.keyed)))

const completeFrom = Effect.fnUntraced(function* (charging: Charging, intent: Intent) {
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
      if (own === undefined) return yield* commitAnswer(charging, order)
      return yield* commitOutcome(charging, order, yield* resolveOutcome(own))
    }
  }
})

/**
 * Records the acquirer's report, the card, and the answer to the request in one commit. If another process recorded a
 * report of this order meanwhile, ours is added to it and the answer shows both.
 */
const commitOutcome = Effect.fnUntraced(function* (charging: Charging, order: Order, report: OrderReport) {
  const { commit, commitTogether } = yield* UnitOfWork
  const learned = applyReports(order, [report])
  const asWeKnowIt = Effect.flatMap(saveChanges(learned, charging.subscription), (saved) => answerWith(charging, saved))
  const asItIsStored = Effect.flatMap(recordReportsInUnit(charging.company, order.details.number, [report]), (stored) =>
    answerWith(charging, Option.match(stored, { onNone: () => learned.after, onSome: (one) => one.order })),
  )
  // A report that adds nothing compares no version: then only the store knows the order's current state.
  if (learned.events.length === 0) return yield* againOnConflict(commit(asItIsStored))
  return yield* (mayShareCommit(order) ? commitTogether(asWeKnowIt) : commit(asWeKnowIt)).pipe(
    Effect.catchTag(["OrderConflict", "LinkConflict", "SubscriptionConflict"], () =>
      againOnConflict(commit(asItIsStored)),
    ),
  )
})

/**
 * True if the outcome may be committed in a group. An order of a link or of a subscription may not: its outcome
 * compares the version of the link or subscription, and two in one group would conflict. Nor may one that begins a
 * subscription, because many orders update the row that counts them. A coupon is allowed, although orders share it: its
 * statement adds to the stored count.
 */
const mayShareCommit = (order: Order): boolean =>
  (order.details.origin === "single" || order.details.origin === "checkout") && !isSubscribing(order)

const commitAnswer = Effect.fnUntraced(function* (charging: Charging, order: Order) {
  const { commit } = yield* UnitOfWork
  return yield* commit(answerWith(charging, order))
})

const answerWith = ({ keyed, encode }: Charging, order: Order) =>
  Effect.map(storeAnswer(keyed, encode(order)), (answer): Answered => ({ answer, isReplayed: false }))
