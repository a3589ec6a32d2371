/**
 * The first step of every charge: it commits the key of the request and what the request will do before the acquirer is
 * asked; or a refusal, which is stored as the answer.
 *
 * The request is decided before its key is claimed, and both are committed together. Most keys are new. If one is not,
 * the decision is discarded, and the key's record says how to continue.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CouponRefused } from "@vintem/domain/catalogue"
import type { CompanyId, CustomerId, OrderNumber } from "@vintem/domain/identifiers"
import {
  type CardStopped,
  type CustomerOfOrder,
  type IdempotencyClaim,
  type KeyConflict,
  type ModerationConflict,
  OrderRepository,
  type StorageUnavailable,
  type StoredAnswer,
  type Stores,
  UnitOfWork,
  type WriteKind,
  type WriteRefused,
  type WriteSet,
  WriteSets,
} from "@vintem/domain/ports"
import { Clock, Data, Effect, Option } from "effect"
import { ChargePolicy } from "../../charging/charge-policy.ts"
import { type Answered, type Answering, replayed } from "../../idempotency/answered.ts"
import { type Claim, claimOf, releaseKey, takeClaim, workMarginMillis } from "../../idempotency/claim-key.ts"
import type { KeyedRequest, KeyRefused } from "../../idempotency/keyed-request.ts"
import type { SaveConflict } from "../../reactions/consequence.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import { commitWrites } from "../../units/commit-writes.ts"
import type { Charging, Intent, Started } from "./complete-charge.ts"

/** The writes that an intent may have. */
export type IntentKind = Exclude<WriteKind, "AddLinks" | "SaveBatch" | "SettleJob">

/** The outcome of a request, with its writes. */
export type Settled<Outcome> = { readonly writes: WriteSet<IntentKind> } & (
  | Started
  /** Nothing is asked of the acquirer. */
  | { readonly _tag: "Settled"; readonly outcome: Outcome }
)

/** The decision on a request. */
export type Decision<Outcome, Missing> =
  | Settled<Outcome>
  /** Its customer may be new: the rest is decided when their number is known. */
  | {
      readonly _tag: "ForCustomer"
      readonly customer: CustomerOfOrder
      readonly writes: WriteSet<IntentKind>
      /** The order that is charged; null if none is. */
      readonly charged: OrderNumber | null
      readonly decide: (id: CustomerId) => Settled<Outcome>
    }
  | Absent<Missing>

/** The object of the request does not exist. */
interface Absent<Missing> {
  readonly _tag: "Missing"
  readonly failure: Missing
}

/** Why the decision could not be written: the request is decided again with this reason. */
export type IntentRefused = CardStopped | CouponRefused | ModerationConflict

/** A request that may charge. */
export interface ChargingRequest<Outcome, Missing, R> extends Charging<Outcome> {
  /**
   * Reads and decides. Nothing is written, and it may be done several times.
   *
   * @param refused - what refused the decision before
   */
  readonly decide: (
    at: Instant,
    refused: IntentRefused | null,
  ) => Effect.Effect<Decision<Outcome, Missing>, StorageUnavailable, R>
}

/** What keeps an intent from being committed. */
export type IntentFailure = KeyRefused | SaveConflict | StorageUnavailable

/** Commits what a request will do. Fails if its object is missing, unless the request was answered before. */
export const commitIntent = Effect.fnUntraced(function* <Outcome, Missing, R>(
  request: ChargingRequest<Outcome, Missing, R>,
): Effect.fn.Return<Intent<Outcome>, IntentFailure | Missing, ChargePolicy | Stores | R> {
  const { company, keyed } = request
  const at = instant(yield* Clock.currentTimeMillis)
  if (keyed === null) return yield* found(yield* decidedWithoutClaim(request, at, { _tag: "None" }))
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const newClaim = claimOf(keyed, at, acquirerTimeoutMillis + workMarginMillis)
  const first = yield* Effect.catchTag(decided(request, at, { _tag: "New", claim: newClaim }), "KeyConflict", () =>
    Effect.succeed(null),
  )
  if (first !== null) return yield* found(first)
  const { commit } = yield* UnitOfWork
  const claim = yield* commit(takeClaim(newClaim))
  if (claim._tag === "Answered") return settled(replayed(claim.answer))
  return yield* Effect.tapCause(
    Effect.gen(function* () {
      const order = claim._tag === "Resumed" ? yield* orderOf(company, claim) : null
      return order ?? (yield* found(yield* decidedWithoutClaim(request, at, { _tag: "Claimed", keyed })))
    }),
    () => releaseKey(keyed),
  )
})

/** Fails if the object of the request is missing. */
const found = <Outcome, Missing>(one: Absent<Missing> | Intent<Outcome>): Effect.Effect<Intent<Outcome>, Missing> =>
  one._tag === "Missing" ? Effect.fail(one.failure) : Effect.succeed(one)

const settled = <Outcome>(answered: Answered<Outcome>): Intent<Outcome> => ({ _tag: "Settled", answered })

/** The order that an earlier request under the key stored; null if it is missing. */
const orderOf = Effect.fnUntraced(function* (
  company: CompanyId,
  { order: number, since }: Extract<Claim, { readonly _tag: "Resumed" }>,
) {
  const orders = yield* OrderRepository
  const stored = yield* orders.find(company, number)
  if (Option.isNone(stored)) return null
  return { _tag: "Resumed", order: stored.value.order, since } as const
})

