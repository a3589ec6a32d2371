/** Sends messages to payers. The adapter decides their look and their language. */
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

/** A reminder of an unpaid bill, for its payer. */
export interface PaymentReminder {
  /** Identifies this message: if it is sent twice, receivers recognize it. Letters, digits and hyphens. */
  readonly id: string
  readonly to: Email
  /** The payer's name. Null if the company did not give one. */
  readonly payer: string | null
  /** The name of the company. */
  readonly company: string
  /** The subject of the payment. */
  readonly title: string
  /**
   * Centavos: the price that the link's page shows first. If nothing can be paid any more, the company's amount, before
   * interest and passed-on fees.
   */
  readonly amount: Centavos
  /** The kind of the amount. `asked` if nothing can be paid any more. */
  readonly amountIs: Headline["kind"]
  /** The last day for paying it. */
  readonly expiresOn: LocalDate
  /** The day of the reminder. */
  readonly today: LocalDate
  /** The link to pay. */
  readonly link: LinkSlug
}

/** A receipt of a payment, for its payer. */
export interface PaymentReceipt {
  /** Identifies this message: if it is sent twice, receivers recognize it. Letters, digits and hyphens. */
  readonly id: string
  readonly to: Email
  readonly payer: string
  /** The name of the company. */
  readonly company: string
  /** The subject of the payment. */
  readonly title: string
  /** Centavos, with interest and passed-on fees: the payer's total. */
  readonly amount: Centavos
  readonly method: PaymentMethod
  /** 1 to 12. */
  readonly installments: number
  /** The card's last digits. Null if there is no card. */
  readonly cardLastDigits: string | null
  readonly paidAt: Instant
  /** The number for questions about it. */
  readonly order: OrderNumber
  /** The key of the page that shows the receipt. */
  readonly publicKey: PublicKey
  readonly language: PageLanguage
}

/**
 * The message was not sent.
 *
 * - `later`: refused for now; it may be sent again
 * - `never`: refused for good, for example because of the address
 * - `unknown`: it was sent, but no answer came: it may have arrived
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
    /** Reminds a payer of a bill, once for each call. */
    readonly remind: (reminder: PaymentReminder) => Effect.Effect<void, MailNotSent>
    /** Sends a payer the receipt of a payment, once for each call. */
    readonly sendReceipt: (receipt: PaymentReceipt) => Effect.Effect<void, MailNotSent>
  }
>()("@vintem/domain/ports/Mailer") {}
