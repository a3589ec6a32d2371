/**
 * Sends messages to payers. The adapter decides how they look, and their language.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Instant } from "../../calendar/instant.ts"
import type { LocalDate } from "../../calendar/local-date.ts"
import type { PageLanguage } from "../../company/page-settings.ts"
import type { Email } from "../../customer/email.ts"
import type { Headline } from "../../fees/price-list.ts"
import type { OrderNumber, PublicKey } from "../../identifiers/order.ts"
import type { LinkSlug } from "../../identifiers/payment-link.ts"
import type { PaymentMethod } from "../../method/payment-method.ts"
import type { Centavos } from "../../money/centavos.ts"

/** A bill that is still to be paid, as its payer is reminded of it. */
export interface PaymentReminder {
  /** Names this message and no other: sent twice, it is recognized as one. Letters, digits and hyphens. */
  readonly id: string
  readonly to: Email
  /** The payer's name, null if the company did not say. */
  readonly payer: string | null
  /** Who asks for the money. */
  readonly company: string
  /** What it is for. */
  readonly title: string
  /**
   * Centavos: the price that the page of the link names first; once nothing can be paid any more, what the company asks for, before interest
   * and passed-on fees.
   */
  readonly amount: Centavos
  /** How the amount is meant; `asked` if nothing can be paid any more. */
  readonly amountIs: Headline["kind"]
  /** The last day on which it can be paid. */
  readonly expiresOn: LocalDate
  /** The day on which the payer is reminded. */
  readonly today: LocalDate
  /** The link it is paid by. */
  readonly link: LinkSlug
}

/** A payment that was received, as its payer is told of it. */
export interface PaymentReceipt {
  /** Names this message and no other: sent twice, it is recognized as one. Letters, digits and hyphens. */
  readonly id: string
  readonly to: Email
  readonly payer: string
  /** Who received the money. */
  readonly company: string
  /** What it was for. */
  readonly title: string
  /** Centavos, with interest and passed-on fees: what the payer pays. */
  readonly amount: Centavos
  readonly method: PaymentMethod
  /** 1 to 12. */
  readonly installments: number
  /** The card's last digits; null if there is no card. */
  readonly cardLastDigits: string | null
  readonly paidAt: Instant
  /** The number to quote. */
  readonly order: OrderNumber
  /** The key of the page that shows the receipt. */
  readonly publicKey: PublicKey
  readonly language: PageLanguage
}

/**
 * The message was not sent.
 *
 * - `later`: not taken for now; it may be sent again
 * - `never`: refused for good, the address for one
 * - `unknown`: it was handed over and no word came back: it may have been sent
 */
export class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", {
  again: Schema.Literals(["later", "never", "unknown"]),
  /** For the log, without address or text of the message. */
  detail: Schema.String,
}) {}

/** Sends payers their receipts and reminders. */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** Reminds a payer of a bill, once each time it is asked. */
    readonly remind: (reminder: PaymentReminder) => Effect.Effect<void, MailNotSent>
    /** Sends a payer the receipt of a payment, once each time it is asked. */
    readonly sendReceipt: (receipt: PaymentReceipt) => Effect.Effect<void, MailNotSent>
  }
>()("@vintem/domain/ports/Mailer") {}
