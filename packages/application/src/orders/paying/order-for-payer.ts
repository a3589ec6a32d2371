/**
 * An order as its payer finds it, who has nothing but its public key: whose it is, and in which ways it can be paid now.
 */
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

/** An order, and the company that it is of. */
export interface OrderOfCompany {
  readonly order: Order
  readonly company: Company
  /** The link it was placed by, also a removed one; null if there is none. */
  readonly link: PaymentLink | null
  /** Whose open renewal it is; null for other orders. */
  readonly subscription: Subscription | null
}

/** An order of whichever company; fails with `NoSuchPublicKey`. */
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

/** An order at a moment, and in which ways a payment can be asked for. */
export interface OrderOffer extends OrderOfCompany {
  /** Whether any further payment can be asked for now. */
  readonly canBePaid: boolean
  /** Whether a Pix or slip that is open is still to be paid, for all its link knows. */
  readonly isWanted: boolean
  /** Every way in which a payment can be asked for now, with its price. */
  readonly quotes: ReadonlyArray<Quote>
}

/** What an order asks its payer for, and in which ways. */
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
 * One Pix and one slip at a time: a second of a kind is refused while the first can still be paid. No card once too many of this order were
 * refused; whether the payer's address has to wait is checked when paying.
 */
const methodsLeft = (order: Order, methods: Readonly<Record<PaymentMethod, boolean>>, at: Instant) => {
  const isStopped = (method: PaymentMethod) => method === "credit" && orderCardStop(order, at) !== null
  return forEachMethod((method) => methods[method] && !hasPayable(order, method, at) && !isStopped(method))
}

/** An instrument issued before the end of a link's last day may be paid after it. */
const stillWanted: ReadonlyArray<LinkStatus> = ["open", "expired"]
