/** Passing on the fee: the total that leaves the company's amount after its own fee. */
import type * as Result from "effect/Result"
import { type AmountOutOfRange, type Centavos, centavosFromBigInt } from "../money/centavos.ts"
import { divideUp } from "../money/rounding.ts"
import type { FeeTerms } from "./fee.ts"

/**
 * The least total whose fee leaves `amount`. It leaves exactly that: one centavo more of total leaves at most one
 * centavo more, so no amount is skipped.
 *
 * `(amount + fixed) / (1 − rate)`, rounded up, would often be one centavo too high, and many at high rates, because the
 * fee is rounded too. So we solve the inequality itself. With a rate of `p` basis points and `B = amount + fixed`, we
 * look for the least whole `T` with
 *
 *     T − ⌊(2·p·T + 10000) / 20000⌋ ≥ B,   that is,   (10000 − p)·T > 10000·B − 5000
 *
 * For whole numbers, "greater than" means "at least the next one".
 *
 * @param amount - centavos, 1 or more
 */
export const grossUp = (amount: Centavos, { percent, fixed }: FeeTerms): Result.Result<Centavos, AmountOutOfRange> =>
  centavosFromBigInt(divideUp(10_000n * (BigInt(amount) + BigInt(fixed)) - 4_999n, 10_000n - BigInt(percent)))
