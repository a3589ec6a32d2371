/**
 * Amounts of money: whole centavos, so no sum loses anything.
 *
 * Amounts from outside can be as large as their sender likes, and so can results computed from them. A result that may
 * be out of bounds is therefore a `Result` (`checkedSum`, `checkedTimes`, `centavosFromBigInt`). The plain functions
 * are for amounts that are known to fit, and throw if they do not.
 *
 * Arithmetic checks amounts without their schema: code that only computes, such as a page that shows a price, does not
 * need the 24 kB of Effect's Schema (docs/performance.md).
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The largest amount on either side of zero: one centavo below 10¹¹ reais. Numbers hold it exactly. */
export const centavosMax = 9_999_999_999_999

/** Whole centavos, from `-centavosMax` to `centavosMax`. Negative for a discount, or a net below zero. */
export const Centavos = Schema.Int.check(Schema.isBetween({ minimum: -centavosMax, maximum: centavosMax })).pipe(
  Schema.brand("Centavos"),
)
export type Centavos = typeof Centavos.Type

/** The result is 10¹¹ reais or more, which is no real amount. The caller has to send smaller parts. */
export class AmountOutOfRange extends Data.TaggedError("AmountOutOfRange") {}

/** True for the numbers that `Centavos` accepts. */
export const isCentavos = (amount: number): amount is Centavos =>
  Number.isInteger(amount) && Math.abs(amount) <= centavosMax

/** Makes centavos from an integer. For numbers we computed ourselves: throws if they are no amount. */
export const centavos = (amount: number): Centavos => {
  const exact = amount + 0 // -0 + 0 is 0
  if (!isCentavos(exact)) throw new RangeError("An amount is in whole centavos, below 10¹¹ reais.")
  return exact
}

/** Zero centavos. */
export const zero = centavos(0)

/** Throws if the result is out of bounds. */
export const add = (left: Centavos, right: Centavos): Centavos => centavos(left + right)

/** Throws if the result is out of bounds. */
export const subtract = (left: Centavos, right: Centavos): Centavos => centavos(left - right)

/** Throws if the sum is out of bounds. For amounts from outside see `checkedSum`. */
export const sum = (amounts: Iterable<Centavos>): Centavos => Result.getOrThrow(checkedSum(amounts))

/** The exact sum in any order. Only the final sum is checked, not the ones on the way. */
export const checkedSum = (amounts: Iterable<Centavos>): Result.Result<Centavos, AmountOutOfRange> => {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  return centavosFromBigInt(total)
}

/**
 * The price of several pieces.
 *
 * @param quantity - whole, of any size; a fraction is a defect
 */
export const checkedTimes = (amount: Centavos, quantity: number): Result.Result<Centavos, AmountOutOfRange> => {
  const product = amount * quantity
  // If both factors are safe integers and the product is one, it is exact. BigInt throws on a fraction.
  return Number.isSafeInteger(product) && Number.isSafeInteger(quantity)
    ? centavosFromNumber(product)
    : centavosFromBigInt(BigInt(amount) * BigInt(quantity))
}

const centavosFromNumber = (exact: number): Result.Result<Centavos, AmountOutOfRange> => {
  const amount = exact + 0 // -0 + 0 is 0
  return isCentavos(amount) ? Result.succeed(amount) : Result.fail(new AmountOutOfRange())
}

/** Makes centavos from an exact result, which has no bound. */
export const centavosFromBigInt = (exact: bigint): Result.Result<Centavos, AmountOutOfRange> =>
  centavosFromNumber(Number(exact)) // a bigint that is too large for a number stays out of bounds
