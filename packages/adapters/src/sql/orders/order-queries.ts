/**
 * Statements about orders: one row a state, one row an event.
 */
import type { Dialect } from "../engine/dialect.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { type Parameter, preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { type FullOrderRow, type OrderRow, orderRowColumns } from "./order-row.ts"

/** The columns of a new order. */
export type NewOrderRow = Omit<FullOrderRow, "id">

/** Compiled once for each storage. */
export const orderQueries = (dialect: Dialect) => {
  const { build } = dialect

  const insertion = (value: Parameter<NewOrderRow>) =>
    build.insertInto("orders").values({
      number: value("number"),
      company_id: value("company_id"),
      public_key: value("public_key"),
      status: value("status"),
      version: value("version"),
      src: value("src"),
      ref: value("ref"),
      customer_id: value("customer_id"),
      document: value("document"),
      placed_at: value("placed_at"),
      details: value("details"),
      progress: value("progress"),
      figures: value("figures"),
      updated_at: value("updated_at"),
    })
  const insertOrder = preparedQuery<NewOrderRow, unknown>(insertion)
  const insertNumbered = preparedQuery<NewOrderRow, { id: number }>((value) => insertion(value).returning("id"))

  /**
   * The erasure of a person adds no event, so the version stays the same. The document shows a writer that the person
   * in the order was erased.
   */
  const updateOrder = preparedQuery<
    Pick<
      FullOrderRow,
      "company_id" | "number" | "status" | "version" | "document" | "progress" | "figures" | "updated_at"
    > & {
      read: number
    },
    unknown
  >((value) =>
    build
      .updateTable("orders")
      .set({
        status: value("status"),
        version: value("version"),
        progress: value("progress"),
        figures: value("figures"),
        updated_at: value("updated_at"),
      })
      .where("company_id", "=", value("company_id"))
      .where("number", "=", value("number"))
      .where("version", "=", value("read"))
      .where("document", "=", value("document")),
  )

  const selectVersion = preparedQuery<{ company: number; number: string }, { version: number }>((value) =>
    dialect.lockForShare(
      build
        .selectFrom("orders")
        .select("version")
        .where("company_id", "=", value("company"))
        .where("number", "=", value("number")),
    ),
  )

  const insertEvents = preparedRows<
    { company: number; number: string; sequence: number; at: number; type: string; body: string },
    unknown
  >((rows) =>
    build.insertInto("order_event").values(
      rows.map((value) => ({
        company_id: value("company"),
        order_number: value("number"),
        sequence: value("sequence"),
        at: value("at"),
        type: value("type"),
        body: value("body"),
      })),
    ),
  )

  const insertProduct = preparedQuery<{ company: number; product: number; placed_at: number; id: number }, unknown>(
    (value) =>
      build.insertInto("order_product").values({
        company_id: value("company"),
        product_id: value("product"),
        placed_at: value("placed_at"),
        order_id: value("id"),
      }),
  )

  const insertAttempt = preparedQuery<
    { company: number; key: string; number: string; in_flight: number; unanswered_since: number | null },
    unknown
  >((value) =>
    build.insertInto("order_attempt").values({
      company_id: value("company"),
      key: value("key"),
      order_number: value("number"),
      in_flight: value("in_flight"),
      unanswered_since: value("unanswered_since"),
    }),
  )

  const updateAttempt = preparedQuery<{ company: number; key: string; in_flight: number }, unknown>((value) =>
    build
      .updateTable("order_attempt")
      .set({ in_flight: value("in_flight"), unanswered_since: null })
      .where("company_id", "=", value("company"))
      .where("key", "=", value("key")),
  )

  const takeUnanswered = preparedQuery<{ before: number; limit: number }, { company_id: number; order_number: string }>(
    (value) => {
      const unanswered = build
        .selectFrom("order_attempt")
        .select(["company_id", "key"])
        .where("unanswered_since", "<", value("before"))
        .orderBy("unanswered_since")
        .limit(value("limit"))
      return lockedSelection(dialect, unanswered)
        .updateTable("order_attempt")
        .set({ unanswered_since: null })
        .where((e) =>
          e(
            e.refTuple("company_id", "key"),
            "in",
            e.selectFrom("chosen").select(["chosen.company_id", "chosen.key"]).$asTuple("company_id", "key"),
          ),
        )
        .returning(["company_id", "order_number"])
    },
  )

  const selectByNumber = preparedQuery<{ company: number; number: string }, OrderRow>((value) =>
    build
      .selectFrom("orders")
      .select(orderRowColumns)
      .where("number", "=", value("number"))
      .where("company_id", "=", value("company")),
  )

  const selectByPublicKey = preparedQuery<{ company: number; key: string }, OrderRow>((value) =>
    build
      .selectFrom("orders")
      .select(orderRowColumns)
      .where("company_id", "=", value("company"))
      .where("public_key", "=", value("key")),
  )

  const selectByAttempt = preparedQuery<{ company: number; key: string }, OrderRow>((value) =>
    build
      .selectFrom("order_attempt")
      .innerJoin("orders", "orders.number", "order_attempt.order_number")
      .select(orderRowColumns)
      .where("order_attempt.company_id", "=", value("company"))
      .where("order_attempt.key", "=", value("key"))
      .where("orders.company_id", "=", value("company")),
  )

  const selectHistory = preparedQuery<{ company: number; number: string }, { body: string }>((value) =>
    build
      .selectFrom("order_event")
      .select("body")
      .where("company_id", "=", value("company"))
      .where("order_number", "=", value("number"))
      .orderBy("sequence"),
  )

  return {
    insertOrder,
    insertNumbered,
    updateOrder,
    insertEvents,
    insertProduct,
    insertAttempt,
    updateAttempt,
    takeUnanswered,
    selectByNumber,
    selectVersion,
    selectByPublicKey,
    selectByAttempt,
    selectHistory,
  }
}

export type OrderQueries = ReturnType<typeof orderQueries>
