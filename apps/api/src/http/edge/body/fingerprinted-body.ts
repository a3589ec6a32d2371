/**
 * The part of a body that is fingerprinted: everything, but only the parsed payment, and only the card data that is
 * stored anyway.
 *
 * An attacker with fingerprints and their key can try bodies until one fits. So a fingerprint covers no secret: of a
 * card number only the first six and last four digits, and not the security code. Unknown fields of the payment are
 * left out, and so is a card that cannot be read.
 */
import type { CheckoutOrderInput, PaymentInput } from "@vintem/contract"
import { displayOfCard } from "@vintem/domain/card"

/** A payment that an operation has read. */
export interface PaymentRead {
  readonly payment: PaymentInput
  /** The payment's other fields that the operation has read. */
  readonly terms?: Readonly<Record<string, string | number | boolean | null>>
}

/** The payment of a checkout order. It also names the items. */
export const checkoutPayment = (order: CheckoutOrderInput): PaymentRead => ({
  payment: order.payment,
  terms: {
    applyInterest: order.applyInterest,
    customQuantity: order.customQuantity,
    customTotal: order.customTotal,
  },
})

/**
 * The body that decides if two requests are equal. If the operation does not read a `payment`, that field is left out.
 *
 * @param read - what the operation has read in the field `payment`; null if it reads no such field
 */
export const fingerprintedBody = (body: unknown, read: PaymentRead | null): unknown => {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body
  if (read === null && !Object.hasOwn(body, "payment")) return body
  return { ...body, payment: read === null ? null : { ...read.terms, ...countedPayment(read.payment) } }
}

const countedPayment = (payment: PaymentInput) => (payment._tag === "credit" ? countedCredit(payment) : payment)

const countedCredit = ({ _tag, card, installments }: Extract<PaymentInput, { readonly _tag: "credit" }>) => ({
  _tag,
  installments,
  card: card._tag === "new" ? displayOfCard(card.details) : { token: card.token },
})
