/**
 * The first step of a new order: key, customer, order and attempt in one commit, or an answer that needs none of them.
 * Then it is charged, if it is paid at once.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import type { AttemptKey, CompanyCode, CustomerId, OrderNumber } from "@vintem/domain/identifiers"
import { type Order, type OrderDetails, type OrderPlaced, placed } from "@vintem/domain/order"
import { type CompanyRepository, Identifiers, type StorageUnavailable, type WriteSet } from "@vintem/domain/ports"
import { Effect, Result } from "effect"
import { ChargePolicy } from "../../charging/charge-policy.ts"
import { isTrading } from "../../charging/is-under-moderation.ts"
import type { OrderPayment } from "../../charging/order-payment.ts"
import { attemptNames, type PricedPayment, startAttempt } from "../../charging/start-attempt.ts"
import type { Answered, Answering } from "../../idempotency/answered.ts"
import { jobWrites } from "../../reactions/jobs.ts"
import {
  commitIntent,
  type Decision,
  type IntentFailure,
  type IntentKind,
  type IntentRefused,
  type Settled,
} from "../paying/commit-intent.ts"
import { type ChargingNeeds, completeCharge } from "../paying/complete-charge.ts"

/** The agreement of an order, before it has a number and a time. */
export interface OrderDraft {
  readonly details: Omit<OrderDetails, "company" | "number" | "token" | "publicKey" | "customerId" | "placedAt">
  /** The id of a known customer. Null to find them by the document. */
  readonly customerId: CustomerId | null
  /** Null if the order is paid later. */
  readonly payment: PricedPayment | null
}

/** The new order, or why there is none; and the writes that go with it. */
export type Drafted<Refusal, Missing = never> =
  | { readonly _tag: "Draft"; readonly draft: OrderDraft; readonly writes: WriteSet<IntentKind> }
  | { readonly _tag: "Refused"; readonly refusal: Refusal; readonly writes: WriteSet<IntentKind> }
  /** Its checkout or other reference does not exist. */
  | { readonly _tag: "Missing"; readonly failure: Missing }

/** A refusal: nothing is written, except the answer. */
export const refuse = <Refusal>(refusal: Refusal): Drafted<Refusal> => ({ _tag: "Refused", refusal, writes: [] })

/** An order that is about to be drafted. */
export interface OrderToDraft {
  readonly number: OrderNumber
  readonly at: Instant
  /** The key of the attempt that is to start with the order; null if the request does not pay. */
  readonly attempt: AttemptKey | null
  /** What refused the draft before. */
  readonly refused: IntentRefused | null
}

/** How an order is placed: its company, its draft, and the encoding of the outcome. */
export interface OrderPlacing<Refusal, Missing, R> extends Answering<PlaceOrderOutcome<Refusal>> {
  readonly company: Company
  /**
   * The sender of the request: the company with its API key, or a payer, who has none. A payer's input never changes a
   * customer whom the company knows; the order keeps the input.
   */
  readonly sender: "company" | "payer"
  /** How the request pays; null if it does not. */
  readonly payment: OrderPayment | null
  /** Reads what the order is placed on, and decides. */
  readonly draft: (order: OrderToDraft) => Effect.Effect<Drafted<Refusal, Missing>, StorageUnavailable, R>
}

/** How placing an order ended. */
export type PlaceOrderOutcome<Refusal> =
  /** The company is under moderation, and sells nothing until that ends. Nothing was placed. */
  | { readonly _tag: "UnderModeration" }
  /** Nothing was placed. */
  | { readonly _tag: "Refused"; readonly refusal: Refusal }
  /** The order exists; see its status. */
  | { readonly _tag: "Placed"; readonly order: Order }

/**
 * Must not be interrupted: if the client disconnects, the charge continues and its outcome is stored.
 *
 * @returns the answer to send, and if it repeats an earlier one
 */
