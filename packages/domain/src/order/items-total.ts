/**
 * What the lines of an order come to.
 */
import * as Result from "effect/Result"
import { type AmountOutOfRange, type Centavos, checkedSum, checkedTimes } from "../money/centavos.ts"
import type { OrderItem } from "./order.ts"

/** Centavos, below zero where discounts weigh more than goods. Each line has to be an amount, and so has their sum. */
export const itemsTotal = (items: ReadonlyArray<OrderItem>): Result.Result<Centavos, AmountOutOfRange> => {
  const lines: Array<Centavos> = []
  for (const { unitPrice, quantity } of items) {
    const line = checkedTimes(unitPrice, quantity)
    if (Result.isFailure(line)) return line
    lines.push(line.success)
  }
  return checkedSum(lines)
}
