/**
 * Stores a company's coupons, and which orders use them.
 *
 * An order uses one coupon at most, and one use of it: repeating a step changes nothing.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Instant } from "../../calendar/instant.ts"
import type { Coupon, CouponRefused } from "../../catalogue/coupon.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { OrderNumber } from "../../identifiers/order.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** A new order that wants to use a coupon. */
export interface CouponTaking {
  readonly company: CompanyId
  /** As the payer typed it. */
  readonly code: string
  /** The order need not be stored yet: its total depends on the coupon. */
  readonly order: OrderNumber
  readonly at: Instant
}

/** Codes are found however they are typed: case, the composition of accents and spaces around do not count. See `couponKey`. */
export class CouponRepository extends Context.Service<
  CouponRepository,
  {
    /**
     * Gives the coupon its id, which no other ever had, and no uses. None, and nothing is written, if the company has a coupon of this
     * code. That of a removed one is free: the next coupon of the code is another one, and has none of its uses.
     */
    readonly add: (coupon: Omit<Coupon, "id" | "uses">) => Effect.Effect<Option.Option<Coupon>, StorageUnavailable>
    /** A company's coupon, its uses counted as they are now; another company's is absent. */
    readonly find: (company: CompanyId, code: string) => Effect.Effect<Option.Option<Coupon>, StorageUnavailable>
    /** Newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<Coupon>, StorageUnavailable>
    /**
     * Replaces the terms of a coupon, never its uses, which orders count; it keeps its place in the list. False, and nothing is written,
     * if the company has none such, or has it no longer. If `maxUses` is lowered below the uses there are, these stay allowed: see
     * `OverusedCoupon` in the port of the check.
     */
    readonly save: (coupon: Coupon) => Effect.Effect<boolean, StorageUnavailable>
    /** False if the company has no such coupon, or has it no longer. Orders that use it stay as they are. */
    readonly remove: (company: CompanyId, code: string) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Has a new order use a coupon, and counts the use. However many orders ask at once, no more than `maxUses` get it. An order
     * whose use counts already gets the coupon again and is not counted twice, even if it asks many times at once; one that gave its
     * use back has it counted again, or is refused, as `takeAgain` says.
     *
     * Refused, and nothing is counted, as `absent` if the company has no coupon of the code, as `expired` after `expiresAt`, which is
     * the last millisecond it can be used in, and as `used_up` if `maxUses` orders use it.
     *
     * @returns the coupon, this use counted
     */
    readonly take: (taking: CouponTaking) => Effect.Effect<Coupon, CouponRefused | StorageUnavailable>
    /**
     * Has an order that is about to be charged once more use the very coupon that it was placed with. A use that counts already
     * stays as it is, though the coupon is removed or cannot be used again. A use that was given back counts again only while the
     * coupon can be used: it is refused as `absent` if the coupon was removed or the order never had one, and as `expired` or
     * `used_up` like a first use. However many orders ask at once, no more than `maxUses` get it.
     */
    readonly takeAgain: (
      company: CompanyId,
      order: OrderNumber,
      at: Instant,
    ) => Effect.Effect<void, CouponRefused | StorageUnavailable>
    /** The order was not paid: its use no longer counts. False if it had none that counted; of many at once one is told true. */
    readonly giveBack: (company: CompanyId, order: OrderNumber) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * For late payments only: the order was given up and is paid after all. The use it gave back counts again, beyond `maxUses` and
     * `expiresAt` if need be, for money has arrived. False if it had none given back.
     */
    readonly countAgain: (company: CompanyId, order: OrderNumber) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/CouponRepository") {}
