/**
 * Reads stored orders for the storage check: by key and in pieces, so that memory does not grow with the orders, and each piece by a fixed
 * number of queries.
 */
import type { AttemptKey } from "@vintem/domain/identifiers"
import {
  isInFlight,
  isUnanswered,
  type Order,
  OrderDetails,
  OrderEvent,
  progressFromStored,
  StoredProgress,
} from "@vintem/domain/order"
import {
  type BesideOrders,
  type CheckedOrder,
  type CheckPiece,
  type StorageBreach,
  StorageCheck,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { Effect, Layer, Option, Schema, Stream } from "effect"
import { type RawBuilder, type SqlBool, sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { type Parameter, preparedQuery } from "../engine/prepared-query.ts"
import { countDayMillis, countDayOffsetMillis } from "../orders/order-day.ts"
import { type FullOrderRow, figuresText, productsOf } from "../orders/order-row.ts"
import { alongKey, lastIdOf, type PieceStart, startOf } from "./along-key.ts"
import {
  checkerOf,
  columnsDiffer,
  countDiffers,
  eventCheckerOf,
  type FoundEventRow,
  keysInEqualPieces,
  logsById,
  missing,
  stray,
  unreadable,
} from "./check-findings.ts"
import { batchCheck } from "./storage-check-batches.ts"
import { countCheck } from "./storage-check-counts.ts"
import { couponCheck } from "./storage-check-coupons.ts"
import { deliveryCheck } from "./storage-check-deliveries.ts"
import { trailCheck } from "./storage-check-entries.ts"
import { figureCheck } from "./storage-check-figures.ts"
import { linkCheck } from "./storage-check-links.ts"
import { numberCheck } from "./storage-check-numbers.ts"
import { subscriptionCheck, subscriptionCountCheck } from "./storage-check-subscriptions.ts"

/** How many derived rows of orders are read at once. */
const rowsAtOnce = 1_000
/** How many counts are checked at once: each means all orders of a company on a day. */
const countsAtOnce = 100

export const layer = Layer.effect(
  StorageCheck,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { dialect, read } = executor
    const { build } = dialect

    const { isAfter, key } = alongKey(dialect, "orders")

    /** The rows of a piece, as the queries for their related rows name them. */
    const piece = (value: Parameter<PieceStart>) =>
      build
        .selectFrom("orders")
        .select(["company_id", "id", "number", "status", "placed_at"])
        .where(isAfter(value))
        .orderBy(key)
        .limit(value("limit"))
        .as("piece")

    const selectOrders = preparedQuery<PieceStart, FullOrderRow>((value) =>
      build.selectFrom("orders").selectAll().where(isAfter(value)).orderBy(key).limit(value("limit")),
    )

    const selectEvents = preparedQuery<PieceStart, FoundEventRow>((value) =>
      build
        .selectFrom(piece(value))
        .innerJoin("order_event", (join) =>
          join
            .onRef("order_event.company_id", "=", "piece.company_id")
            .onRef("order_event.order_number", "=", "piece.number"),
        )
        .select(["piece.id", "order_event.sequence", "order_event.at", "order_event.type", "order_event.body"]),
    )

    const selectAttempts = (keys: ReadonlyArray<AttemptName>) =>
      build
        .selectFrom("order_attempt")
        .select(["key", "order_number", "in_flight", "unanswered_since"])
        .where((e) =>
          e(
            e.refTuple("company_id", "key"),
            "in",
            keys.map(({ company, key }) => e.tuple(company, key)),
          ),
        )
        .compile()

    const selectProducts = (products: ReadonlyArray<ProductRow>) =>
      build
        .selectFrom("order_product")
        .select(["company_id", "product_id", "placed_at", "order_id"])
        .where(sql<SqlBool>`${place} in (values ${sql.join(products.map(productValues))})`)
        .compile()

    const selectAttemptOrders = preparedQuery<AttemptName & { limit: number }, AttemptOrderRow>((value) =>
      build
        .selectFrom("order_attempt")
        .leftJoin("orders", (join) =>
          join
            .onRef("orders.company_id", "=", "order_attempt.company_id")
            .onRef("orders.number", "=", "order_attempt.order_number"),
        )
        .select(["order_attempt.company_id", "order_attempt.key", "order_attempt.order_number", "orders.progress"])
        .where(sql<SqlBool>`(order_attempt.company_id, order_attempt.key) > (${value("company")}, ${value("key")})`)
        .orderBy("order_attempt.company_id")
        .orderBy("order_attempt.key")
        .limit(value("limit")),
    )

    const selectProductOrders = preparedQuery<ProductRow & { limit: number }, ProductOrderRow>((value) =>
      build
        .selectFrom("order_product")
        .leftJoin("orders", (join) =>
          join
            .onRef("orders.company_id", "=", "order_product.company_id")
            .onRef("orders.id", "=", "order_product.order_id"),
        )
        .select([
          "order_product.company_id",
          "order_product.product_id",
          "order_product.placed_at",
          "order_product.order_id",
          "orders.number",
          "orders.details",
        ])
        .where(
          sql<SqlBool>`${place} > (${value("company_id")}, ${value("product_id")}, ${value("placed_at")}, ${value("order_id")})`,
        )
        .orderBy("order_product.company_id")
        .orderBy("order_product.product_id")
        .orderBy("order_product.placed_at")
        .orderBy("order_product.order_id")
        .limit(value("limit")),
    )

    const selectEventOrders = preparedQuery<OrderName & { limit: number }, EventOrderRow>((value) =>
      build
        .selectFrom(
          build
            .selectFrom("order_event")
            .select(["company_id", "order_number"])
            .distinct()
            .where(sql<SqlBool>`(company_id, order_number) > (${value("company_id")}, ${value("order_number")})`)
            .orderBy("company_id")
            .orderBy("order_number")
            .limit(value("limit"))
            .as("piece"),
        )
        .leftJoin("orders", (join) =>
          join.onRef("orders.company_id", "=", "piece.company_id").onRef("orders.number", "=", "piece.order_number"),
        )
        .select(["piece.company_id", "piece.order_number", "orders.id"])
        .orderBy("piece.company_id")
        .orderBy("piece.order_number"),
    )

    const selectUncounted = preparedQuery<PieceStart, { id: number }>((value) =>
      build
        .selectFrom(piece(value))
        .select("piece.id")
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom("order_count")
                .select("order_count.count")
                .whereRef("order_count.company_id", "=", "piece.company_id")
                .whereRef("order_count.status", "=", "piece.status")
                .where("order_count.day", "=", dayOfOrder),
            ),
          ),
        ),
    )

    const selectCounts = preparedQuery<CountKey & { limit: number }, CountRow>((value) =>
      build
        .selectFrom("order_count")
        .select((e) => [
          "order_count.company_id",
          "order_count.status",
          "order_count.day",
          e.fn.sum<number>("order_count.count").as("count"),
          e
            .selectFrom("orders")
            .select((f) => f.fn.countAll<number>().as("counted"))
            .whereRef("orders.company_id", "=", "order_count.company_id")
            .whereRef("orders.status", "=", "order_count.status")
            .where("orders.placed_at", ">=", startOfDay)
            .where("orders.placed_at", "<", startOfNextDay)
            .as("counted"),
        ])
        .where(
          sql<SqlBool>`(order_count.company_id, order_count.status, order_count.day) > (${value("company_id")}, ${value("status")}, ${value("day")})`,
        )
        .groupBy(["order_count.company_id", "order_count.status", "order_count.day"])
        .orderBy("order_count.company_id")
        .orderBy("order_count.status")
        .orderBy("order_count.day")
        .limit(value("limit")),
    )

    const attemptsOf = Effect.fnUntraced(function* (orders: ReadonlyArray<Order | null>) {
      const keys = orders.flatMap(
        (order) => order?.attempts.map(({ key }): AttemptName => ({ company: order.details.company, key })) ?? [],
      )
      const rows = yield* Effect.forEach(keysInEqualPieces(keys), (some) =>
        read("storageCheck.scan", selectAttempts(some)),
      )
      return new Map(rows.flat().map((row) => [row.key, row]))
    })

    const productsFound = Effect.fnUntraced(function* (wanted: ReadonlyArray<ProductRow>) {
      const rows = yield* Effect.forEach(keysInEqualPieces(wanted), (some) =>
        read("storageCheck.scan", selectProducts(some)),
      )
      return new Set(rows.flat().map(productKey))
    })

    const scan = Effect.fnUntraced(function* (
      place: CheckPiece,
    ): Effect.fn.Return<ReadonlyArray<CheckedOrder>, StorageUnavailable> {
      const start = startOf(place)
      const rows = yield* read("storageCheck.scan", selectOrders(start))
      if (rows.length === 0) return []
      const events = logsById(yield* read("storageCheck.scan", selectEvents(start)))
      const uncounted = new Set((yield* read("storageCheck.scan", selectUncounted(start))).map(({ id }) => id))
      const states = rows.map(stateOf)
      const attempts = yield* attemptsOf(states.map(({ order }) => order))
      const products = yield* productsFound(rows.flatMap((row, at) => productRows(row, states[at]?.order ?? null)))
      return rows.map((row, at): CheckedOrder => {
        const { order, breaches } = states[at] ?? { order: null, breaches: [] }
        const log = (events.get(row.id) ?? []).map(foundEvent)
        return {
          company: row.company_id,
          id: row.id,
          number: row.number,
          status: row.status,
          order,
          log: log.map(({ sequence, event }) => ({ sequence, event })),
          unanswered: order === null ? [] : unansweredOf(order, attempts),
          breaches: [
            ...breaches,
            ...(order === null ? [] : columnsOf(row, order)),
            ...log.flatMap((found) => found.breaches),
            ...(order === null ? [] : attemptBreaches(order, attempts)),
            ...productRows(row, order)
              .filter((wanted) => !products.has(productKey(wanted)))
              .map((wanted) => missing("order_product", `product ${wanted.product_id}`)),
            ...(uncounted.has(row.id) ? [missing("order_count", `its day, as ${row.status}`)] : []),
          ],
        }
      })
    })

    const entries = trailCheck(executor)

    const strayAttempts = Stream.paginate(
      beforeAllAttempts,
      Effect.fnUntraced(function* (after: AttemptName) {
        const rows = yield* read("storageCheck.besideOrders", selectAttemptOrders({ ...after, limit: rowsAtOnce }))
        const strays = rows
          .filter(({ key, progress }) => !isAttemptIn(progress, key))
          .map(({ key, order_number }) => stray(order_number, "order_attempt", `key ${key}`))
        const last = rows.at(-1)
        const next = last === undefined ? undefined : { company: last.company_id, key: last.key }
        return [[strays], Option.fromUndefinedOr(next)]
      }),
    )

    const strayProducts = Stream.paginate(
      beforeAllProducts,
      Effect.fnUntraced(function* (after: ProductRow) {
        const rows = yield* read("storageCheck.besideOrders", selectProductOrders({ ...after, limit: rowsAtOnce }))
        const strays = rows
          .filter((row) => !isProductIn(row))
          .map((row) => stray(row.number ?? `id ${row.order_id}`, "order_product", `product ${row.product_id}`))
        return [[strays], Option.fromUndefinedOr(rows.at(-1))]
      }),
    )

    const strayEvents = Stream.paginate(
      beforeAllOrders,
      Effect.fnUntraced(function* (after: OrderName) {
        const rows = yield* read("storageCheck.besideOrders", selectEventOrders({ ...after, limit: rowsAtOnce }))
        const strays = rows
          .filter(({ id }) => id === null)
          .map(({ order_number }) => stray(order_number, "order_event", `order ${order_number}`))
        return [[strays], Option.fromUndefinedOr(rows.at(-1))]
      }),
    )

    const wrongCounts = Stream.paginate(
      beforeAllCounts,
      Effect.fnUntraced(function* (after: CountKey) {
        const rows = yield* read("storageCheck.besideOrders", selectCounts({ ...after, limit: countsAtOnce }))
        const wrong = rows.flatMap(
          ({ company_id, status, day, count, counted }): ReadonlyArray<BesideOrders> =>
            countDiffers(company_id, "order_count", `day ${day}, ${status}`, "count", count, Number(counted)),
        )
        return [[wrong], Option.fromUndefinedOr(rows.at(-1))]
      }),
    )

    return StorageCheck.of({
      lastId: lastIdOf(executor, "storageCheck.lastId", "orders"),
      scan,
      links: linkCheck(executor),
      batches: batchCheck(executor),
      subscriptions: subscriptionCheck(executor),
      deliveries: deliveryCheck(executor),
      trailEntries: entries.walk,
      besideOrders: strayEvents.pipe(
        Stream.concat(strayAttempts),
        Stream.concat(strayProducts),
        Stream.concat(wrongCounts),
        Stream.concat(figureCheck(executor)),
        Stream.concat(subscriptionCountCheck(executor)),
        Stream.concat(countCheck(executor)),
        Stream.concat(entries.shortened),
        Stream.concat(numberCheck(executor)),
      ),
      overusedCoupons: couponCheck(executor),
    })
  }),
)

