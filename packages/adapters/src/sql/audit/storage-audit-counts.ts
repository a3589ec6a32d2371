/**
 * Stored counts, which save counting rows: entries of lists and uses of coupons. Part of storage-audit.ts.
 */
import type { BesideOrders, StorageUnavailable } from "@vintem/domain/ports"
import type { WebhookDeliveryState } from "@vintem/domain/webhook"
import { Effect, Option, Record, Stream } from "effect"
import { type RawBuilder, sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import type { ListName } from "../engine/list-count.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { countDiffers } from "./audit-findings.ts"

/** How many companies' lists are counted again at once. */
const companiesAtOnce = 20
/** How many coupons are counted again at once: all uses are read once for each so many. */
const couponsAtOnce = 5_000
/** How many uses of coupons are read at once. */
const usesAtOnce = 5_000

const operation = "storageAudit.besideOrders"

export const countAudit = ({ dialect: { build }, read }: Executor["Service"]) => {
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
    /** In one statement, for it is of one moment then. From the company, so that a count that is not there is found. */
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

  const selectCoupons = preparedQuery<{ after: number; limit: number }, CouponRow>((value) =>
    build
      .selectFrom("coupon")
      .select(["id", "company_id", "uses"])
      .where("id", ">", value("after"))
      .orderBy("id")
      .limit(value("limit")),
  )

  const selectUses = preparedQuery<{ after: string; limit: number }, UseRow>((value) =>
    build
      .selectFrom("coupon_use")
      .select(["order_number", "coupon_id", "is_counted"])
      .where("order_number", ">", value("after"))
      .orderBy("order_number")
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

  /** Uses lie by order, not by coupon: an index for the check alone would be paid for by every order with a coupon. */
  const usesOf = Effect.fnUntraced(function* (
    coupons: ReadonlyArray<CouponRow>,
  ): Effect.fn.Return<ReadonlyMap<number, number>, StorageUnavailable> {
    const counted = new Map(coupons.map(({ id }) => [id, 0]))
    for (let after: string | undefined = ""; after !== undefined; ) {
      const uses: ReadonlyArray<UseRow> = yield* read(operation, selectUses({ after, limit: usesAtOnce }))
      for (const { coupon_id, is_counted } of uses) {
        const before = counted.get(coupon_id)
        if (before !== undefined && is_counted === 1) counted.set(coupon_id, before + 1)
      }
      after = uses.at(-1)?.order_number
    }
    return counted
  })

  /** A use of a coupon that was removed stays. Whether there are more than are allowed, storage-audit-coupons.ts says. */
  const couponsDiffering = Effect.fnUntraced(function* (
    coupons: ReadonlyArray<CouponRow>,
  ): Effect.fn.Return<ReadonlyArray<BesideOrders>, StorageUnavailable> {
    const counted = yield* usesOf(coupons)
    return coupons.flatMap(({ id, company_id, uses }) =>
      countDiffers(company_id, "coupon", `id ${id}`, "uses", uses, counted.get(id) ?? 0),
    )
  })

  /** Uses are added while they are read: believed is what two readings, one after the other, find alike. */
  const wrongCoupons = Stream.paginate(
    0,
    Effect.fnUntraced(function* (after: number) {
      const piece = { after, limit: couponsAtOnce }
      const coupons = yield* read(operation, selectCoupons(piece))
      const first = coupons.length === 0 ? [] : yield* couponsDiffering(coupons)
      const again = first.length === 0 ? [] : yield* couponsDiffering(yield* read(operation, selectCoupons(piece)))
      const known = new Set(first.map((one) => JSON.stringify(one)))
      const wrong = again.filter((one) => known.has(JSON.stringify(one)))
      return [[wrong], Option.fromUndefinedOr(coupons.at(-1)?.id)]
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

interface UseRow {
  readonly order_number: string
  readonly coupon_id: number
  readonly is_counted: number
}
