/**
 * Products in the administration: the requests and the views.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { Product, ProductDetails } from "@vintem/domain/catalogue"
import { centavos, centavosMax, decimalNumber, zero } from "@vintem/domain/money"
import * as Schema from "effect/Schema"
import { amount } from "../input/amount.ts"
import { andThen, clearable, described, object, optional, orNull, required } from "../input/codec.ts"
import { text } from "../input/text.ts"
import { itemLimits } from "../order/item-input.ts"
import { TimestampView } from "../order/timestamp-view.ts"

const price = amount({ min: zero, max: centavos(centavosMax) })

const field = {
  sku: described(text(itemLimits.sku), {
    description: "The company's own stock code: 1 to 255 characters. Two products may share one.",
    examples: ["curso-violao"],
  }),
  title: described(text(itemLimits.title), { description: "1 to 255 characters.", examples: ["Curso de violão"] }),
  unit_price: described(price, { description: "Reais, zero or more.", examples: [199.9] }),
  price_cost: described(price, { description: "The company's unit cost, in reais.", examples: [50] }),
}

/** The body of a new product. */
export const productBody = andThen(
  described(
    object({
      sku: required(field.sku),
      title: required(field.title),
      unit_price: required(field.unit_price),
      price_cost: optional(orNull(field.price_cost)),
    }),
    {
      identifier: "ProductRequest",
      examples: [{ sku: "curso-violao", title: "Curso de violão", unit_price: 199.9, price_cost: 50 }],
    },
  ),
  ({ sku, title, unit_price: unitPrice, price_cost: priceCost = null }): ProductDetails => ({
    sku,
    title,
    unitPrice,
    priceCost,
  }),
)

/** The changes of a product. A missing key changes nothing. */
export const productChangeBody = andThen(
  described(
    object({
      sku: optional(field.sku),
      title: optional(field.title),
      unit_price: optional(field.unit_price),
      price_cost: clearable(field.price_cost),
    }),
    {
      identifier: "ProductChangeRequest",
      description: "Absent fields keep their value; null clears.",
      examples: [{ unit_price: 249.9, price_cost: null }],
    },
  ),
  ({ unit_price, price_cost, ...texts }): Partial<ProductDetails> => ({
    ...texts,
    ...(unit_price === undefined ? {} : { unitPrice: unit_price }),
    ...(price_cost === undefined ? {} : { priceCost: price_cost }),
  }),
)

/** A registered product. Amounts are in reais. */
export const ProductView = Schema.Struct({
  id: Schema.Int.annotate({ description: "Checkouts and items refer to it." }),
  sku: Schema.String,
  title: Schema.String,
  unit_price: Schema.Finite,
  price_cost: Schema.NullOr(Schema.Finite),
  created_at: TimestampView,
}).annotate({
  identifier: "Product",
  examples: [
    {
      id: 7,
      sku: "curso-violao",
      title: "Curso de violão",
      unit_price: 199.9,
      price_cost: 50,
      created_at: "2026-11-21 10:00:00",
    },
  ],
})
export type ProductView = typeof ProductView.Type

/** Shows centavos as reais, and times in America/Sao_Paulo. */
export const productView = ({ id, sku, title, unitPrice, priceCost, createdAt }: Product): ProductView => ({
  id,
  sku,
  title,
  unit_price: decimalNumber(unitPrice),
  price_cost: priceCost === null ? null : decimalNumber(priceCost),
  created_at: saoPauloTimestamp(createdAt),
})