interface AttemptName {
  readonly company: number
  readonly key: string
}

interface OrderName {
  readonly company_id: number
  readonly order_number: string
}

interface AttemptRow {
  readonly key: string
  readonly order_number: string
  readonly in_flight: number
  readonly unanswered_since: number | null
}

interface ProductRow {
  readonly company_id: number
  readonly product_id: number
  readonly placed_at: number
  readonly order_id: number
}

interface AttemptOrderRow {
  readonly company_id: number
  readonly key: string
  readonly order_number: string
  readonly progress: string | null
}

interface ProductOrderRow extends ProductRow {
  readonly number: string | null
  readonly details: string | null
}

interface CountKey {
  readonly company_id: number
  readonly status: string
  readonly day: number
}

interface CountRow extends CountKey {
  readonly count: number
  readonly counted: number | string | bigint | null
}

interface EventOrderRow extends OrderName {
  readonly id: number | null
}

const checkDetails = checkerOf(OrderDetails)
const checkProgress = checkerOf(StoredProgress)
const foundEvent = eventCheckerOf("order_event", OrderEvent)

const stateOf = (row: FullOrderRow): { order: Order | null; breaches: ReadonlyArray<StorageBreach> } => {
  const details = checkDetails(row.details)
  const progress = checkProgress(row.progress)
  const learned = progress.value === null ? null : progressFromStored(progress.value)
  const isWhole = details.value !== null && learned !== null
  return {
    order: isWhole ? { details: details.value, version: row.version, ...learned } : null,
    breaches: [
      ...(details.why === null ? [] : [unreadable("orders.details", details.why)]),
      ...(progress.why === null ? [] : [unreadable("orders.progress", progress.why)]),
    ],
  }
}

