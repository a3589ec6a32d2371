/**
 * The back office: coupons.
 */
import { changeCoupon } from "@vintem/application"
import {
  BackOffice,
  type CouponInput,
  couponBody,
  couponChangeBody,
  couponCodeTaken,
  couponView,
} from "@vintem/contract"
import type { Instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CouponRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { changeEntry, createEntry, listEntries, removeEntry, showEntry } from "./company-entries.ts"

export const coupons = HttpApiBuilder.group(BackOffice, "coupons", (handlers) =>
  handlers
    .handleRaw(
      "create",
      ({ params }) => createEntry(params, { body: couponBody, add: addCoupon, view: couponView }),
      uninterruptible,
    )
    .handle("list", ({ params, query }) =>
      Effect.flatMap(CouponRepository, ({ list }) => listEntries(params, query, list, couponView)),
    )
    .handle("get", ({ params }) =>
      Effect.flatMap(CouponRepository, ({ find }) => showEntry(params, Option.some(params.code), find, couponView)),
    )
    .handleRaw("update", ({ params }) => updateCoupon(params), uninterruptible)
    .handle("remove", ({ params }) =>
      Effect.flatMap(CouponRepository, ({ remove }) =>
        removeEntry(params, Option.some(params.code), remove, "The coupon was deleted."),
      ),
    ),
)

const addCoupon = Effect.fnUntraced(function* (company: CompanyId, input: CouponInput, createdAt: Instant) {
  const { add } = yield* CouponRepository
  const added = yield* add({ company, ...input, createdAt })
  return Option.isSome(added) ? added.value : yield* Effect.fail(couponCodeTaken())
})

const updateCoupon = (params: { readonly company: string; readonly code: string }) =>
  changeEntry(params, {
    body: { read: (input, at, faults) => couponChangeBody.read(input, at, faults, { code: params.code }) },
    change: (company, change) => changeCoupon(company, params.code, change),
    view: couponView,
  })
