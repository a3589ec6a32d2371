/**
 * Coupons in the administration: making and changing one, and what is shown of it.
 */
import {
  Centavos,
  type Coupon,
  CouponCode,
  type CouponDiscount,
  CouponPercent,
  type CouponTerms,
  centavos,
  centavosMax,
  couponCodeMax,
  couponKey,
  decimalNumber,
  Instant,
  percentNumber,
  saoPauloTimestamp,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DecimalInput, readAmount } from "../input/amount.ts"
import { readDeadline } from "../input/deadline.ts"
import { fault, type InvalidFields, missing } from "../input/fault.ts"
import { clearable, isBlank, optional, type Read, required } from "../input/field.ts"
import { IntegerInput, readInteger } from "../input/integer.ts"
import { faultsIn, fieldsOf, invalidFields, type Part, part } from "../input/part.ts"
import { readText } from "../input/text.ts"
import { TimestampView } from "../order/order-view.ts"

/** The most uses a coupon may be limited to. Our own choice: whoever wants more sets no limit. */
const usesMax = 999_999_999

const described = {
  percent: Schema.NullOr(
    DecimalInput.annotate({ description: "Off product and items, before shipping: 0.01 to 100.", examples: [10] }),
  ),
  amount: Schema.NullOr(DecimalInput.annotate({ description: "Reais off, at least 0.01.", examples: [15] })),
  expires_at: Schema.NullOr(
    Schema.String.annotate({
      description:
        "Through the end of that date, `YYYY-MM-DD`, or second, `YYYY-MM-DD HH:MM:SS` in America/Sao_Paulo. Null has no end.",
      examples: ["2026-12-31"],
    }),
  ),
  max_uses: Schema.NullOr(
    IntegerInput.annotate({ description: "How many orders may use it. Null is any number.", examples: [100] }),
  ),
}

/** What a coupon is made of: one of `percent` and `amount`. */
export const CouponRequest = Schema.Struct({
  code: Schema.String.annotate({
    description: `What payers type, in upper or lower case: 1 to ${couponCodeMax} letters, digits and \`. _ % + -\`.`,
    examples: ["NATAL10"],
  }),
  percent: Schema.optionalKey(described.percent),
  amount: Schema.optionalKey(described.amount),
  expires_at: Schema.optionalKey(described.expires_at),
  max_uses: Schema.optionalKey(described.max_uses),
}).annotate({
  identifier: "CouponRequest",
  description: "One of `percent` and `amount`.",
  examples: [{ code: "NATAL10", percent: 10, expires_at: "2026-12-31", max_uses: 100 }],
})

/** What may be changed about a coupon: all but its code. */
export const CouponChangeRequest = Schema.Struct({
  percent: Schema.optionalKey(described.percent),
  amount: Schema.optionalKey(described.amount),
  expires_at: Schema.optionalKey(described.expires_at),
  max_uses: Schema.optionalKey(described.max_uses),
}).annotate({
  identifier: "CouponChangeRequest",
  description:
    "What is absent keeps its value; null clears it. `percent` takes the place of `amount`, and the other way.",
  examples: [{ amount: 15, max_uses: null }],
})

/** A coupon about to be made. */
export interface CouponInput extends CouponTerms {
  readonly code: CouponCode
}

/** Reads the body, or lists everything that is wrong with it. */
export const decodeCoupon = (body: unknown): Result.Result<CouponInput, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const code = readNamed(fields.success, "")
  const discount = Result.flatMap(readDiscount(fields.success), (found) =>
    found === undefined ? Result.fail([missing("percent")]) : Result.succeed(found),
  )
  const limits = readLimits(fields.success, "")
  if (Result.isFailure(code) || Result.isFailure(discount) || Result.isFailure(limits)) {
    return Result.fail(invalidFields([code, discount, limits].flatMap(faultsIn)))
  }
  const { expires_at: expiresAt = null, max_uses: maxUses = null } = limits.success
  return Result.succeed({ ...code.success, discount: discount.success, expiresAt, maxUses })
}

/**
 * Reads the body, or lists everything that is wrong with it. No key, no change.
 *
 * @param code - of the coupon that is to change: the body may say the same, and no other
 */
