/**
 * The items of a request.
 */
import { Centavos, centavos, centavosMax, itemsMax, type OrderItem, quantityMax, slugOf, zero } from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DecimalInput, readAmount } from "../input/amount.ts"
import { fault, missing } from "../input/fault.ts"
import { isBlank, optional, required } from "../input/field.ts"
import { IntegerInput, readInteger } from "../input/integer.ts"
import { faultsIn, type Part, part, type ReadPart } from "../input/part.ts"
import { readText } from "../input/text.ts"

/** Bounds of an item's texts, in code points, and of its quantity; a product's are the same. Our own choice. */
export const itemLimits = {
  sku: { min: 1, max: 255 },
  title: { min: 1, max: 255 },
  quantity: { min: 1, max: quantityMax },
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

/** An item beside the product of a checkout. */
export const FurtherItemRequest = Schema.Struct({
  ...ItemRequest.fields,
  unit_price: DecimalInput.annotate({ description: "Reais; below zero for a discount.", examples: [-10] }),
  product_id: Schema.optionalKey(
    IntegerInput.annotate({ description: "By which lists of orders find this one.", examples: [7] }),
  ),
})

/** What the items of a request may be. */
export interface ItemRules {
  /** How many there may be at least and at most. */
  readonly count: { readonly min: number; readonly max: number }
  /** Centavos: the least price of one piece. */
  readonly unitPriceMin: Centavos
}

/** Items of an order that has no others: 1 to 100, none of them below zero. The single order has `discount.total` for discounts. */
export const allItems: ItemRules = { count: { min: 1, max: itemsMax }, unitPriceMin: zero }

/** Items beside the product of a checkout: up to 99, a discount among them where its price is below zero. */
export const furtherItems: ItemRules = { count: { min: 0, max: itemsMax - 1 }, unitPriceMin: centavos(-centavosMax) }

/**
 * Reads the items of an order. One without a SKU has the slug of its title, in both operations that place orders: the API document
 * requires a SKU and says beside it that one is made. It identifies nothing; two items of one title have the same.
 */
export const readItems = ({ count, unitPriceMin }: ItemRules): ReadPart<ReadonlyArray<OrderItem>> => {
  const readItem = part(itemInput(unitPriceMin))
  return (input, path) => {
    if (isBlank(input)) return count.min === 0 ? Result.succeed([]) : Result.fail([missing(path)])
    if (!Array.isArray(input)) return Result.fail([fault(path, "must be an array.")])
    if (input.length < count.min) return Result.fail([fault(path, "must have at least 1 item.")])
    // A body has room for thousands of wrong items, and its answer should not: so many are refused unread.
    if (input.length > count.max) return Result.fail([fault(path, `may not have more than ${count.max} items.`)])
    const items = input.map((item, position) => Result.map(readItem(item, `${path}.${position}`), orderItem))
    const faults = items.flatMap(faultsIn)
    return faults.length > 0 ? Result.fail(faults) : Result.succeed(items.flatMap(itemIn))
  }
}

const itemInput = (unitPriceMin: Centavos) =>
  Schema.Struct({
    product_id: optional(Schema.Int, readInteger({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    sku: optional(Schema.String, readText(itemLimits.sku)),
    title: required(Schema.String, readText(itemLimits.title)),
    unit_price: required(Centavos, readAmount({ min: unitPriceMin, max: centavos(centavosMax) })),
    quantity: required(Schema.Int, readInteger(itemLimits.quantity)),
  })

const itemIn = (item: Part<OrderItem>): ReadonlyArray<OrderItem> => (Result.isSuccess(item) ? [item.success] : [])

const orderItem = ({
  product_id,
  sku,
  title,
  unit_price,
  quantity,
}: ReturnType<typeof itemInput>["Type"]): OrderItem => ({
  productId: product_id ?? null,
  sku: sku ?? slugOf(title),
  title,
  unitPrice: unit_price,
  priceCost: null,
  quantity,
})