const columnsOf = (row: FullOrderRow, order: Order): ReadonlyArray<StorageBreach> => {
  const { details } = order
  return columnsDiffer("orders", `id ${row.id}`, row, {
    number: details.number,
    company_id: details.company,
    public_key: details.publicKey,
    src: details.src,
    ref: details.ref,
    customer_id: details.customerId,
    document: details.customer.document,
    placed_at: details.placedAt,
    figures: figuresText(order),
    updated_at: order.updatedAt,
  })
}

const attemptBreaches = (
  { details, attempts }: Order,
  rows: ReadonlyMap<string, AttemptRow>,
): ReadonlyArray<StorageBreach> =>
  attempts.flatMap(({ id, key, facts, startedAt }) => {
    const row = rows.get(key)
    const name = `attempt ${id}`
    if (row === undefined) return [missing("order_attempt", name)]
    const derived = {
      order_number: details.number,
      in_flight: isInFlight(facts) ? 1 : 0,
      unanswered_since: isUnanswered(facts) && row.unanswered_since !== null ? startedAt : null,
    }
    return columnsDiffer("order_attempt", name, row, derived)
  })

const unansweredOf = ({ attempts }: Order, rows: ReadonlyMap<string, AttemptRow>): ReadonlyArray<AttemptKey> =>
  attempts.flatMap(({ key }) => (typeof rows.get(key)?.unanswered_since === "number" ? key : []))

