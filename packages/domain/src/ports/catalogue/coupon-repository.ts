/**
 * Stores a company's coupons, and the orders that use them.
 *
 * An order uses at most one coupon, and uses it once: repeating a step changes nothing.
 *
 * `UnitOfWork` lists the promises of every store.
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
  /** The code with the payer's spelling. */
  readonly code: string
  /** The order need not be stored yet: its total depends on the coupon. */
  readonly order: OrderNumber
  readonly at: Instant
}

/**
 * Finds a code however it is typed: case, the composition of accents, and spaces around it do not matter. See
 * `couponKey`.
 */
export class CouponRepository extends Context.Service<
  CouponRepository,
  {
    /**
     * Gives the coupon a new id, which no other ever had, and no uses. Returns none and writes nothing if the company
     * has a coupon with this code. The code of a removed coupon is free: the next one with it is another coupon,
     * without those uses.
     */
    readonly add: (coupon: Omit<Coupon, "id" | "uses">) => Effect.Effect<Option.Option<Coupon>, StorageUnavailable>
    /** A company's coupon with its current uses. None if it is another company's. */
    readonly find: (company: CompanyId, code: string) => Effect.Effect<Option.Option<Coupon>, StorageUnavailable>
    /** Newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<Coupon>, StorageUnavailable>
    /**
     * Replaces the terms of a coupon, never its uses, which orders count; it keeps its place in the list. False, and nothing is written,
     * if the company has none such, or has it no longer. If `maxUses` is lowered below the uses there are, these stay allowed: see
     * `OverusedCoupon` in the port of the check.
     */
    readonly save: (coupon: Coupon) => Effect.Effect<boolean, StorageUnavailable>
    /** Returns false if the company has no such coupon, or removed it already. Orders that use it stay unchanged. */
    readonly remove: (company: CompanyId, code: string) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Lets a new order use a coupon, and counts the use. However many orders ask at once, at most `maxUses` get it. An
     * order whose use already counts gets the coupon again without a second count, even if it asks concurrently. An
     * order that returned its use has it counted again, or is refused, by the rules of `takeAgain`.
     *
     * A refusal counts nothing. `absent`: the company has no coupon with the code. `expired`: after `expiresAt`, the
     * last millisecond at which it can be used. `used_up`: `maxUses` orders use it.
     *
     * @returns the coupon, with this use counted
     */
    readonly take: (taking: CouponTaking) => Effect.Effect<Coupon, CouponRefused | StorageUnavailable>
    /**
     * Lets an order that is about to be charged again use its own coupon. A use that already counts stays, even if the
     * coupon was removed or can no longer be used. A returned use counts again only if the coupon can be used: it is
     * refused as `absent` if the coupon was removed or the order never had one, and as `expired` or `used_up` like a
     * first use. However many orders ask at once, at most `maxUses` get it.
     */
    readonly takeAgain: (
      company: CompanyId,
      order: OrderNumber,
      at: Instant,
    ) => Effect.Effect<void, CouponRefused | StorageUnavailable>
    /**
     * The order was not paid: its use no longer counts. Returns false if it had no counted use. Of several concurrent
     * calls, one returns true.
     */
    readonly giveBack: (company: CompanyId, order: OrderNumber) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * For late payments only: the order was given up and is paid after all. Its returned use counts again, even beyond
     * `maxUses` and `expiresAt`, because money has arrived. Returns false if it had no returned use.
     */
    readonly countAgain: (company: CompanyId, order: OrderNumber) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/CouponRepository") {}
