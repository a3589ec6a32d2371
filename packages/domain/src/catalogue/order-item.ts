/** The lines of an order, and their total. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type AmountOutOfRange, Centavos, checkedSum, checkedTimes } from "../money/centavos.ts"

/** A line of an order. `unitPrice` and `priceCost` are centavos; a negative `unitPrice` is a discount. */
export const OrderItem = Schema.Struct({
  productId: Schema.NullOr(Schema.Int),
  sku: Schema.String,
  title: Schema.String,
  unitPrice: Centavos,
  priceCost: Schema.NullOr(Centavos),
  quantity: Schema.Int,
})
export type OrderItem = typeof OrderItem.Type

/** Centavos, negative if discounts exceed the goods. Each line has to be an amount, and so does their sum. */
export const itemsTotal = (items: ReadonlyArray<OrderItem>): Result.Result<Centavos, AmountOutOfRange> => {
  const lines: Array<Centavos> = []
  for (const { unitPrice, quantity } of items) {
    const line = checkedTimes(unitPrice, quantity)
    if (Result.isFailure(line)) return line
    lines.push(line.success)
  }
  return checkedSum(lines)
}