export const placeOrder = Effect.fnUntraced(function* <Refusal, Missing extends { readonly _tag: string }, R>(
  placing: OrderPlacing<Refusal, Missing, R>,
): Effect.fn.Return<Answered<PlaceOrderOutcome<Refusal>>, IntentFailure | Missing, ChargingNeeds | R> {
  const { company, encode, keyed } = placing
  const charging = {
    company: company.id,
    keyed,
    encode,
    outcomeOf: (order: Order): PlaceOrderOutcome<Refusal> => ({ _tag: "Placed", order }),
  }
  const intent = yield* commitIntent({ ...charging, decide: (at, refused) => decision(placing, at, refused) })
  return yield* completeCharge(charging, intent)
}, Effect.uninterruptible)

/** Decides the request. Nothing is written. */
const decision = Effect.fnUntraced(function* <Refusal, Missing extends { readonly _tag: string }, R>(
  placing: OrderPlacing<Refusal, Missing, R>,
  at: Instant,
  refused: IntentRefused | null,
): Effect.fn.Return<
  Decision<PlaceOrderOutcome<Refusal>, Missing>,
  StorageUnavailable,
  ChargePolicy | CompanyRepository | Identifiers | R
> {
  const { company, payment } = placing
  const policy = yield* ChargePolicy
  const names = yield* namesFor(company.code, payment)
  const drafted = yield* placing.draft({ number: names.number, at, attempt: names.attempt?.key ?? null, refused })
  if (drafted._tag === "Missing") return drafted
  if (!(yield* isTrading(company, refused)))
    return { _tag: "Settled", outcome: { _tag: "UnderModeration" }, writes: [] }
  if (drafted._tag === "Refused") {
    const { refusal, writes } = drafted
    return { _tag: "Settled", outcome: { _tag: "Refused", refusal }, writes }
  }
  const { draft } = drafted
  const writes: WriteSet<IntentKind> = [{ _tag: "RequireTrading", company: company.id }, ...drafted.writes]
  const decide = (customer: CustomerId) =>
    orderFor<Refusal>(company, draft, names, at, customer, policy.acquirerTimeoutMillis)
  if (draft.customerId !== null) {
    const order = decide(draft.customerId)
    return { ...order, writes: [...writes, ...order.writes] }
  }
  return {
    _tag: "ForCustomer",
    customer: {
      _tag: placing.sender === "company" ? "put" : "register",
      customer: { company: company.id, token: names.customerToken, details: draft.details.customer, createdAt: at },
    },
    writes,
    charged: draft.payment === null ? null : names.number,
    decide,
  }
})

/** The order of a customer, with its first attempt if it is paid at once. */
const orderFor = <Refusal>(
  company: Company,
  { details, payment }: OrderDraft,
  { attempt, number, publicKey, token }: Names,
  at: Instant,
  customerId: CustomerId,
  acquirerTimeoutMillis: number,
): Settled<PlaceOrderOutcome<Refusal>> => {
  const placing: OrderPlaced = {
    _tag: "OrderPlaced",
    details: { company: company.id, number, token, publicKey, ...details, customerId, placedAt: at },
    at,
  }
  const order = placed(placing)
  if (payment === null || attempt === null) {
    const writes: WriteSet<IntentKind> = [
      { _tag: "AddOrder", order, events: [placing] },
      ...jobWrites(order, [placing], acquirerTimeoutMillis),
    ]
    return { _tag: "Settled", outcome: { _tag: "Placed", order }, writes }
  }
  const started = Result.getOrThrow(startAttempt(company, order, payment, attempt, at))
  const writes: WriteSet<IntentKind> = [
    { _tag: "AddOrder", order: started.order, events: [placing, ...started.events] },
    ...jobWrites(started.order, started.events, acquirerTimeoutMillis),
  ]
  return { _tag: "Started", order: started.order, attempt: started.attempt, charge: started.charge, writes }
}

/** Names that no other order has. */
const namesFor = Effect.fnUntraced(function* (company: CompanyCode, payment: OrderPayment | null) {
  const identifiers = yield* Identifiers
  const number = yield* identifiers.orderNumber(company)
  return {
    number,
    token: yield* identifiers.orderToken,
    publicKey: yield* identifiers.publicKey(number),
    customerToken: yield* identifiers.customerToken,
    attempt: payment === null ? null : yield* attemptNames(number, payment),
  }
})

type Names = Effect.Success<ReturnType<typeof namesFor>>
