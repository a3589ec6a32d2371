/**
 * Amounts of money: whole centavos, so that nothing is ever lost between two sums.
 *
 * Amounts that come from outside can be as large as their sender likes, and so can what is computed from them. What
 * may leave the bound is therefore a `Result` (`checkedSum`, `checkedTimes`, `centavosFromBigInt`); the plain
 * functions are for amounts that are known to fit, and throw when they do not.
 *
 * Arithmetic checks amounts without their schema: code that only computes, such as a page that shows a price, does not need the 24 kB of
 * Effect's Schema (docs/performance.md).
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/**
 * The largest amount on either side of zero: one centavo less than 10¹¹ reais. Far below what a number holds exactly.
 */
export const centavosMax = 9_999_999_999_999

/**
 * Whole centavos, from `-centavosMax` to `centavosMax`; negative for what is taken off (a discount, a net below zero).
 */
export const Centavos = Schema.Int.check(Schema.isBetween({ minimum: -centavosMax, maximum: centavosMax })).pipe(
  Schema.brand("Centavos"),
)
export type Centavos = typeof Centavos.Type

/** The result is 10¹¹ reais or more, which is not a real amount: the caller has to send smaller parts. */
export class AmountOutOfRange extends Data.TaggedError("AmountOutOfRange") {}

/** What `Centavos` takes. */
export const isCentavos = (amount: number): amount is Centavos =>
  Number.isInteger(amount) && Math.abs(amount) <= centavosMax

/** Takes an integer for centavos. For numbers we made ourselves: throws on anything but an amount. */
export const centavos = (amount: number): Centavos => {
  const exact = amount + 0 // -0 + 0 is 0
  if (!isCentavos(exact)) throw new RangeError("An amount is in whole centavos, below 10¹¹ reais.")
  return exact
}

/** Nothing to pay. */
export const zero = centavos(0)

/** Throws if the amounts are not known to fit together and do not. */
export const add = (left: Centavos, right: Centavos): Centavos => centavos(left + right)

/** Throws if the amounts are not known to fit together and do not. */
export const subtract = (left: Centavos, right: Centavos): Centavos => centavos(left - right)

/**
 * Throws if the amounts are not known to fit together and do not; see `checkedSum` for those that came from outside.
 */
export const sum = (amounts: Iterable<Centavos>): Centavos => Result.getOrThrow(checkedSum(amounts))

/** The exact sum, whatever the order and however far it strayed on the way: only where it ends can be refused. */
export const checkedSum = (amounts: Iterable<Centavos>): Result.Result<Centavos, AmountOutOfRange> => {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  return centavosFromBigInt(total)
}

/**
 * The price of several pieces.
 *
 * @param quantity - whole, as large as a number gets; a fraction is a defect
 */
export const checkedTimes = (amount: Centavos, quantity: number): Result.Result<Centavos, AmountOutOfRange> => {
  const product = amount * quantity
  // Of safe integers a product that is one is exact. A fraction is left to BigInt, which throws.
  return Number.isSafeInteger(product) && Number.isSafeInteger(quantity)
    ? centavosFromNumber(product)
    : centavosFromBigInt(BigInt(amount) * BigInt(quantity))
}

const centavosFromNumber = (exact: number): Result.Result<Centavos, AmountOutOfRange> => {
  const amount = exact + 0 // -0 + 0 is 0
  return isCentavos(amount) ? Result.succeed(amount) : Result.fail(new AmountOutOfRange())
}

/** The way back from exact arithmetic, which knows no bound. */
export const centavosFromBigInt = (exact: bigint): Result.Result<Centavos, AmountOutOfRange> =>
  centavosFromNumber(Number(exact)) // a bigint too large for a number becomes one that is still out of bounds
