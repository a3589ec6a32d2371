/**
 * Rows of coupons.
 */
import { Coupon, type CouponTerms } from "@vintem/domain/catalogue"
import type { StorageUnavailable } from "@vintem/domain/ports"
import type { Effect } from "effect"
import { readerOf } from "../engine/stored-value.ts"

/** The columns of a coupon that are read. */
export interface CouponRow {
  readonly id: number
  readonly company_id: number
  readonly code: string
  readonly percent: number | null
  readonly amount: number | null
  readonly expires_at: number | null
  readonly max_uses: number | null
  readonly uses: number
  readonly created_at: number
}

/** The columns of its terms. */
export const columnsOf = ({ discount, expiresAt, maxUses }: CouponTerms) => ({
  percent: discount._tag === "percent" ? discount.percent : null,
  amount: discount._tag === "amount" ? discount.amount : null,
  expires_at: expiresAt,
  max_uses: maxUses,
})

const readCoupon = readerOf(Coupon)

/** The coupon of a row. */
export const couponFromRow = (operation: string, row: CouponRow): Effect.Effect<Coupon, StorageUnavailable> =>
  readCoupon(operation, `Coupon ${row.id}`, {
    id: row.id,
    company: row.company_id,
    code: row.code,
    discount: row.percent === null ? { _tag: "amount", amount: row.amount } : { _tag: "percent", percent: row.percent },
    expiresAt: row.expires_at,
    maxUses: row.max_uses,
    uses: row.uses,
    createdAt: row.created_at,
  })
