/** The items of a request. */
import { type OrderItem, quantityMax, slugOf } from "@vintem/domain/catalogue"
import { type Centavos, centavos, centavosMax, zero } from "@vintem/domain/money"
import { itemsMax } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { amount } from "../input/amount.ts"
import { andThen, list, object, optional, present, required } from "../input/codec.ts"
import { integer } from "../input/integer.ts"
import { text } from "../input/text.ts"

/** Bounds of an item's texts, in code points, and of its quantity. A product has the same. Our own choice. */
export const itemLimits = {
  sku: { min: 1, max: 255 },
  title: { min: 1, max: 255, isShown: true },
  quantity: { min: 1, max: quantityMax },
} as const

/** @param priceMin - centavos: the least price of one piece */
const itemFrom = (priceMin: Centavos, price: { readonly description: string; readonly examples: readonly [number] }) =>
  andThen(
    object({
      product_id: optional(integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), {
        description: "Finds this order in lists.",
        examples: [7],
      }),
      sku: optional(text(itemLimits.sku), {
        description: "If absent, made from the title.",
        examples: ["camiseta-azul"],
      }),
      title: required(text(itemLimits.title), { examples: ["Camiseta azul"] }),
      unit_price: required(amount({ min: priceMin, max: centavos(centavosMax) }), price),
      quantity: required(integer(itemLimits.quantity), { description: "1 to 999999.", examples: [1] }),
    }),
    ({ product_id, sku, title, unit_price, quantity }): OrderItem => ({
      productId: product_id ?? null,
      // The API document requires a SKU, and also says that a missing one is made. It identifies nothing: two items
      // with one title have the same SKU.
      sku: sku ?? slugOf(title),
      title,
      unitPrice: unit_price,
      priceCost: null,
      quantity,
    }),
  )

const allItems = list(present(itemFrom(zero, { description: "Reais, zero or more.", examples: [99.9] })), {
  min: 1,
  max: itemsMax,
  of: "item",
})

/**
 * Items of an order without a product: 1 to 100, none of them negative. The single order has `discount.total` for
 * discounts.
 */
export const items = { ...allItems, schema: allItems.schema.check(Schema.isMinLength(1), Schema.isMaxLength(itemsMax)) }

const others = list(
  present(itemFrom(centavos(-centavosMax), { description: "Reais; below zero for a discount.", examples: [-10] })),
  { min: 0, max: itemsMax - 1, of: "item" },
)

/** Items besides the product of a checkout: up to 99. An item with a negative price is a discount. */
export const furtherItems = { ...others, schema: others.schema.check(Schema.isMaxLength(itemsMax - 1)) }