/** A row of `order_product` by its key, which has all its columns. */
const place = sql`(${sql.join(["company_id", "product_id", "placed_at", "order_id"].map((name) => sql.ref(`order_product.${name}`)))})`

/** Days as the counts know them: see order-total.ts. */
const dayOfOrder = sql<number>`(piece.placed_at - ${sql.lit(countDayOffsetMillis)}) / ${sql.lit(countDayMillis)}`
const startOfDay = sql<number>`order_count.day * ${sql.lit(countDayMillis)} + ${sql.lit(countDayOffsetMillis)}`
const startOfNextDay = sql<number>`(order_count.day + 1) * ${sql.lit(countDayMillis)} + ${sql.lit(countDayOffsetMillis)}`

const beforeAllAttempts: AttemptName = { company: Number.MIN_SAFE_INTEGER, key: "" }
const beforeAllOrders: OrderName = { company_id: Number.MIN_SAFE_INTEGER, order_number: "" }
const beforeAllCounts: CountKey = { company_id: Number.MIN_SAFE_INTEGER, status: "", day: 0 }

const beforeAllProducts: ProductRow = {
  company_id: Number.MIN_SAFE_INTEGER,
  product_id: 0,
  placed_at: 0,
  order_id: 0,
}

/** The rows that find an order in lists of its products. */
const productRows = ({ id }: FullOrderRow, order: Order | null): ReadonlyArray<ProductRow> =>
  order === null
    ? []
    : productsOf(order).map((product_id) => ({
        company_id: order.details.company,
        product_id,
        placed_at: order.details.placedAt,
        order_id: id,
      }))

