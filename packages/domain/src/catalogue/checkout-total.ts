/** The total of an order on a checkout: product, further items, discounts and shipping. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Centavos, checkedSum, subtract, zero } from "../money/centavos.ts"
import type { CheckoutDetails } from "./checkout.ts"
import { type CouponDiscount, couponValue } from "./coupon.ts"
import { itemsTotal, type OrderItem } from "./order-item.ts"
import type { Product } from "./product.ts"

/** The order's own values, besides those of its checkout. */
export interface CheckoutOrderTerms {
  /**
   * Centavos: the value of the whole product line, whatever the quantity. Null for the product's own price. The item
   * then has quantity 1 at this price; the price of one piece is lost.
   */
  readonly customTotal: Centavos | null
  /** Pieces of the product, 1 to `quantityMax`. Null for the checkout's own quantity. */
  readonly customQuantity: number | null
  /** Further items; a negative `unitPrice` is a discount. */
  readonly items: ReadonlyArray<OrderItem>
  readonly coupon: CouponDiscount | null
  /** Centavos, zero or more. */
  readonly shipping: Centavos
}

/** The lines of an order and its total, in centavos: `amount` is items minus `couponValue` plus shipping. */
export interface CheckoutTotal {
  /** The product first, with its id, then the further items as sent. Coupon and shipping are not items. */
  readonly items: ReadonlyArray<OrderItem>
  readonly couponValue: Centavos
  /** At least one. */
  readonly amount: Centavos
}

/**
 * An order with this total is not possible.
 *
 * - `too_small`: below one centavo after all discounts
 * - `out_of_range`: 10¹¹ reais or more, at some step
 */
export class TotalRefused extends Schema.TaggedError<TotalRefused>()("TotalRefused", {
  reason: Schema.Literals(["too_small", "out_of_range"]),
}) {}

/**
 * The total of an order on a checkout. A percentage coupon applies to product and items, before shipping.
 *
 * @see docs/decisions/money.md#0053
 */
export const checkoutTotal = (
  product: Product,
  { quantity }: Pick<CheckoutDetails, "quantity">,
  terms: CheckoutOrderTerms,
): Result.Result<CheckoutTotal, TotalRefused> => {
  const items = [productLine(product, quantity, terms), ...terms.items]
  const subtotal = itemsTotal(items)
  if (Result.isFailure(subtotal)) return refuse("out_of_range")
  const taken = terms.coupon === null ? zero : couponValue(terms.coupon, subtotal.success)
  const amount = checkedSum([subtract(subtotal.success, taken), terms.shipping])
  if (Result.isFailure(amount)) return refuse("out_of_range")
  return amount.success < 1
    ? refuse("too_small")
    : Result.succeed({ items, couponValue: taken, amount: amount.success })
}

const productLine = (
  { id, sku, title, unitPrice, priceCost }: Product,
  quantity: number,
  { customTotal, customQuantity }: CheckoutOrderTerms,
): OrderItem => {
  const line = { productId: id, sku, title, priceCost }
  return customTotal === null
    ? { ...line, unitPrice, quantity: customQuantity ?? quantity }
    : { ...line, unitPrice: customTotal, quantity: 1 }
}

const refuse = (reason: "too_small" | "out_of_range") => Result.fail(new TotalRefused({ reason }))
