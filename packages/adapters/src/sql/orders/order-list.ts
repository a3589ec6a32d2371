/**
 * Lists of orders. For every filter, an index holds the entries in the order of the list, so no list is sorted as a
 * whole. There are two exceptions. For an e-mail, the customers are found first, and their orders are sorted. For
 * changes in a period, the index of changes finds the orders and has the columns they are sorted by. If many orders
 * changed and there is another filter, the other filter's index finds the orders.
 *
 * If several filters are given, one index finds orders, and each of them is checked against the other filters.
 */
import { inCompany } from "@vintem/domain/access"
import { type Email, emailKey } from "@vintem/domain/customer"
import type { CompanyId } from "@vintem/domain/identifiers"
import type { OrderStatus } from "@vintem/domain/order"
import type { OrderFilter, Page, PageRequest, StorageUnavailable, StoredOrder } from "@vintem/domain/ports"
import { Effect } from "effect"
import { type AliasedExpression, type Expression, expressionBuilder, type SqlBool, sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import { longReader, readerOf } from "../engine/long-reader.ts"
import { totalWith } from "../engine/page.ts"
import type { Tables } from "../engine/tables.ts"
import { orderFromRow, orderRowColumns } from "./order-row.ts"
import { isCounted, orderTotal } from "./order-total.ts"

/**
 * Reads one page and the total.
 *
 * Several statuses are read one by one, each from its own range of the index, and merged: in a single query they would
 * have to be sorted. The page is found in the index alone; only its own rows are then read whole.
 */
export const orderList = (executor: Executor["Service"]) => {
  const { dialect } = executor
  const { build } = dialect
  const operation = "orders.list"
  const totalOf = orderTotal(executor)

  const withEmail = (company: CompanyId, email: Email) =>
    build
      .selectFrom("customer")
      .where("customer.company_id", "=", company)
      .where("customer.email_key", "=", emailKey(email))

  /** The list positions of a company's orders of some statuses, or of any, in no order. */
  const places = (
    company: CompanyId,
    filter: OrderFilter,
    statuses: ReadonlyArray<OrderStatus> | undefined,
    isFoundByChange: boolean,
  ) => {
    const kept = [...keptOrders(filter, statuses), ...(isFoundByChange ? [] : changedIn(changedAt, filter))]
    if (filter.productId === undefined && filter.email !== undefined) {
      // From the company's customers to their orders, because only they are few. A cross join makes SQLite use this
      // order.
      return withEmail(company, filter.email)
        .crossJoin("orders")
        .select(["orders.placed_at", "orders.id"])
        .where("orders.company_id", "=", company)
        .whereRef("orders.customer_id", "=", "customer.id")
        .where((e) => e.and([...kept, ...within(e.ref("orders.placed_at"), filter)]))
    }
    if (isFoundByChange) {
      const changed = build
        .selectFrom("orders as changed")
        .select(["changed.placed_at", "changed.id"])
        .where("changed.company_id", "=", company)
        .where((e) =>
          e.and([...changedIn(e.ref("changed.updated_at"), filter), ...within(e.ref("changed.placed_at"), filter)]),
        )
      if (kept.length === 0) return changed
      // The index of changes finds them, whatever other filters there are. A cross join makes SQLite use this order.
      return build
        .selectFrom(changed.as("changed"))
        .crossJoin("orders")
        .select(["orders.placed_at", "orders.id"])
        .where("orders.company_id", "=", company)
        .whereRef("orders.id", "=", "changed.id")
        .where((e) => e.and(kept))
    }
    if (filter.productId === undefined) {
      return build
        .selectFrom("orders")
        .select(["orders.placed_at", "orders.id"])
        .where("orders.company_id", "=", company)
        .where((e) => e.and([...kept, ...within(e.ref("orders.placed_at"), filter)]))
    }
    const ofProduct = build
      .selectFrom("order_product")
      .select(["order_product.placed_at", "order_product.order_id as id"])
      .where("order_product.company_id", "=", company)
      .where("order_product.product_id", "=", filter.productId)
      .where((e) => e.and(within(e.ref("order_product.placed_at"), filter)))
    const customers = filter.email === undefined ? undefined : withEmail(company, filter.email).select("customer.id")
    const conditions = customers === undefined ? kept : [...kept, orders("orders.customer_id", "in", customers)]
    if (conditions.length === 0) return ofProduct
    return ofProduct
      .innerJoin("orders", "orders.id", "order_product.order_id")
      .where("orders.company_id", "=", company)
      .where((e) => e.and(conditions))
  }

  /** The latest of some positions, in the order of the list. */
  const newestOf = (some: AliasedExpression<ListPlace, "place">, count: number) => {
    const newest = build
      .selectFrom(some)
      .selectAll()
      .orderBy("place.placed_at", "desc")
      .orderBy("place.id", "desc")
      .limit(count)
    return build.selectFrom(newest.as("newest")).selectAll()
  }

  /** Whether few orders changed in the period of a filter. */
  const areChangesFew = Effect.fnUntraced(function* (read: Read, company: CompanyId, filter: OrderFilter) {
    const changed = build
      .selectFrom("orders")
      .select("orders.id")
      .where("orders.company_id", "=", company)
      .where((e) => e.and(changedIn(e.ref("orders.updated_at"), filter)))
      .limit(fewChangesMax + 1)
    const all = build.selectFrom(changed.as("changed")).select((e) => e.fn.countAll<number>().as("total"))
    const [counted] = yield* read(operation, all.compile())
    return Number(counted?.total ?? 0) <= fewChangesMax
  })

  /** Whether the orders of a filter are found by their change. */
  const areFoundByChange = Effect.fnUntraced(function* (read: Read, company: CompanyId, filter: OrderFilter) {
    if (!isOfChanges(filter) || filter.productId !== undefined || filter.email !== undefined) return false
    return keptOrders(filter, filter.statuses).length === 0 || (yield* areChangesFew(read, company, filter))
  })

  /** Counts the orders of a filter that the stored counts do not cover, entry by entry in its index. */
  const count = Effect.fnUntraced(function* (
    read: Read,
    company: CompanyId,
    filter: OrderFilter,
    isFoundByChange: boolean,
  ) {
    const all = build.selectFrom(places(company, filter, filter.statuses, isFoundByChange).as("place"))
    const [counted] = yield* read(operation, all.select((e) => e.fn.countAll<number>().as("total")).compile())
    return Number(counted?.total ?? 0)
  })

  /** How such a list is read. */
  const uncounted = (company: CompanyId) => longReader(executor, inCompany(company), totalOf(company, undefined))

  return Effect.fnUntraced(function* (
    company: CompanyId,
    filter: OrderFilter,
    { page, size }: PageRequest,
  ): Effect.fn.Return<Page<StoredOrder>, StorageUnavailable> {
    const statuses = filter.statuses === undefined ? undefined : [...new Set(filter.statuses)]
    if (statuses?.length === 0) return { entries: [], total: 0 }

    const uncountedReader = isCounted(filter) ? null : yield* uncounted(company)
    const isFoundByChange = yield* areFoundByChange((uncountedReader ?? executor).read, company, filter)
    const total =
      uncountedReader === null
        ? yield* totalOf(company, statuses, filter.from, filter.before)
        : yield* count(uncountedReader.read, company, filter, isFoundByChange)
    const offset = (page - 1) * size
    if (offset >= total) return { entries: [], total }

    // Orders that are found by their change are sorted anyway, all statuses together.
    const parts =
      statuses === undefined || isFoundByChange
        ? [places(company, filter, statuses, isFoundByChange)]
        : statuses.map((status) => places(company, filter, [status], isFoundByChange))
    // All earlier entries come before a page, at most as many of each status.
    const { read } = uncountedReader ?? readerOf(executor, inCompany(company), parts.length * (offset + size))
    const listed = dialect.mergesUnions
      ? parts.reduce((merged, part) => merged.unionAll(part)).as("listed")
      : parts
          .map((part) => newestOf(part.as("place"), offset + size))
          .reduce((merged, part) => merged.unionAll(part))
          .as("listed")
    const rows = yield* read(
      operation,
      build
        .selectFrom(
          build
            .selectFrom(listed)
            .selectAll()
            .orderBy("listed.placed_at", "desc")
            .orderBy("listed.id", "desc")
            .limit(size)
            .offset(offset)
            .as("page"),
        )
        .innerJoin("orders", "orders.id", "page.id")
        .where("orders.company_id", "=", company)
        .select(orderRowColumns)
        .orderBy("page.placed_at", "desc")
        .orderBy("page.id", "desc")
        .compile(),
    )
    const entries = yield* Effect.forEach(rows, (row) => orderFromRow(operation, row))
    return { entries, total: totalWith(total, offset, rows) }
  })
}

type Read = Executor["Service"]["read"]

/** Checking this many rows one by one takes some 60 ms. */
const fewChangesMax = 20_000

interface ListPlace {
  readonly placed_at: number
  readonly id: number
}

const orders = expressionBuilder<Tables, "orders">()

/** The conditions of a filter on the orders themselves, whether they are found by product or not. */
const keptOrders = (
  { document, ref, src }: OrderFilter,
  statuses: ReadonlyArray<OrderStatus> | undefined,
): ReadonlyArray<Expression<SqlBool>> => [
  ...(statuses === undefined ? [] : [orders("orders.status", "in", statuses)]),
  ...(src === undefined ? [] : [orders("orders.src", "=", src)]),
  ...(ref === undefined ? [] : [orders("orders.ref", "=", ref)]),
  ...(document === undefined ? [] : [orders("orders.document", "=", document)]),
]

/**
 * A value without an index: the plus prevents SQLite from using the index of changes, because it does not know how many
 * orders changed.
 */
const changedAt = sql<number>`+${orders.ref("orders.updated_at")}`

/** Whether a filter is about the time of the last change. */
const isOfChanges = ({ updatedBefore, updatedFrom }: OrderFilter): boolean =>
  updatedFrom !== undefined || updatedBefore !== undefined

const changedIn = (
  updatedAt: Expression<number>,
  { updatedBefore, updatedFrom }: OrderFilter,
): ReadonlyArray<Expression<SqlBool>> => [
  ...(updatedFrom === undefined ? [] : [orders(updatedAt, ">=", updatedFrom)]),
  ...(updatedBefore === undefined ? [] : [orders(updatedAt, "<", updatedBefore)]),
]

const within = (placedAt: Expression<number>, { from, before }: OrderFilter): ReadonlyArray<Expression<SqlBool>> => [
  ...(from === undefined ? [] : [orders(placedAt, ">=", from)]),
  ...(before === undefined ? [] : [orders(placedAt, "<", before)]),
]