/** The state of a request's key before its decision is committed. */
type Key =
  | { readonly _tag: "None" }
  /** Claimed in the same commit, unless another request has claimed it. */
  | { readonly _tag: "New"; readonly claim: IdempotencyClaim }
  /** It was used before, and is this request's now. */
  | { readonly _tag: "Claimed"; readonly keyed: KeyedRequest }

const decided = <Outcome, Missing, R>(request: ChargingRequest<Outcome, Missing, R>, at: Instant, key: Key) =>
  againOnConflict(decidedKnowing(request, at, key, null))

/** A set that claims no key is not refused one. */
const decidedWithoutClaim = <Outcome, Missing, R>(
  request: ChargingRequest<Outcome, Missing, R>,
  at: Instant,
  key: Exclude<Key, { readonly _tag: "New" }>,
) => Effect.catchTag(decided(request, at, key), "KeyConflict", Effect.die)

const decidedKnowing = <Outcome, Missing, R>(
  request: ChargingRequest<Outcome, Missing, R>,
  at: Instant,
  key: Key,
  refused: IntentRefused | null,
): Effect.Effect<Absent<Missing> | Intent<Outcome>, IntentFailure | KeyConflict, R | Stores> =>
  Effect.flatMap(request.decide(at, refused), (decision) => committed(request, key, decision)).pipe(
    Effect.catchTag(["CardStopped", "CouponRefused", "ModerationConflict"], (one: IntentRefused) =>
      decidedKnowing(request, at, key, one),
    ),
    Effect.catchTag("AnswerConflict", ({ answer }) => Effect.succeed(settled<Outcome>(replayed(answer)))),
  )

/** Commits a decision together with its key. */
const committed = <Outcome, Missing>(
  request: Answering<Outcome>,
  key: Key,
  decision: Decision<Outcome, Missing>,
): Effect.Effect<
  Absent<Missing> | Intent<Outcome>,
  KeyRefused | StorageUnavailable | WriteRefused<IntentKind>,
  Stores
> => {
  switch (decision._tag) {
    case "Missing":
      return answeredBefore(key, decision)
    case "Settled":
    case "Started": {
      const intent = intentOf(request, decision)
      return Effect.as(commitWrites([...keyWrites(key, noted(intent)), ...decision.writes]), intent)
    }
    case "ForCustomer": {
      const { charged, customer, decide, writes } = decision
      const first = keyWrites(key, { order: charged, answer: null })
      return Effect.flatMap(WriteSets, ({ commitFor }) =>
        commitFor(customer, [...first, ...writes], (id) => {
          const rest = decide(id)
          const intent = intentOf(request, rest)
          return { writes: [...keepWrites(key, noted(intent).answer), ...rest.writes], value: intent }
        }),
      )
    }
  }
}

const intentOf = <Outcome>({ encode }: Answering<Outcome>, decision: Settled<Outcome>): Intent<Outcome> =>
  decision._tag === "Started"
    ? decision
    : settled({ isReplayed: false, outcome: decision.outcome, answer: encode(decision.outcome) })

/** What is stored under the key: the order that is charged, or the answer. */
interface Noted {
  readonly order: OrderNumber | null
  readonly answer: StoredAnswer | null
}

const noted = <Outcome>(intent: Intent<Outcome>): Noted =>
  intent._tag === "Settled"
    ? { order: null, answer: intent.answered.answer }
    : { order: intent.order.details.number, answer: null }

const keyWrites = (key: Key, { answer, order }: Noted): WriteSet<"AttachKey" | "ClaimKey" | "KeepAnswer"> => {
  switch (key._tag) {
    case "None":
      return []
    case "New":
      return [{ _tag: "ClaimKey", claim: key.claim, order, answer }]
    case "Claimed":
      return order === null
        ? keepWrites(key, answer)
        : [{ _tag: "AttachKey", scope: key.keyed, key: key.keyed.key, order }]
  }
}

/** Stores the answer under a claimed key. */
const keepWrites = (key: Key, answer: StoredAnswer | null): WriteSet<"KeepAnswer"> => {
  if (key._tag === "None" || answer === null) return []
  const claimed = key._tag === "New" ? key.claim : key.keyed
  return [{ _tag: "KeepAnswer", scope: claimed, key: claimed.key, answer }]
}

/** The outcome of a request whose object is missing: it may have been answered while the object existed. */
const answeredBefore = <Outcome, Missing>(
  key: Key,
  absent: Absent<Missing>,
): Effect.Effect<Absent<Missing> | Intent<Outcome>, KeyRefused | StorageUnavailable, Stores> => {
  if (key._tag !== "New") return Effect.succeed(absent)
  const unit = Effect.flatMap(takeClaim(key.claim), (claim) =>
    claim._tag === "Answered" ? Effect.succeed(settled<Outcome>(replayed(claim.answer))) : new NotAnswered(),
  )
  return Effect.flatMap(UnitOfWork, ({ commit }) => commit(unit)).pipe(
    Effect.catchTag("NotAnswered", () => Effect.succeed(absent)),
  )
}

/** The key is unchanged: nothing is claimed. */
class NotAnswered extends Data.TaggedError("NotAnswered") {}
