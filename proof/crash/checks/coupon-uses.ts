/** Checks that coupons are used by the orders that hold them, and by no others. */
import type { Check } from "../check.ts"

export const couponsAreHeldByOrders: Check = {
  title: "a coupon's uses are the orders that hold it: those placed with it that are neither unpaid nor canceled",
  contradictions: ({ database }) => [
    ...database
      .prepare<[], { code: string; uses: number; counted: number }>(
        `select code, uses, (select count(*) from coupon_use where coupon_id = coupon.id and is_counted = 1) as counted
         from coupon where uses <> counted`,
      )
      .all()
      .map(({ code, uses, counted }) => `coupon ${code} has ${uses} uses, and ${counted} orders hold it`),
    ...database
      .prepare<[], { number: string; status: string; code: string | null; counted: number | null }>(
        `select number, status, details ->> '$.coupon.code' as code, is_counted as counted
         from orders left join coupon_use on order_number = number
         where (code is null) <> (counted is null) or counted <> (status not in ('unpaid', 'canceled'))`,
      )
      .all()
      .map(({ number, status, code, counted }) => {
        const use = counted === null ? "no use" : `a use that counts ${counted}`
        return `order ${number}, ${status}, was placed with ${code === null ? "no coupon" : `coupon ${code}`} and has ${use}`
      }),
    ...database
      .prepare<[], string>(
        "select order_number from coupon_use where order_number not in (select number from orders) and is_counted = 1",
      )
      .pluck()
      .all()
      .map((number) => `a coupon is held by order ${number}, which is not there`),
  ],
}

/** Only late money may count an order beyond the limit, and no money comes late in these runs. */
export const couponsKeepTheirLimit: Check = {
  title: "no coupon is used more often than it may be",
  contradictions: ({ database }) =>
    database
      .prepare<[], { code: string; uses: number; max_uses: number }>(
        "select code, uses, max_uses from coupon where uses > max_uses",
      )
      .all()
      .map(({ code, uses, max_uses }) => `coupon ${code} has ${uses} uses of ${max_uses}`),
}
