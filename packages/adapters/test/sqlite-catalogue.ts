/**
 * A company's catalogue, numbered: a product with a checkout, a coupon that an order uses, a reminder rule, a webhook.
 */
import { CheckoutSlug, CouponCode, CouponPercent, ReminderRuleToken } from "@vintem/domain/catalogue"
import { OrderNumber } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { defaultWebhookKinds } from "@vintem/domain/order"
import {
  CheckoutRepository,
  CouponRepository,
  ProductRepository,
  ReminderRuleRepository,
  SheetMappingRepository,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { type WebhookEndpoint, WebhookSecret } from "@vintem/domain/webhook"
import { exampleNow } from "@vintem/testing"
import { Effect, Option, Redacted } from "effect"
import { type Shop, uuid } from "./sqlite-shop.ts"

type Owner = Pick<Shop, "company">

export const slugOfCheckout = (n: number): CheckoutSlug => CheckoutSlug.make(`checkout-${n}`)
export const codeOfCoupon = (n: number): CouponCode => CouponCode.make(`CUPOM${n}`)
export const tokenOfRule = (n: number): ReminderRuleToken => ReminderRuleToken.make(uuid(n))
const orderOfCoupon = (n: number): OrderNumber => OrderNumber.make(`USO${n}`)

export const exampleWebhook = ({ company }: Owner): WebhookEndpoint => ({
  company,
  url: "https://loja.example.com/avisos",
  hasLongTail: false,
  events: defaultWebhookKinds,
  isEnabled: true,
  disabled: null,
  failuresInRow: 0,
  secret: Redacted.make(WebhookSecret.make(`whsec_${"A".repeat(43)}=`)),
  retired: [],
  configuredAt: exampleNow,
})

/** Stores one of each under this number, and returns the product and the checkout. */
export const setUp = Effect.fnUntraced(function* ({ company }: Owner, n: number) {
  const products = yield* ProductRepository
  const checkouts = yield* CheckoutRepository
  const coupons = yield* CouponRepository
  const rules = yield* ReminderRuleRepository
  const webhooks = yield* WebhookEndpointRepository
  const product = yield* products.add({
    company,
    sku: "curso",
    title: "Curso",
    unitPrice: centavos(19_990),
    priceCost: null,
    createdAt: exampleNow,
  })
  const checkout = {
    company,
    slug: slugOfCheckout(n),
    title: "Curso",
    product: product.id,
    quantity: 1,
    recurrence: { every: "month", count: 1, cycles: null },
    redirectAfterSuccess: null,
    createdAt: exampleNow,
  } as const
  yield* checkouts.add(checkout)
  yield* coupons.add({
    company,
    code: codeOfCoupon(n),
    discount: { _tag: "percent", percent: CouponPercent.make(1_000) },
    expiresAt: exampleNow,
    maxUses: 10,
    createdAt: exampleNow,
  })
  yield* coupons.take({ company, code: codeOfCoupon(n), order: orderOfCoupon(n), at: exampleNow })
  yield* rules.add({
    token: tokenOfRule(n),
    company,
    name: "Régua",
    reminders: [{ days: -1, channel: "email" }],
    createdAt: exampleNow,
  })
  yield* webhooks.put(exampleWebhook({ company }))
  yield* (yield* SheetMappingRepository).put(company, [[{ name: "valor", field: "amount" }]])
  return { product, checkout }
})

/** Stores a coupon for one use that two orders use: the first was recorded as paid late. */
export const overuseCoupon = Effect.fnUntraced(function* ({ company }: Owner, n: number) {
  const coupons = yield* CouponRepository
  const code = codeOfCoupon(n)
  const taken = (use: number) =>
    coupons.take({ company, code, order: OrderNumber.make(`USO${n}X${use}`), at: exampleNow })
  yield* coupons.add({
    company,
    code,
    discount: { _tag: "percent", percent: CouponPercent.make(1_000) },
    expiresAt: null,
    maxUses: 1,
    createdAt: exampleNow,
  })
  yield* taken(1)
  yield* coupons.giveBack(company, OrderNumber.make(`USO${n}X1`))
  yield* taken(2)
  yield* coupons.countAgain(company, OrderNumber.make(`USO${n}X1`))
})

/** Calls every other method for the objects of a number: first those that read, then those that remove. */
export const useSetUp = Effect.fnUntraced(function* ({ company }: Owner, n: number) {
  const products = yield* ProductRepository
  const checkouts = yield* CheckoutRepository
  const coupons = yield* CouponRepository
  const rules = yield* ReminderRuleRepository
  const webhooks = yield* WebhookEndpointRepository
  const { product, checkout } = yield* setUp({ company }, n)
  yield* products.find(company, product.id)
  yield* products.save(product)
  yield* checkouts.find(company, checkout.slug)
  yield* checkouts.save(checkout)
  const coupon = Option.getOrThrow(yield* coupons.find(company, codeOfCoupon(n)))
  yield* coupons.save(coupon)
  yield* coupons.take({ company, code: coupon.code, order: orderOfCoupon(n), at: exampleNow })
  yield* coupons.giveBack(company, orderOfCoupon(n))
  yield* coupons.takeAgain(company, orderOfCoupon(n), exampleNow)
  yield* coupons.giveBack(company, orderOfCoupon(n))
  yield* coupons.countAgain(company, orderOfCoupon(n))
  const rule = Option.getOrThrow(yield* rules.find(company, tokenOfRule(n)))
  yield* rules.save(rule)
  yield* webhooks.find(company)
  yield* (yield* SheetMappingRepository).find(company)
  yield* Effect.flip(products.remove(company, product.id))
  yield* checkouts.remove(company, checkout.slug)
  yield* products.remove(company, product.id)
  yield* coupons.remove(company, coupon.code)
  yield* rules.remove(company, rule.token)
  yield* webhooks.remove(company)
})
