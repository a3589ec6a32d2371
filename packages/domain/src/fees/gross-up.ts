/** Passing the fee on: the total that, its own fee taken off, leaves what the company asked for. */
import type * as Result from "effect/Result"
import { type AmountOutOfRange, type Centavos, centavosFromBigInt } from "../money/centavos.ts"
import { divideUp } from "../money/rounding.ts"
import type { FeeTerms } from "./fee.ts"

/**
 * The least total whose fee leaves `amount`. It leaves exactly that: a centavo more of total leaves a centavo more or
 * the same, so no amount is stepped over.
 *
 * `(amount + fixed) / (1 − rate)`, rounded up, would often ask for a centavo more than needed, and for many more at
 * high rates, because the fee is rounded too. So we solve the inequality itself. With a rate of `p` basis points and
 * `B = amount + fixed`, wanted is the least whole `T` for which
 *
 *     T − ⌊(2·p·T + 10000) / 20000⌋ ≥ B,   that is,   (10000 − p)·T > 10000·B − 5000
 *
 * and to be above a whole number is to be at least the next one.
 *
 * @param amount - centavos, 1 or more
 */
export const grossUp = (amount: Centavos, { percent, fixed }: FeeTerms): Result.Result<Centavos, AmountOutOfRange> =>
  centavosFromBigInt(divideUp(10_000n * (BigInt(amount) + BigInt(fixed)) - 4_999n, 10_000n - BigInt(percent)))
