/**
 * An institution as it really is: it makes charges, shows them, removes them, gives money back and lists what it made.
 *
 * The promises of the port `Acquirer` are more than institutions keep. None fences a void, none remembers a refund that it refused, and most
 * rewrite a charge that is asked for twice. Whoever turns a `Psp` into an `Acquirer` therefore stores what was asked under each key. This
 * port says what is left to do for the adapter of one institution.
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

/** Where a charge was made. The money goes there, and only there the charge can be looked up. */
export interface PspAccount {
  /** The name that this service gives it. */
  readonly name: string
  /** The company that owns it; null if companies share it. */
  readonly company: CompanyId | null
  readonly environment: "sandbox" | "production"
}

/** How a charge is paid. `pix_due` is a Pix that can be paid until the end of a day. */
export type PspMethod = PaymentMethod | "pix_due"

type PspMeans = ChargeMeans | { readonly _tag: "pix_due"; readonly dueDate: LocalDate }

/** Names a charge that was asked for. Its account is that of the `Psp`. */
export interface ChargeRef {
  readonly key: AttemptKey
  readonly company: CompanyId
  readonly method: PspMethod
}

/** A charge to make. Its key is used for it alone. */
export interface NewCharge extends Omit<ChargeRequest, "means" | "receiver"> {
  readonly company: CompanyId
  readonly means: PspMeans
}

/** Money to give back. How it goes back follows from the method of the charge. */
export interface NewRefund extends Omit<RefundRequest, "charge" | "way"> {
  readonly charge: ChargeRef
}

/** A charge as the institution shows it. */
export interface PspCharge {
  readonly key: AttemptKey
  readonly method: PspMethod
  /** Null if the institution was not told, or does not show it. */
  readonly order: OrderNumber | null
  /** Centavos asked for. */
  readonly amount: Centavos
  /** By the institution's clock. */
  readonly madeAt: Instant
  /**
   * Never `expired` at an institution that does not say so: whoever knows the instant that was asked for decides. A payment that arrives
   * after a removal makes it `confirmed`.
   */
  readonly fact: ChargeAnswer["fact"]
  readonly report: AttemptReport
  readonly payments: ReadonlyArray<PspPayment>
  readonly refunds: ReadonlyArray<PspRefund>
  readonly disputes: ReadonlyArray<PspDispute>
  /** No charge: it only blocks the key, because `cancel` found nothing under it. */
  readonly isFence: boolean
}

/** Money that a charge brought. */
export interface PspPayment {
  /** The name that the payment has in its arrangement: of a Pix, the end-to-end id. */
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

/** Both ends belong to it, by the institution's clock. */
interface TimeWindow {
  readonly from: Instant
  readonly until: Instant
}

/** The institution made no charge, and will make none for the same request. */
export class ChargeRefused extends Schema.TaggedError<ChargeRefused>()("ChargeRefused", {
  /** Shown like the reason of an `AttemptReport`. */
  reason: Schema.String,
}) {}

/** `pix_key`: the Pix key belongs to another account. `blocked`: the institution lets the account's owner charge nobody. */
export const AccountFault = Schema.Literals(["certificate", "credentials", "scope", "pix_key", "blocked"])
export type AccountFault = typeof AccountFault.Type

/** The institution does not serve this account as it is set up. Nothing was done, and an operator has to change something. */
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
   * Makes a charge. Call it once a key, and after `OutcomeUnknown` look the charge up: an institution may take a second request for a change.
   * If the key was used before all the same, it answers what is there.
   */
  readonly create: (
    charge: NewCharge,
  ) => Effect.Effect<PspCharge, ChargeRefused | AccountRejected | AcquirerUnreached | OutcomeUnknown>
  /** None only if the institution says that it has no such charge. A request on its way may still make one. */
  readonly find: (ref: ChargeRef) => Effect.Effect<Option.Option<PspCharge>, AccountRejected | OutcomeUnknown>
  /**
   * Removes an open charge, and answers what became of it. If there is none, it blocks the key, so that a request on its way makes none.
   * It can be repeated.
   *
   * @param payer - whom the charge names: an institution may ask for it even to block a key
   */
  readonly cancel: (
    ref: ChargeRef,
    payer: CustomerDetails,
  ) => Effect.Effect<PspCharge, AccountRejected | OutcomeUnknown>
  /**
   * Gives money of a confirmed charge back. It looks for the refund before it asks for one, so it can be repeated. A refund is `failed` only
   * if the charge as it is shown says why. Store that: the institution may not remember it.
   */
  readonly giveBack: (refund: NewRefund) => Effect.Effect<PspRefund, AccountRejected | OutcomeUnknown>
  /** Every charge of a method that was made in the window, earliest first, without fences. */
  readonly list: (
    method: PspMethod,
    window: TimeWindow,
  ) => Effect.Effect<ReadonlyArray<PspCharge>, AccountRejected | OutcomeUnknown>
}