export const decodeCouponChange = (body: unknown, code: string): Result.Result<Partial<CouponTerms>, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const asked = fields.success["code"]
  const isSame = isBlank(asked) || (typeof asked === "string" && couponKey(asked) === couponKey(code))
  const renaming = isSame ? [] : [fault("code", "may not be changed.")]
  const discount = readDiscount(fields.success)
  const limits = readLimits(fields.success, "")
  if (Result.isFailure(discount) || Result.isFailure(limits) || renaming.length > 0) {
    return Result.fail(invalidFields([...renaming, ...faultsIn(discount), ...faultsIn(limits)]))
  }
  const { expires_at, max_uses } = limits.success
  return Result.succeed({
    ...(discount.success === undefined ? {} : { discount: discount.success }),
    ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
    ...(max_uses === undefined ? {} : { maxUses: max_uses }),
  })
}

/** The company has a coupon of this code, maybe in other letters. */
export const couponCodeTaken = (): InvalidFields => invalidFields([fault("code", "is another coupon's.")])

/** A coupon as it is shown. */
export const CouponView = Schema.Struct({
  code: Schema.String,
  percent: Schema.NullOr(Schema.Finite),
  amount: Schema.NullOr(Schema.Finite).annotate({ description: "Reais." }),
  expires_at: Schema.NullOr(TimestampView),
  max_uses: Schema.NullOr(Schema.Int),
  uses: Schema.Int.annotate({ description: "How many orders use it now." }),
  created_at: TimestampView,
}).annotate({
  identifier: "Coupon",
  examples: [
    {
      code: "NATAL10",
      percent: 10,
      amount: null,
      expires_at: "2026-12-31 23:59:59",
      max_uses: 100,
      uses: 0,
      created_at: "2026-11-21 10:00:00",
    },
  ],
})
export type CouponView = typeof CouponView.Type

/** Basis points become percentages, centavos reais; times are those of America/Sao_Paulo. */
export const couponView = ({ code, discount, expiresAt, maxUses, uses, createdAt }: Coupon): CouponView => ({
  code,
  percent: discount._tag === "percent" ? percentNumber(discount.percent) : null,
  amount: discount._tag === "amount" ? decimalNumber(discount.amount) : null,
  expires_at: expiresAt === null ? null : saoPauloTimestamp(expiresAt),
  max_uses: maxUses,
  uses,
  created_at: saoPauloTimestamp(createdAt),
})

const isCouponCode = Schema.is(CouponCode)

const readCode: Read<CouponCode> = (input) =>
  Result.flatMap(readText({ min: 1, max: couponCodeMax })(input), (code) =>
    isCouponCode(code)
      ? Result.succeed(code)
      : Result.fail("may have letters, digits and . _ % + - only, and must have a letter or digit."),
  )

const readNamed = part(Schema.Struct({ code: required(CouponCode, readCode) }))

const readLimits = part(
  Schema.Struct({
    expires_at: clearable(Instant, readDeadline),
    max_uses: clearable(Schema.Int, readInteger({ min: 1, max: usesMax })),
  }),
)

/** Hundredths of a percent are read as hundredths of a real are. */
const readPercentOff: Read<CouponPercent> = (input) =>
  Result.map(readAmount({ min: centavos(1), max: centavos(10_000) })(input), (hundredths) =>
    CouponPercent.make(hundredths),
  )

const readEither = part(
  Schema.Struct({
    percent: optional(CouponPercent, readPercentOff),
    amount: optional(Centavos, readAmount({ min: centavos(1), max: centavos(centavosMax) })),
  }),
)

/** One of the two, or neither. */
const readDiscount = (fields: Readonly<Record<string, unknown>>): Part<CouponDiscount | undefined> => {
  const { percent, amount } = fields
  if (!(isBlank(percent) || isBlank(amount))) {
    return Result.fail([fault("amount", "may not be given together with percent.")])
  }
  return Result.map(readEither({ percent, amount }, ""), (off) => {
    if (off.percent !== undefined) return { _tag: "percent", percent: off.percent } as const
    return off.amount === undefined ? undefined : ({ _tag: "amount", amount: off.amount } as const)
  })
}
