/** Subscribers of one plan, charged every day by an approved card. */
import { type KeyedRequest, placeCheckoutOrder, placeSingleOrder, type SingleOrder } from "@vintem/application"
import { instant, saoPauloDate } from "@vintem/domain/calendar"
import { parseCardDetails } from "@vintem/domain/card"
import { CheckoutSlug } from "@vintem/domain/catalogue"
import type { Company } from "@vintem/domain/company"
import { InstallmentCount } from "@vintem/domain/installments"
import { centavos, zero } from "@vintem/domain/money"
import { CheckoutRepository, ProductRepository, type StoredAnswer } from "@vintem/domain/ports"
import { exampleAddress, exampleCustomer, examplePlacedAt } from "@vintem/testing"
import { Clock, Effect, Result } from "effect"

/** How many of them order at once. */
const together = 64

const slug = CheckoutSlug.make("assinatura")

/** The plan, sold by a checkout. */
export const addPlan = Effect.fnUntraced(function* (company: Company) {
  const products = yield* ProductRepository
  const checkouts = yield* CheckoutRepository
  const createdAt = instant(yield* Clock.currentTimeMillis)
  const product = yield* products.add({
    company: company.id,
    sku: "assinatura",
    title: "Assinatura",
    unitPrice: centavos(4_990),
    priceCost: null,
    createdAt,
  })
  yield* checkouts.add({
    company: company.id,
    slug,
    title: "Assinatura",
    product: product.id,
    quantity: 1,
    recurrence: { every: "day", count: 1, cycles: null },
    redirectAfterSuccess: null,
    createdAt,
  })
})

/** This many orders on the plan, all of them paid. */
export const subscribe = (company: Company, count: number) =>
  Effect.forEach(
    Array.from({ length: count }),
    () =>
      placeCheckoutOrder({
        company,
        order: {
          checkout: slug,
          src: null,
          ref: null,
          couponCode: null,
          customer: exampleCustomer,
          address: exampleAddress,
          items: [],
          payment: cardPayment,
          applyInterest: false,
          customTotal: null,
          customQuantity: null,
          shipping: null,
        },
        keyed: null,
        encode: ({ _tag }) => answer(_tag),
      }),
    { concurrency: together, discard: true },
  )

/** This many single orders by card, with as many in flight as concurrent renewals. */
export const placeOrders = (company: Company, count: number, concurrency: number) =>
  Effect.forEach(Array.from({ length: count }), () => placeCardOrder(company), { concurrency, discard: true })

/** A single order by card, paid at once. @param keyed - the request's idempotency key, if it has one */
export const placeCardOrder = (company: Company, keyed: KeyedRequest | null = null) =>
  placeSingleOrder({ company, order, keyed, encode: ({ _tag }) => answer(_tag) })

const answer = (body: string): StoredAnswer => ({ status: 200, body })

/** By a new card that is approved. */
export const cardPayment: SingleOrder["payment"] = {
  _tag: "credit",
  installments: InstallmentCount.make(1),
  card: {
    _tag: "new",
    details: Result.getOrThrow(
      parseCardDetails(
        { holder: "MARIA EXEMPLO", number: "4242424242424242", expiration: "12/2099", security: "123" },
        saoPauloDate(examplePlacedAt),
      ),
    ),
  },
}

const order: SingleOrder = {
  customerId: null,
  customer: exampleCustomer,
  address: exampleAddress,
  items: [
    {
      productId: null,
      sku: "assinatura",
      title: "Assinatura",
      unitPrice: centavos(4_990),
      priceCost: null,
      quantity: 1,
    },
  ],
  discount: zero,
  amount: centavos(4_990),
  payment: cardPayment,
}
