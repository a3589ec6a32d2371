/**
 * Coupons that more orders use than they allow, and how many of these orders were paid late. Part of storage-check.ts.
 *
 * Such coupons are few: the logs of their orders are read only for them.
 */
import { CouponCode } from "@vintem/domain/catalogue"
import { CompanyId } from "@vintem/domain/identifiers"
import { OrderEvent, wasPaidLate } from "@vintem/domain/order"
import { beforeAll, type CheckPlace, type OverusedCoupon, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Schema, Stream } from "effect"
import type { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { readerOf } from "../engine/stored-value.ts"
import { alongKey, type PieceStart, placeOf, startOf } from "./along-key.ts"
import { checkerOf, inBothReadings, keysInEqualPieces } from "./check-findings.ts"
import { type CouponUse, couponUses } from "./coupon-uses.ts"

/** How many coupons are read at once. */
const couponsAtOnce = 5_000

const operation = "storageCheck.overusedCoupons"

export const couponCheck = (executor: Executor["Service"]) => {
  const { dialect, read } = executor
  const { build } = dialect
  const { isAfter, key } = alongKey(dialect, "coupon")
  const selectCoupons = preparedQuery<PieceStart, CouponRow>((value) =>
    build
      .selectFrom("coupon")
      .select(["id", "company_id", "code", "uses", "max_uses", "kept_uses"])
      .where(isAfter(value))
      .orderBy(key)
      .limit(value("limit")),
  )

  const selectLogs = (company: number, orders: ReadonlyArray<string>) =>
    build
      .selectFrom("order_event")
      .select(["company_id", "order_number", "body"])
      .where("company_id", "=", company)
      .where("order_number", "in", orders)
      .orderBy("order_number")
      .orderBy("sequence")
      .compile()

  const logsOf = Effect.fnUntraced(function* (uses: ReadonlyArray<CouponUse>) {
    const wanted = [...Map.groupBy(uses, ({ company_id }) => company_id)].flatMap(([company, own]) =>
      keysInEqualPieces(own.map(({ order_number }) => order_number)).map((orders) => ({ company, orders })),
    )
    const pieces = yield* Effect.forEach(wanted, ({ company, orders }) => read(operation, selectLogs(company, orders)))
    return Map.groupBy(pieces.flat(), nameOfOrder)
  })

  const allUses = couponUses(executor, operation)

  /** Uses by coupon: one pass reads them for all coupons of a piece. */
  const usesOf = Effect.fnUntraced(function* (
    coupons: ReadonlyArray<CouponRow>,
  ): Effect.fn.Return<ReadonlyMap<number, Uses>, StorageUnavailable> {
    const found = new Map<number, Uses>(coupons.map(({ id }) => [id, { uses: 0, late: 0 }]))
    const count = Effect.fnUntraced(function* (all: ReadonlyArray<CouponUse>) {
      const uses = all.filter(({ coupon_id }) => found.has(coupon_id))
      const logs = yield* logsOf(uses)
      for (const use of uses) {
        const { coupon_id } = use
        const [log, before] = [logs.get(nameOfOrder(use)), found.get(coupon_id)]
        if (log === undefined || before === undefined) continue
        const late = wasPaidLate(eventsIn(log)) ? 1 : 0
        found.set(coupon_id, { uses: before.uses + 1, late: before.late + late })
      }
    })
    yield* Stream.runForEach(allUses, count)
    return found
  })

  const overusedOf = Effect.fnUntraced(function* (coupons: ReadonlyArray<CouponRow>) {
    const suspects = coupons.filter((row) => row.uses > allowedOf(row))
    if (suspects.length === 0) return []
    const found = yield* usesOf(suspects)
    const counted = yield* Effect.forEach(suspects, (row) =>
      readOverused(operation, `Coupon ${row.id}`, {
        company: row.company_id,
        code: row.code,
        allowed: allowedOf(row),
        ...found.get(row.id),
      }),
    )
    return counted.filter(({ allowed, uses }) => uses > allowed)
  })

  /** Uses are added while they are read. */
  return Stream.paginate(
    beforeAll,
    Effect.fnUntraced(function* (after: CheckPlace) {
      const piece = startOf({ after, lastId: Number.MAX_SAFE_INTEGER, limit: couponsAtOnce })
      const coupons = yield* read(operation, selectCoupons(piece))
      const again = Effect.flatMap(read(operation, selectCoupons(piece)), overusedOf)
      const overused: ReadonlyArray<OverusedCoupon> = yield* inBothReadings(yield* overusedOf(coupons), again)
      return [[overused], Option.map(Option.fromUndefinedOr(coupons.at(-1)), placeOf)]
    }),
  )
}

const nameOfOrder = ({ company_id, order_number }: Pick<CouponUse, "company_id" | "order_number">): string =>
  `${company_id} ${order_number}`

interface CouponRow {
  readonly id: number
  readonly company_id: number
  readonly code: string
  readonly uses: number
  readonly max_uses: number | null
  readonly kept_uses: number
}

interface Uses {
  readonly uses: number
  readonly late: number
}

const allowedOf = ({ kept_uses, max_uses, uses }: CouponRow): number =>
  max_uses === null ? uses : Math.max(max_uses, kept_uses)

const checkEvent = checkerOf(OrderEvent)

/** Unreadable events are left out: the check of orders reports them. */
const eventsIn = (rows: ReadonlyArray<{ readonly body: string }>): ReadonlyArray<OrderEvent> =>
  rows.flatMap(({ body }) => checkEvent(body).value ?? [])

const readOverused = readerOf(
  Schema.Struct({ company: CompanyId, code: CouponCode, uses: Schema.Int, allowed: Schema.Int, late: Schema.Int }),
)
