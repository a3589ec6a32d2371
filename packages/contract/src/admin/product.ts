/**
 * Products in the administration: registering and changing one, and what is shown of it.
 */
import {
  Centavos,
  centavos,
  centavosMax,
  decimalNumber,
  type Product,
  type ProductDetails,
  saoPauloTimestamp,
  zero,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DecimalInput, readAmount } from "../input/amount.ts"
import type { InvalidFields } from "../input/fault.ts"
import { clearable, optional, required } from "../input/field.ts"
import { bodyOf } from "../input/part.ts"
import { readText } from "../input/text.ts"
import { itemLimits } from "../order/item-input.ts"
import { TimestampView } from "../order/order-view.ts"

const described = {
  sku: Schema.String.annotate({
    description: "The company's own stock code: 1 to 255 characters. Two products may share one.",
    examples: ["curso-violao"],
  }),
  title: Schema.String.annotate({ description: "1 to 255 characters.", examples: ["Curso de violão"] }),
  unit_price: DecimalInput.annotate({ description: "Reais, zero or more.", examples: [199.9] }),
  price_cost: Schema.NullOr(
    DecimalInput.annotate({ description: "What one costs the company, in reais.", examples: [50] }),
  ),
}

/** What a product is registered with. */
export const ProductRequest = Schema.Struct({
  ...described,
  price_cost: Schema.optionalKey(described.price_cost),
}).annotate({
  identifier: "ProductRequest",
  examples: [{ sku: "curso-violao", title: "Curso de violão", unit_price: 199.9, price_cost: 50 }],
})

/** What may be changed about a product. */
export const ProductChangeRequest = Schema.Struct({
  sku: Schema.optionalKey(described.sku),
  title: Schema.optionalKey(described.title),
  unit_price: Schema.optionalKey(described.unit_price),
  price_cost: Schema.optionalKey(described.price_cost),
}).annotate({
  identifier: "ProductChangeRequest",
  description: "What is absent keeps its value; null clears it.",
  examples: [{ unit_price: 249.9, price_cost: null }],
})

/** Reads the body, or lists everything that is wrong with it. */
export const decodeProduct = (body: unknown): Result.Result<ProductDetails, InvalidFields> =>
  Result.map(readProduct(body), ({ sku, title, unit_price: unitPrice, price_cost: priceCost = null }) => ({
    sku,
    title,
    unitPrice,
    priceCost,
  }))

/** Reads the body, or lists everything that is wrong with it. No key, no change. */
export const decodeProductChange = (body: unknown): Result.Result<Partial<ProductDetails>, InvalidFields> =>
  Result.map(readChange(body), ({ unit_price, price_cost, ...texts }) => ({
    ...texts,
    ...(unit_price === undefined ? {} : { unitPrice: unit_price }),
    ...(price_cost === undefined ? {} : { priceCost: price_cost }),
  }))

/** A registered product. Amounts are reais. */
export const ProductView = Schema.Struct({
  id: Schema.Int.annotate({ description: "What checkouts and items name it by." }),
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

/** Centavos become reais, times are those of America/Sao_Paulo. */
export const productView = ({ id, sku, title, unitPrice, priceCost, createdAt }: Product): ProductView => ({
  id,
  sku,
  title,
  unit_price: decimalNumber(unitPrice),
  price_cost: priceCost === null ? null : decimalNumber(priceCost),
  created_at: saoPauloTimestamp(createdAt),
})

const readPrice = readAmount({ min: zero, max: centavos(centavosMax) })

const readProduct = bodyOf(
  Schema.Struct({
    sku: required(Schema.String, readText(itemLimits.sku)),
    title: required(Schema.String, readText(itemLimits.title)),
    unit_price: required(Centavos, readPrice),
    price_cost: optional(Centavos, readPrice),
  }),
)

const readChange = bodyOf(
  Schema.Struct({
    sku: optional(Schema.String, readText(itemLimits.sku)),
    title: optional(Schema.String, readText(itemLimits.title)),
    unit_price: optional(Centavos, readPrice),
    price_cost: clearable(Centavos, readPrice),
  }),
)
