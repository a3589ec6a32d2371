/**
 * The uses of all coupons that count, in pieces. They are stored by order, not by coupon: with an index for the check
 * alone, every order with a coupon would take longer. Part of storage-check.ts.
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Stream } from "effect"
import { type SqlBool, sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"

/** How many uses are read at once. */
const usesAtOnce = 5_000

export interface CouponUse {
  readonly company_id: number
  readonly order_number: string
  readonly coupon_id: number
}

export const couponUses = (
  { dialect: { build }, read }: Executor["Service"],
  operation: string,
): Stream.Stream<ReadonlyArray<CouponUse>, StorageUnavailable> => {
  const selectUses = preparedQuery<UsePlace & { limit: number }, UseRow>((value) =>
    build
      .selectFrom("coupon_use")
      .select(["company_id", "order_number", "coupon_id", "is_counted"])
      .where(sql<SqlBool>`(company_id, order_number) > (${value("company_id")}, ${value("order_number")})`)
      .orderBy("company_id")
      .orderBy("order_number")
      .limit(value("limit")),
  )

  return Stream.paginate(
    beforeAllUses,
    Effect.fnUntraced(function* (after: UsePlace) {
      const uses = yield* read(operation, selectUses({ ...after, limit: usesAtOnce }))
      const counted = uses.filter(({ is_counted }) => is_counted === 1)
      return [[counted], Option.fromUndefinedOr(uses.at(-1))]
    }),
  )
}

type UsePlace = Pick<CouponUse, "company_id" | "order_number">

const beforeAllUses: UsePlace = { company_id: Number.MIN_SAFE_INTEGER, order_number: "" }

interface UseRow extends CouponUse {
  readonly is_counted: number
}
