/** A code that reduces an order: its value, and if it can still be used. */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"
import { Centavos, centavos, zero } from "../money/centavos.ts"
import { divideHalfUp } from "../money/rounding.ts"
import { hasTooManyMarks, rawTextMax } from "../text/raw-text.ts"

/** The store's id, never on the wire. If a coupon reuses the code of a deleted one, its id differs. */
export const CouponId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("CouponId"))
export type CouponId = typeof CouponId.Type

/** Length of a code, in code points. The API document shows it. */
export const couponCodeMax = 64

/**
 * The code that a payer types: 1 to 64 Latin letters, digits and `. _ % + -`, at least one letter or digit, composed
 * (NFC).
 *
 * It is safe in a URL and always visible: no spaces, no invisible characters.
 */
export const CouponCode = Schema.String.check(
  Schema.isPattern(/^(?=.*[\p{Script=Latin}0-9])[\p{Script=Latin}0-9._%+-]{1,64}$/u),
  Schema.makeFilter((code: string) => code.normalize("NFC") === code, { expected: "a composed text" }),
).pipe(Schema.brand("CouponCode"))
export type CouponCode = typeof CouponCode.Type

/**
 * The key for comparing codes: `natal10` means `NATAL10`. A text that cannot be a code stays unchanged.
 *
 * @see docs/decisions/money.md#0140
 */
export const couponKey = (code: string): string =>
  code.length > rawTextMax(couponCodeMax) || hasTooManyMarks(code) ? code : code.trim().normalize("NFC").toLowerCase()

/** A share from 0.01 to 100 %, in basis points: 1 to 10 000. Unlike a fee, a coupon may take the whole sum. */
export const CouponPercent = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })).pipe(
  Schema.brand("CouponPercent"),
)
export type CouponPercent = typeof CouponPercent.Type

/** The discount: a share of the sum, or an amount of centavos, at least one. */
export const CouponDiscount = Schema.TaggedUnion({
  percent: { percent: CouponPercent },
  amount: { amount: Centavos.check(Schema.isGreaterThan(0)) },
})
export type CouponDiscount = typeof CouponDiscount.Type

/** The parts of a coupon that may change. Orders keep the discount they were placed with. */
export const CouponTerms = Schema.Struct({
  discount: CouponDiscount,
  /** The last instant at which the coupon can be used. Null for no end. */
  expiresAt: Schema.NullOr(Instant),
  /** How many orders may use it, one or more. Null for no limit. */
  maxUses: Schema.NullOr(Schema.Int.check(Schema.isGreaterThan(0))),
})
export type CouponTerms = typeof CouponTerms.Type

export const Coupon = Schema.Struct({
  id: CouponId,
  company: CompanyId,
  /** The code with the company's spelling. No two codes of a company share a `couponKey`. */
  code: CouponCode,
  ...CouponTerms.fields,
  /** How many orders use it now. A late payment may take it above `maxUses`. */
  uses: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  createdAt: Instant,
})
export type Coupon = typeof Coupon.Type

/** Why a coupon cannot be used. If several reasons hold, the first is given. */
export const CouponRefusal = Schema.Literals(["absent", "expired", "used_up"])
export type CouponRefusal = typeof CouponRefusal.Type

/** The order cannot use this coupon. Send it again without one, or with another. */
export class CouponRefused extends Schema.TaggedError<CouponRefused>()("CouponRefused", { reason: CouponRefusal }) {}

/** What decides whether a coupon can be used. */
interface CouponUse {
  readonly expiresAt: number | null
  readonly maxUses: number | null
  readonly uses: number
}

/**
 * Checks a coupon that was found. Other orders may use it up before this one does: `CouponRepository.take` checks
 * again.
 *
 * @param found - none if the company has no such coupon
 */
export const usableCoupon = <C extends CouponUse>(
  found: Option.Option<C>,
  at: Instant,
): Result.Result<C, CouponRefused> => {
  if (Option.isNone(found)) return refuse("absent")
  const { expiresAt, maxUses, uses } = found.value
  if (expiresAt !== null && at > expiresAt) return refuse("expired")
  return maxUses !== null && uses >= maxUses ? refuse("used_up") : Result.succeed(found.value)
}

/**
 * The discount of a coupon. A share is rounded half up to a whole centavo, and is never more than the sum.
 *
 * @param sum - product line and items, before shipping; if negative items leave nothing, the discount is zero
 * @returns centavos, from zero to `sum`
 * @see docs/decisions/money.md#0053
 */
export const couponValue = (discount: CouponDiscount, sum: Centavos): Centavos => {
  if (sum <= 0) return zero
  return CouponDiscount.match(discount, {
    percent: ({ percent }) => centavos(Number(divideHalfUp(BigInt(sum) * BigInt(percent), 10_000n))),
    amount: ({ amount }) => centavos(Math.min(amount, sum)),
  })
}

const refuse = (reason: CouponRefusal) => Result.fail(new CouponRefused({ reason }))
