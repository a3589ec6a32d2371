/** Changes the terms of a coupon. Orders that have used it are not changed. */
import type { Coupon, CouponTerms } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CouponRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/**
 * Part of a unit, so that no concurrent change is lost. Fields without a key in the change stay.
 *
 * @returns none if the company has no such coupon
 */
export const changeCoupon = Effect.fnUntraced(function* (
  company: CompanyId,
  code: string,
  change: Partial<CouponTerms>,
): Effect.fn.Return<Option.Option<Coupon>, StorageUnavailable, CouponRepository> {
  const { find, save } = yield* CouponRepository
  const changed = Option.map(yield* find(company, code), (coupon) => ({ ...coupon, ...change }))
  if (Option.isSome(changed)) yield* save(changed.value)
  return changed
})
