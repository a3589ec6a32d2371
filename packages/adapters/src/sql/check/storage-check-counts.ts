/**
 * Stored counts, which save counting rows: entries of lists and uses of coupons. Part of storage-check.ts.
 */
import { type BesideOrders, beforeAll, type CheckPlace, type StorageUnavailable } from "@vintem/domain/ports"
import type { WebhookDeliveryState } from "@vintem/domain/webhook"
import { Effect, Option, Record, Stream } from "effect"
import { type RawBuilder, sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import type { ListName } from "../engine/list-count.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { alongKey, type PieceStart, placeOf, startOf } from "./along-key.ts"
import { countDiffers, inBothReadings } from "./check-findings.ts"
import { type CouponUse, couponUses } from "./coupon-uses.ts"

/** How many companies' lists are counted again at once. */
const companiesAtOnce = 20
/** How many coupons are counted again at once: each time all uses are read. */
const couponsAtOnce = 5_000

const operation = "storageCheck.besideOrders"

export const countCheck = (executor: Executor["Service"]) => {
  const { dialect, read } = executor
  const { build } = dialect
  const { isAfter, key } = alongKey(dialect, "coupon")
  const deliveriesIn = (state: WebhookDeliveryState) =>
    sql<number>`${build
      .selectFrom("webhook_delivery")
      .select((e) => e.fn.countAll<number>().as("counted"))
      .where("webhook_delivery.company_id", "=", sql.ref<number>("company.id"))
      .where("webhook_delivery.state", "=", state)}`

  /** The entries of each list of a company, counted in its table. */
  const listed: { readonly [List in ListName]: RawBuilder<number> } = {
    payment_link: sql`${build
      .selectFrom("payment_link")
      .select((e) => e.fn.countAll<number>().as("counted"))
      .where("payment_link.company_id", "=", sql.ref<number>("company.id"))
      .where("payment_link.removed_at", "is", null)}`,
    batch: sql`${build
      .selectFrom("batch")
      .select((e) => e.fn.countAll<number>().as("counted"))
      .where("batch.company_id", "=", sql.ref<number>("company.id"))}`,
    webhook_pending: deliveriesIn("pending"),
    webhook_delivered: deliveriesIn("delivered"),
    webhook_failed: deliveriesIn("failed"),
  }

  const lists = Record.toEntries(listed).map(([list, counted]) => ({
    list,
    /**
     * In one statement, so all its figures are of one moment. It begins with the company, so that it finds a missing
     * count.
     */
    select: preparedQuery<{ after: number; limit: number }, ListRow>((value) =>
      build
        .selectFrom("company")
        .select((e) => [
          "company.id",
          e
            .selectFrom("list_count")
            .select((f) => f.fn.sum<number | null>("list_count.count").as("stored"))
            .whereRef("list_count.company_id", "=", "company.id")
            .where("list_count.list", "=", list)
            .as("stored"),
          counted.as("counted"),
        ])
        .where("company.id", ">", value("after"))
        .orderBy("company.id")
        .limit(value("limit")),
    ),
  }))

  const selectCoupons = preparedQuery<PieceStart, CouponRow>((value) =>
    build
      .selectFrom("coupon")
      .select(["id", "company_id", "uses"])
      .where(isAfter(value))
      .orderBy(key)
      .limit(value("limit")),
  )

  const wrongLists = Stream.paginate(
    Number.MIN_SAFE_INTEGER,
    Effect.fnUntraced(function* (after: number) {
      const found = yield* Effect.forEach(lists, ({ list, select }) =>
        Effect.map(read(operation, select({ after, limit: companiesAtOnce })), (rows) => ({ list, rows })),
      )
      const wrong = found.flatMap(({ list, rows }) =>
        rows.flatMap(({ id, stored, counted }) =>
          countDiffers(id, "list_count", list, "count", Number(stored), Number(counted)),
        ),
      )
      return [[wrong], Option.fromUndefinedOr(found[0]?.rows.at(-1)?.id)]
    }),
  )

  const allUses = couponUses(executor, operation)

  const usesOf = Effect.fnUntraced(function* (
    coupons: ReadonlyArray<CouponRow>,
  ): Effect.fn.Return<ReadonlyMap<number, number>, StorageUnavailable> {
    const counted = new Map(coupons.map(({ id }) => [id, 0]))
    const count = (uses: ReadonlyArray<CouponUse>) => {
      for (const { coupon_id } of uses) {
        const before = counted.get(coupon_id)
        if (before !== undefined) counted.set(coupon_id, before + 1)
      }
    }
    yield* Stream.runForEach(allUses, (uses) => Effect.sync(() => count(uses)))
    return counted
  })

  /** The use of a removed coupon stays. storage-check-coupons.ts checks whether there are more uses than allowed. */
  const couponsDiffering = Effect.fnUntraced(function* (
    coupons: ReadonlyArray<CouponRow>,
  ): Effect.fn.Return<ReadonlyArray<BesideOrders>, StorageUnavailable> {
    if (coupons.length === 0) return []
    const counted = yield* usesOf(coupons)
    return coupons.flatMap(({ id, company_id, uses }) =>
      countDiffers(company_id, "coupon", `id ${id}`, "uses", uses, counted.get(id) ?? 0),
    )
  })

  /** Uses are added while they are read. */
  const wrongCoupons = Stream.paginate(
    beforeAll,
    Effect.fnUntraced(function* (after: CheckPlace) {
      const piece = startOf({ after, lastId: Number.MAX_SAFE_INTEGER, limit: couponsAtOnce })
      const coupons = yield* read(operation, selectCoupons(piece))
      const again = Effect.flatMap(read(operation, selectCoupons(piece)), couponsDiffering)
      const wrong = yield* inBothReadings(yield* couponsDiffering(coupons), again)
      return [[wrong], Option.map(Option.fromUndefinedOr(coupons.at(-1)), placeOf)]
    }),
  )

  return Stream.concat(wrongLists, wrongCoupons)
}

interface ListRow {
  readonly id: number
  readonly stored: number | string | bigint | null
  readonly counted: number | string | bigint | null
}

interface CouponRow {
  readonly id: number
  readonly company_id: number
  readonly uses: number
}
