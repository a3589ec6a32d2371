/** Places an order by a payment link: with its payment, or with the payer's contact first. */

import { type OrderItem, slugOf } from "@vintem/domain/catalogue"
import type { Company } from "@vintem/domain/company"
import type { Address } from "@vintem/domain/customer"
import type { LinkSlug } from "@vintem/domain/identifiers"
import type { Method } from "@vintem/domain/method"
import { type Centavos, zero } from "@vintem/domain/money"
import type { CardStop } from "@vintem/domain/order"
import {
  type LinkRefused,
  type LinkStatus,
  linkStatusOf,
  linkTotal,
  type PaymentLink,
} from "@vintem/domain/payment-link"
import type { PaymentLinkRepository, Secrets, StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Result } from "effect"
import { methodOf, type OrderPayment } from "../charging/order-payment.ts"
import { priceAsShown, priceOf } from "../charging/price-of.ts"
import { type PriceRefused, priceRefused } from "../charging/price-refused.ts"
import { startLinkPayment } from "../charging/start-link-payment.ts"
import type { Answered, Answering } from "../idempotency/answered.ts"
import type { IntentFailure } from "../orders/paying/commit-intent.ts"
import type { ChargingNeeds } from "../orders/paying/complete-charge.ts"
import { payerCard } from "../orders/paying/payer-card.ts"
import {
  type Drafted,
  type OrderDraft,
  type OrderToDraft,
  type PlaceOrderOutcome,
  placeOrder,
  refuse,
} from "../orders/placing/place-order.ts"
import { findPaymentLink, type NoSuchLink } from "./find-payment-link.ts"
import { addressOf, customerOf, type GivenCustomer, type MissingCustomer } from "./link-payer.ts"

/** What placing an order by a link needs, besides the ports. */
export interface OrderByLink extends Answering<PlaceOrderOutcome<OrderByLinkRefusal>> {
  /** The company whose link it is. */
  readonly company: Company
  readonly slug: LinkSlug
  readonly customer: GivenCustomer
  readonly address: Address | null
  /** By a card that is not saved, by Pix or slip. Null if the payer leaves a contact and pays later. */
  readonly payment: OrderPayment | null
  /** The price that the payer saw, in centavos: another price is refused. Null if unknown. */
  readonly total: Centavos | null
  /** The network of the payer's address: see `PayerAttempt`. */
  readonly visitor: string
}

/** Why no order was placed. If several reasons hold, the first in this list is given. */
export type OrderByLinkRefusal =
  /** The link can no longer be paid. */
  | { readonly _tag: "LinkClosed"; readonly status: LinkStatus }
  | { readonly _tag: "CustomerMissing"; readonly fields: MissingCustomer }
  | PriceRefused
  /** The link does not accept this payment, or none at the moment. */
  | { readonly _tag: "LinkRefused"; readonly refusal: LinkRefused }
  /** Too many cards were refused. Payment by Pix or slip, or later, is possible. */
  | { readonly _tag: "CardStopped"; readonly stop: CardStop }

/** Answers with `request.encode`, and repeats that answer to a repeated request. Fails with `NoSuchLink`. */
export const orderByLink = (
  request: OrderByLink,
): Effect.Effect<
  Answered<PlaceOrderOutcome<OrderByLinkRefusal>>,
  IntentFailure | NoSuchLink,
  ChargingNeeds | Secrets
> =>
  placeOrder({
    company: request.company,
    sender: "payer",
    keyed: request.keyed,
    payment: request.payment,
    encode: request.encode,
    draft: (placing) => draftOf(request, placing),
  })

const draftOf = Effect.fnUntraced(function* (
  request: OrderByLink,
  { at, attempt: key, number, refused }: OrderToDraft,
): Effect.fn.Return<Drafted<OrderByLinkRefusal, NoSuchLink>, StorageUnavailable, PaymentLinkRepository | Secrets> {
  const link = yield* Effect.catchTag(findPaymentLink(request.company.id, request.slug), "NoSuchLink", (failure) =>
    Effect.succeed({ _tag: "Missing", failure } as const),
  )
  if ("failure" in link) return link
  const status = linkStatusOf(link, at)
  if (status !== "open") return refuse({ _tag: "LinkClosed", status })
  const customer = customerOf(link.terms, request.customer)
  if (!("document" in customer)) return refuse({ _tag: "CustomerMissing", fields: customer })
  const details = { ...detailsOf(link), customer, address: addressOf(link.terms, request.address) }
  const { payment } = request
  const draft: OrderDraft = { details, customerId: null, payment: null }
  if (payment === null || key === null) return { _tag: "Draft", draft, writes: [] }
  const method: Method = methodOf(payment)
  const { feeMode, installments } = link.terms
  const asked = { amount: details.amount, feeMode, installments }
  const price = Result.flatMap(priceOf(asked, method, request.company), priceAsShown(request.total))
  if (Result.isFailure(price)) return refuse(priceRefused(price.failure, method, asked, request.company))
  const started = startLinkPayment({ link, number, method, at })
  if (Result.isFailure(started)) return refuse({ _tag: "LinkRefused", refusal: started.failure })
  // The last step that may refuse.
  const { company, slug, visitor } = request
  const card = yield* payerCard({ company: company.id, visitor, order: null, link: slug, payment, key, at }, refused)
  if (card.stop !== null)
    return { _tag: "Refused", refusal: { _tag: "CardStopped", stop: card.stop }, writes: card.writes }
  return {
    _tag: "Draft",
    draft: { ...draft, payment: { payment, quote: price.success, saved: null } },
    writes: [...card.writes, { _tag: "SaveLink", ...started.success }],
  }
})

/** The content of the order: the link's one line, as it is now. */
const detailsOf = ({ details, terms }: PaymentLink) => {
  const amount = linkTotal(terms)
  const item: OrderItem = {
    productId: null,
    sku: slugOf(terms.title),
    title: terms.title,
    unitPrice: amount,
    priceCost: null,
    quantity: 1,
  }
  return {
    origin: "payment_link",
    src: null,
    ref: terms.reference,
    checkout: null,
    items: [item],
    amount,
    discount: zero,
    paymentLink: details.slug,
    ...(terms.feeMode === "none" ? {} : { feeMode: terms.feeMode }),
  } as const
}
