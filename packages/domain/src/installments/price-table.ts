/**
 * Installments with interest ("com juros"): the Tabela Price, in which all installments are equal and the first falls
 * due a month after the purchase.
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
 * Divides an amount with interest. The installment is rounded half up and charged as often as agreed: what rounding
 * adds or takes, at most half a centavo an installment, stays in the total.
 *
 * Paying at once or at no interest costs the amount itself. So it does if rounding would take more than the interest
 * adds (13 centavos in twelve would come to 12): paying later is never cheaper.
 *
 * @param amount - centavos, zero or more
 * @param monthlyRate - basis points a month
 * @returns amounts adding up to `amount` or more, or a refusal if that is no longer an amount
 */
export const priceInstallments = (
  amount: Centavos,
  monthlyRate: BasisPoints,
  count: InstallmentCount,
): Result.Result<Installments, AmountOutOfRange> => {
  if (monthlyRate === 0 || count === 1) return Result.succeed(splitEvenly(amount, count))

  // Powers of 1 + i as fractions of 10000ⁿ: exact, whatever the amount.
  const unit = 10_000n ** BigInt(count)
  const growth = (10_000n + BigInt(monthlyRate)) ** BigInt(count)
  const each = divideHalfUp(BigInt(amount) * BigInt(monthlyRate) * growth, 10_000n * (growth - unit))

  const total = each * BigInt(count)
  if (total < BigInt(amount)) return Result.succeed(splitEvenly(amount, count))
  // Equal installments are what is left of splitting their own total.
  return Result.map(centavosFromBigInt(total), (charged) => splitEvenly(charged, count))
}
