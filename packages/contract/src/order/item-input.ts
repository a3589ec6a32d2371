/**
 * The items of a request.
 */
import { Centavos, centavos, centavosMax, itemsMax, type OrderItem, zero } from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DecimalInput, readAmount } from "../input/amount.ts"
import { fault, missing } from "../input/fault.ts"
import { isBlank, optional, required } from "../input/field.ts"
import { IntegerInput, readInteger } from "../input/integer.ts"
import { faultsIn, part, type ReadPart } from "../input/part.ts"
import { slugOf } from "../input/slug.ts"
import { readText } from "../input/text.ts"

/** Bounds of an item's texts, in code points, and of its quantity. Our own choice. */
const itemLimits = {
  sku: { min: 1, max: 255 },
  title: { min: 1, max: 255 },
  quantity: { min: 1, max: 999_999 },
} as const

/** An item as requests write it. */
export const ItemRequest = Schema.Struct({
  sku: Schema.optionalKey(
    Schema.String.annotate({ description: "Made of the title where absent.", examples: ["camiseta-azul"] }),
  ),
  title: Schema.String.annotate({ examples: ["Camiseta azul"] }),
  unit_price: DecimalInput.annotate({ description: "Reais, zero or more.", examples: [99.9] }),
  quantity: IntegerInput.annotate({ description: "1 to 999999.", examples: [1] }),
})

/** Reads the items of an order without registered products: 1 to 100, none of them below zero. */
export const readItems: ReadPart<ReadonlyArray<OrderItem>> = (input, path) => {
  if (isBlank(input)) return Result.fail([missing(path)])
  if (!Array.isArray(input)) return Result.fail([fault(path, "must be an array.")])
  if (input.length === 0) return Result.fail([fault(path, "must have at least 1 item.")])
  // A body has room for thousands of wrong items, and its answer should not: so many are refused unread.
  if (input.length > itemsMax) return Result.fail([fault(path, `may not have more than ${itemsMax} items.`)])
  const items = input.map((item, position) => readItem(item, `${path}.${position}`))
  const faults = items.flatMap(faultsIn)
  return faults.length > 0 ? Result.fail(faults) : Result.succeed(items.flatMap(itemsIn))
}

const ItemInput = Schema.Struct({
  sku: optional(Schema.String, readText(itemLimits.sku)),
  title: required(Schema.String, readText(itemLimits.title)),
  unit_price: required(Centavos, readAmount({ min: zero, max: centavos(centavosMax) })),
  quantity: required(Schema.Int, readInteger(itemLimits.quantity)),
})

const readItem = part(ItemInput)

const itemsIn = (item: ReturnType<typeof readItem>): ReadonlyArray<OrderItem> =>
  Result.isSuccess(item) ? [orderItem(item.success)] : []

const orderItem = ({ sku, title, unit_price, quantity }: typeof ItemInput.Type): OrderItem => ({
  productId: null,
  sku: sku ?? slugOf(title),
  title,
  unitPrice: unit_price,
  priceCost: null,
  quantity,
})
