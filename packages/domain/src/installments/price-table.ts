/**
 * Installments with interest ("com juros"): the Tabela Price. All installments are equal, and the first is due a month
 * after the purchase.
 *
 * For an amount `A`, a monthly rate `i` and `n` installments, each is `A · i · (1 + i)ⁿ / ((1 + i)ⁿ − 1)`.
 */
import * as Result from "effect/Result"
import type { BasisPoints } from "../money/basis-points.ts"
import { type AmountOutOfRange, type Centavos, centavosFromBigInt } from "../money/centavos.ts"
import { divideHalfUp } from "../money/rounding.ts"
import type { InstallmentCount } from "./installment-count.ts"
import type { Installments } from "./installments.ts"
import { splitEvenly } from "./split-evenly.ts"

/**
 * Divides an amount with interest. The installment is rounded half up and charged as often as agreed. The rounding
 * difference, at most half a centavo an installment, stays in the total.
 *
 * A single payment, or a zero rate, costs the amount itself. So does a payment whose rounding would take off more than
 * the interest adds (13 centavos in twelve would be 12): paying later is never cheaper.
 *
 * @param amount - centavos, zero or more
 * @param monthlyRate - basis points a month
 * @returns amounts adding up to `amount` or more, or a refusal if the total is no longer an amount
 */
export const priceInstallments = (
  amount: Centavos,
  monthlyRate: BasisPoints,
  count: InstallmentCount,
): Result.Result<Installments, AmountOutOfRange> => {
  if (monthlyRate === 0 || count === 1) return Result.succeed(splitEvenly(amount, count))

  // Powers of 1 + i as fractions of 10000ⁿ: exact for every amount.
  const unit = 10_000n ** BigInt(count)
  const growth = (10_000n + BigInt(monthlyRate)) ** BigInt(count)
  const each = divideHalfUp(BigInt(amount) * BigInt(monthlyRate) * growth, 10_000n * (growth - unit))

  const total = each * BigInt(count)
  if (total < BigInt(amount)) return Result.succeed(splitEvenly(amount, count))
  // Splitting a total that is divisible gives equal installments.
  return Result.map(centavosFromBigInt(total), (charged) => splitEvenly(charged, count))
}