const productKey = ({ company_id, product_id, placed_at, order_id }: ProductRow): string =>
  [company_id, product_id, placed_at, order_id].join()

/** Typed, because an engine would treat parameters without a type as text. */
const productValues = ({ company_id, product_id, placed_at, order_id }: ProductRow): RawBuilder<unknown> =>
  sql`(cast(${company_id} as bigint), cast(${product_id} as bigint), cast(${placed_at} as bigint), cast(${order_id} as bigint))`

// Here the check goes from the derived row to its order. The scan reports what cannot be read.

const AttemptKeys = Schema.fromJsonString(
  Schema.Struct({ attempts: Schema.Array(Schema.Struct({ key: Schema.String })) }),
)
const readAttemptKeys = Schema.decodeUnknownOption(AttemptKeys)

const isAttemptIn = (progress: string | null, key: string): boolean =>
  progress !== null &&
  Option.match(readAttemptKeys(progress), {
    onNone: () => true,
    onSome: ({ attempts }) => attempts.some((attempt) => attempt.key === key),
  })

const ProductsOf = Schema.fromJsonString(
  Schema.Struct({
    company: Schema.Int,
    placedAt: Schema.Int,
    items: Schema.Array(Schema.Struct({ productId: Schema.NullOr(Schema.Int) })),
  }),
)
const readProducts = Schema.decodeUnknownOption(ProductsOf)

const isProductIn = ({ company_id, product_id, placed_at, details }: ProductOrderRow): boolean =>
  details !== null &&
  Option.match(readProducts(details), {
    onNone: () => true,
    onSome: ({ company, placedAt, items }) =>
      company === company_id && placedAt === placed_at && items.some(({ productId }) => productId === product_id),
  })
