/** An order for its payer, who has only its public key: its company, and the ways to pay it now. */
import type { Instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import type { Quote } from "@vintem/domain/fees"
import type { PublicKey } from "@vintem/domain/identifiers"
import { allowedCommands } from "@vintem/domain/machine"
import { forEachMethod, type PaymentMethod } from "@vintem/domain/method"
import { hasPayable, type Order, orderCardStop, orderMachine } from "@vintem/domain/order"
import { type LinkStatus, linkMachine, linkStatusOf, type PaymentLink } from "@vintem/domain/payment-link"
import {
  type CompanyRepository,
  OrderRepository,
  PaymentLinkRepository,
  type StorageUnavailable,
  type SubscriptionRepository,
} from "@vintem/domain/ports"
import type { Subscription } from "@vintem/domain/subscription"
import { Effect, Option } from "effect"
import { quotesOf } from "../../charging/quotes-of.ts"
import { companyOfName } from "../../names/company-of-name.ts"
import { installmentsOffered } from "./installments-offered.ts"
import { NoSuchPublicKey } from "./pay-order.ts"
import { subscriptionAwaiting } from "./subscription-awaiting.ts"

/** An order with its company. */
export interface OrderOfCompany {
  readonly order: Order
  readonly company: Company
  /** The order's link, even a removed one. Null if there is none. */
  readonly link: PaymentLink | null
  /** The subscription whose open renewal this order is. Null for other orders. */
  readonly subscription: Subscription | null
}

/** An order of any company. Fails with `NoSuchPublicKey`. */
export const orderForPayer = Effect.fnUntraced(function* (
  key: PublicKey,
): Effect.fn.Return<
  OrderOfCompany,
  NoSuchPublicKey | StorageUnavailable,
  CompanyRepository | OrderRepository | PaymentLinkRepository | SubscriptionRepository
> {
  const orders = yield* OrderRepository
  const links = yield* PaymentLinkRepository
  const company = yield* companyOfName(key)
  if (Option.isNone(company)) return yield* new NoSuchPublicKey({ key })
  const owner = company.value.id
  const found = yield* orders.findByPublicKey(owner, key)
  if (Option.isNone(found)) return yield* new NoSuchPublicKey({ key })
  const { order } = found.value
  const { paymentLink } = order.details
  const link = paymentLink === undefined ? Option.none() : yield* links.find(owner, paymentLink)
  const subscription = yield* subscriptionAwaiting(order.details)
  const known: OrderOfCompany = { order, company: company.value, link: Option.getOrNull(link), subscription }
  return known
})

/** An order at a moment, with the ways to pay it. */
export interface OrderOffer extends OrderOfCompany {
  /** True if a further payment is possible now. */
  readonly canBePaid: boolean
  /** True if an open Pix or slip still has to be paid, as far as its link knows. */
  readonly isWanted: boolean
  /** Every possible payment now, with its price. */
  readonly quotes: ReadonlyArray<Quote>
}

/** The offer of an order to its payer. */
export const orderOffer = (known: OrderOfCompany, at: Instant): OrderOffer => {
  const { order, company, link } = known
  const { amount, feeMode = "none" } = order.details
  const canBePaid =
    !company.underModeration &&
    allowedCommands(orderMachine, order, at).includes("StartAttempt") &&
    (link === null || allowedCommands(linkMachine, link, at).includes("StartPayment"))
  const offer = {
    amount,
    feeMode,
    methods: methodsLeft(order, link?.terms.methods ?? everyMethod, at),
    installments: installmentsOffered(order, link),
  }
  return {
    ...known,
    canBePaid,
    isWanted: link === null || stillWanted.includes(linkStatusOf(link, at)),
    quotes: canBePaid ? quotesOf(offer, company) : [],
  }
}

const everyMethod = forEachMethod(() => true)

/**
 * One Pix and one slip at a time: a second one of a kind is refused while the first can still be paid. No card if too
 * many were refused on this order; the payment itself checks if the payer's address has to wait.
 */
const methodsLeft = (order: Order, methods: Readonly<Record<PaymentMethod, boolean>>, at: Instant) => {
  const isStopped = (method: PaymentMethod) => method === "credit" && orderCardStop(order, at) !== null
  return forEachMethod((method) => methods[method] && !hasPayable(order, method, at) && !isStopped(method))
}

/** An instrument that was issued before the end of a link's last day may be paid after it. */
const stillWanted: ReadonlyArray<LinkStatus> = ["open", "expired"]
