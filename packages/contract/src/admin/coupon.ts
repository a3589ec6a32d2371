/**
 * Coupons in the administration: the requests and the views.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import {
  type Coupon,
  CouponCode,
  type CouponDiscount,
  CouponPercent,
  type CouponTerms,
  couponCodeMax,
  couponKey,
} from "@vintem/domain/catalogue"
import { centavos, centavosMax, decimalNumber, percentNumber } from "@vintem/domain/money"
import * as Schema from "effect/Schema"
import { amount } from "../input/amount.ts"
import {
  andThen,
  clearable,
  codec,
  described,
  isBlank,
  isObject,
  notAnObject,
  object,
  optional,
  orNull,
  type Refused,
  refused,
  required,
} from "../input/codec.ts"
import { deadline } from "../input/deadline.ts"
import { type Fault, fault, type InvalidFields, invalidFields, missing } from "../input/fault.ts"
import { integer } from "../input/integer.ts"
import { readText, textRead } from "../input/text.ts"
import { TimestampView } from "../order/timestamp-view.ts"

/** The highest limit of uses. Our own choice: more uses need no limit. */
const usesMax = 999_999_999

const isCouponCode = Schema.is(CouponCode)

const code = andThen(textRead(readText({ min: 1, max: couponCodeMax })), (typed, at, faults): CouponCode | Refused => {
  if (isCouponCode(typed)) return typed
  faults.push(fault(at, { code: "invalid_coupon_code" }))
  return refused
})

/** Hundredths of a percent are read like hundredths of a real. */
const percentOff = andThen(amount({ min: centavos(1), max: centavos(10_000) }), (hundredths) =>
  CouponPercent.make(hundredths, { disableChecks: true }),
)

const discount = object({
  percent: optional(
    orNull(
      described(
        { ...percentOff, rule: { words: "0.01 to 100", unless: "0.01 to 100" } },
        { description: "Percent off product and items, before shipping: 0.01 to 100.", examples: [10] },
      ),
    ),
  ),
  amount: optional(
    orNull(
      described(amount({ min: centavos(1), max: centavos(centavosMax) }), {
        description: "Reais off, at least 0.01. May not be given together with `percent`.",
        examples: [15],
      }),
    ),
  ),
})

const limits = object({
  expires_at: clearable(
    described(deadline, {
      description:
        "Through the end of that date, `YYYY-MM-DD`, or second, `YYYY-MM-DD HH:MM:SS` in America/Sao_Paulo. If null, there is no end.",
      examples: ["2026-12-31"],
    }),
  ),
  max_uses: clearable(
    described(integer({ min: 1, max: usesMax }), {
      description: "How many orders may use it. If null, any number.",
      examples: [100],
    }),
  ),
})

const codeField = {
  code: required(code, {
    description: `What payers type, in upper or lower case: 1 to ${couponCodeMax} letters, digits and \`. _ % + -\`.`,
    examples: ["NATAL10"],
  }),
}

const named = object(codeField)

/** One of the two, or neither. If both are given, neither is read. */
const readDiscount = (
  fields: Readonly<Record<string, unknown>>,
  faults: Array<Fault>,
): CouponDiscount | undefined | Refused => {
  if (!(isBlank(fields["percent"]) || isBlank(fields["amount"]))) {
    faults.push(fault("amount", { code: "not_together", with: "percent" }))
    return refused
  }
  const off = discount.read(fields, "", faults, undefined)
  if (off === refused) return refused
  if (off.percent !== undefined) return { _tag: "percent", percent: off.percent }
  return off.amount === undefined ? undefined : { _tag: "amount", amount: off.amount }
}

/** The terms in a body. Missing keys give none. */
const termsIn = (given: CouponDiscount | undefined, { expires_at, max_uses }: LimitsRead): Partial<CouponTerms> => ({
  ...(given === undefined ? {} : { discount: given }),
  ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
  ...(max_uses === undefined ? {} : { maxUses: max_uses }),
})

type LimitsRead = Exclude<ReturnType<typeof limits.read>, Refused>

/** A new coupon. */
export interface CouponInput extends CouponTerms {
  readonly code: CouponCode
}

/** The body of a new coupon: exactly one of `percent` and `amount`. */
export const couponBody = codec(
  Schema.Struct({ ...named.schema.fields, ...discount.schema.fields, ...limits.schema.fields }).annotate({
    identifier: "CouponRequest",
    description: "Either `percent` or `amount`.",
    examples: [{ code: "NATAL10", percent: 10, expires_at: "2026-12-31", max_uses: 100 }],
  }),
  (input, at, faults): CouponInput | Refused => {
    const name = named.read(input, at, faults, undefined)
    if (!isObject(input)) return refused
    const given = readDiscount(input, faults)
    if (given === undefined) faults.push(missing("percent"))
    const bounds = limits.read(input, at, faults, undefined)
    if (name === refused || given === undefined || given === refused || bounds === refused) return refused
    return { code: name.code, expiresAt: null, maxUses: null, ...termsIn(given, bounds), discount: given }
  },
)

/** The coupon to change. */
export interface OfCoupon {
  readonly code: string
}

/** The changes of a coupon. Its code cannot change, but the body may repeat it. A missing key changes nothing. */
export const couponChangeBody = codec(
  Schema.Struct({ ...discount.schema.fields, ...limits.schema.fields }).annotate({
    identifier: "CouponChangeRequest",
    description:
      "Absent fields keep their value; null clears. `percent` replaces `amount`, and `amount` replaces `percent`. The code stays.",
    examples: [{ amount: 15, max_uses: null }],
  }),
  (input, at, faults, { code }: OfCoupon): Partial<CouponTerms> | Refused => {
    if (!isObject(input)) {
      faults.push(fault(at, notAnObject))
      return refused
    }
    const asked = input["code"]
    const isSame = isBlank(asked) || (typeof asked === "string" && couponKey(asked) === couponKey(code))
    if (!isSame) faults.push(fault("code", { code: "unchangeable" }))
    const given = readDiscount(input, faults)
    const bounds = limits.read(input, at, faults, undefined)
    return !isSame || given === refused || bounds === refused ? refused : termsIn(given, bounds)
  },
)

/** The company has a coupon with this code already, perhaps in another case. */
export const couponCodeTaken = (): InvalidFields => invalidFields([fault("code", { code: "taken", by: "coupon" })])

/** A coupon, as shown. */
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

/** Shows basis points as percentages, centavos as reais, and times in America/Sao_Paulo. */
export const couponView = ({ code, discount, expiresAt, maxUses, uses, createdAt }: Coupon): CouponView => ({
  code,
  percent: discount._tag === "percent" ? percentNumber(discount.percent) : null,
  amount: discount._tag === "amount" ? decimalNumber(discount.amount) : null,
  expires_at: expiresAt === null ? null : saoPauloTimestamp(expiresAt),
  max_uses: maxUses,
  uses,
  created_at: saoPauloTimestamp(createdAt),
})
