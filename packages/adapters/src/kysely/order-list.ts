/**
 * Lists of orders. Whatever the filter, an index holds the entries in the order of the list, so that no list is ever sorted whole.
 */
import type {
  CompanyId,
  OrderFilter,
  OrderStatus,
  Page,
  PageRequest,
  StorageUnavailable,
  StoredOrder,
} from "@vintem/domain"
import { Effect } from "effect"
import { type Expression, expressionBuilder, type SqlBool } from "kysely"
import type { Executor } from "./executor.ts"
import { orderFromRow } from "./order-row.ts"
import type { Tables } from "./tables.ts"

/**
 * Reads one page and the total.
 *
 * Several statuses are read status by status, each from its own stretch of the index, and merged: asked for together they
 * would have to be sorted. The page is found in the index alone; only its own rows are then read whole.
 */
export const orderList = ({ dialect: { build }, read }: Executor["Service"]) => {
  const operation = "orders.list"

  /** The places of a company's orders of one status, or of any, in no order. */
  const places = (company: CompanyId, filter: OrderFilter, status: OrderStatus | undefined) =>
    filter.productId === undefined
      ? build.selectFrom(
          build
            .selectFrom("orders")
            .select(["orders.placed_at", "orders.id"])
            .where("orders.company_id", "=", company)
            .where((e) => e.and([...kept(filter, status), ...within(e.ref("orders.placed_at"), filter)]))
            .as("place"),
        )
      : build.selectFrom(
          build
            .selectFrom("order_product")
            .innerJoin("orders", "orders.id", "order_product.order_id")
            .select(["order_product.placed_at", "order_product.order_id as id"])
            .where("order_product.company_id", "=", company)
            .where("order_product.product_id", "=", filter.productId)
            .where((e) => e.and([...kept(filter, status), ...within(e.ref("order_product.placed_at"), filter)]))
            .as("place"),
        )

  return Effect.fnUntraced(function* (
    company: CompanyId,
    filter: OrderFilter,
    { page, size }: PageRequest,
  ): Effect.fn.Return<Page<StoredOrder>, StorageUnavailable> {
    const statuses = filter.statuses === undefined ? [undefined] : [...new Set(filter.statuses)]
    const offset = (page - 1) * size

    let total = 0
    for (const status of statuses) {
      const count = places(company, filter, status).select((e) => e.fn.countAll<number>().as("total"))
      for (const row of yield* read(operation, count.compile())) total += Number(row.total)
    }
    if (offset >= total) return { items: [], total }

    const [first, ...others] = statuses.map((status) =>
      build
        .selectFrom(
          places(company, filter, status)
            .selectAll()
            .orderBy("place.placed_at", "desc")
            .orderBy("place.id", "desc")
            .limit(offset + size)
            .as("stretch"),
        )
        .selectAll(),
    )
    if (first === undefined) return { items: [], total }
    const listed = others.reduce((all, next) => all.unionAll(next), first)
    const rows = yield* read(
      operation,
      build
        .selectFrom(
          build
            .selectFrom(listed.as("listed"))
            .selectAll()
            .orderBy("listed.placed_at", "desc")
            .orderBy("listed.id", "desc")
            .limit(size)
            .offset(offset)
            .as("page"),
        )
        .innerJoin("orders", "orders.id", "page.id")
        .select(["orders.id", "orders.status", "orders.version", "orders.details", "orders.progress"])
        .orderBy("page.placed_at", "desc")
        .orderBy("page.id", "desc")
        .compile(),
    )
    return { items: yield* Effect.forEach(rows, (row) => orderFromRow(operation, row)), total }
  })
}

const orders = expressionBuilder<Tables, "orders">()

const kept = (filter: OrderFilter, status: OrderStatus | undefined): ReadonlyArray<Expression<SqlBool>> => [
  ...(status === undefined ? [] : [orders("orders.status", "=", status)]),
  ...(filter.src === undefined ? [] : [orders("orders.src", "=", filter.src)]),
  ...(filter.ref === undefined ? [] : [orders("orders.ref", "=", filter.ref)]),
  ...(filter.document === undefined ? [] : [orders("orders.document", "=", filter.document)]),
]

const within = (placedAt: Expression<number>, { from, before }: OrderFilter): ReadonlyArray<Expression<SqlBool>> => [
  ...(from === undefined ? [] : [orders(placedAt, ">=", from)]),
  ...(before === undefined ? [] : [orders(placedAt, "<", before)]),
]
