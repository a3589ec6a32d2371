/**
 * An institution's real abilities: it makes charges, shows them, removes them, refunds money and lists its charges.
 *
 * The port `Acquirer` promises more than institutions do. None fences a void, none remembers a refund that it refused,
 * and most rewrite a charge that is requested twice. An adapter from `Psp` to `Acquirer` therefore stores the request
 * under each key. This port is the remaining work for the adapter of one institution.
 *
 * @see docs/decisions/orders.md#0350
 */
import type { Instant, LocalDate } from "@vintem/domain/calendar"
import type { CustomerDetails } from "@vintem/domain/customer"
import type { AttemptKey, CaseKey, CompanyId, OrderNumber, RefundKey } from "@vintem/domain/identifiers"
import type { PaymentMethod } from "@vintem/domain/method"
import type { Centavos } from "@vintem/domain/money"
import type { AttemptReport, RefundReport } from "@vintem/domain/order"
import type {
  AcquirerUnreached,
  ChargeAnswer,
  ChargeMeans,
  ChargeRequest,
  OutcomeUnknown,
  RefundAnswer,
  RefundRequest,
} from "@vintem/domain/ports"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The account of a charge. The money goes there, and only there the charge can be looked up. */
export interface PspAccount {
  /** The name that this service gives it. */
  readonly name: string
  /** The company that owns it; null if companies share it. */
  readonly company: CompanyId | null
  readonly environment: "sandbox" | "production"
}

/** The payment method of a charge. `pix_due` is a Pix that can be paid until the end of a day. */
export type PspMethod = PaymentMethod | "pix_due"

type PspMeans = ChargeMeans | { readonly _tag: "pix_due"; readonly dueDate: LocalDate }

/** Identifies a requested charge. Its account is the `Psp`'s. */
export interface ChargeRef {
  readonly key: AttemptKey
  readonly company: CompanyId
  readonly method: PspMethod
}

/** A charge to make. Its key is used for it alone. */
export interface NewCharge extends Omit<ChargeRequest, "company" | "means" | "receiver"> {
  readonly company: CompanyId
  readonly means: PspMeans
}

/** Money to refund. The way back follows from the charge's method. */
export interface NewRefund extends Omit<RefundRequest, "charge" | "way"> {
  readonly charge: ChargeRef
}

/** A charge as the institution shows it. */
export interface PspCharge {
  readonly key: AttemptKey
  readonly method: PspMethod
  /** Null if the institution does not know it, or does not show it. */
  readonly order: OrderNumber | null
  /** Requested centavos. */
  readonly amount: Centavos
  /** By the institution's clock. */
  readonly madeAt: Instant
  /**
   * Never `expired` at an institution that does not report expiry: then the requested instant decides. A payment that
   * arrives after a removal makes it `confirmed`.
   */
  readonly fact: ChargeAnswer["fact"]
  readonly report: AttemptReport
  readonly payments: ReadonlyArray<PspPayment>
  readonly refunds: ReadonlyArray<PspRefund>
  readonly disputes: ReadonlyArray<PspDispute>
  /** True for a charge that only blocks the key, because `cancel` found nothing under it. */
  readonly isFence: boolean
}

/** A received payment of a charge. */
export interface PspPayment {
  /** The payment's name in its arrangement: for a Pix, the end-to-end id. */
  readonly id: string
  /** Centavos received. */
  readonly amount: Centavos
  readonly at: Instant
}

/** A refund as the institution shows it. */
export interface PspRefund {
  readonly key: RefundKey
  /** Centavos. */
  readonly amount: Centavos
  readonly fact: RefundAnswer["fact"]
  readonly report: RefundReport
}

/** Money that a dispute took back. */
export interface PspDispute {
  readonly key: CaseKey
  /** Centavos. */
  readonly amount: Centavos
}

/** Includes both ends, by the institution's clock. */
interface TimeWindow {
  readonly from: Instant
  readonly until: Instant
}

/** The institution made no charge, and will make none for this request. */
export class ChargeRefused extends Schema.TaggedError<ChargeRefused>()("ChargeRefused", {
  /** Shown like the reason of an `AttemptReport`. */
  reason: Schema.String,
}) {}

/** `pix_key`: the Pix key belongs to another account. `blocked`: the institution lets the account's owner charge nobody. */
export const AccountFault = Schema.Literals(["certificate", "credentials", "scope", "pix_key", "blocked"])
export type AccountFault = typeof AccountFault.Type

/** The institution rejects this account's configuration. Nothing was done, and an operator has to change something. */
export class AccountRejected extends Schema.TaggedError<AccountRejected>()("AccountRejected", {
  account: Schema.String,
  fault: AccountFault,
  /** For the log, without any part of the request. */
  detail: Schema.String,
}) {}

/** One account at one institution. */
export interface Psp {
  readonly account: PspAccount
  readonly methods: ReadonlySet<PspMethod>
  /**
   * Makes a charge. Call it once per key, and after `OutcomeUnknown` look the charge up: an institution may take a
   * second request as a change. If the key was used before all the same, it returns the existing charge.
   */
  readonly create: (
    charge: NewCharge,
  ) => Effect.Effect<PspCharge, ChargeRefused | AccountRejected | AcquirerUnreached | OutcomeUnknown>
  /** None only if the institution says that it has no such charge. A request in flight may still make one. */
  readonly find: (ref: ChargeRef) => Effect.Effect<Option.Option<PspCharge>, AccountRejected | OutcomeUnknown>
  /**
   * Removes an open charge, and returns its final state. If there is none, it blocks the key, so that a request in
   * flight makes none. It can be repeated.
   *
   * @param payer - named by the charge: an institution may require this even to block a key. Null if unknown: then
   *   such a key stays unblocked, and the outcome unknown
   */
  readonly cancel: (
    ref: ChargeRef,
    payer: CustomerDetails | null,
  ) => Effect.Effect<PspCharge, AccountRejected | OutcomeUnknown>
  /**
   * Refunds money of a confirmed charge. It looks for the refund before it requests one, so it can be repeated. A
   * refund is `failed` only if the shown charge explains why. Store that: the institution may not remember it.
   */
  readonly giveBack: (refund: NewRefund) => Effect.Effect<PspRefund, AccountRejected | OutcomeUnknown>
  /** Every charge of a method that was made in the window, earliest first, without fences. */
  readonly list: (
    method: PspMethod,
    window: TimeWindow,
  ) => Effect.Effect<ReadonlyArray<PspCharge>, AccountRejected | OutcomeUnknown>
}
