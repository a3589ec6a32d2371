/**
 * Orders in SQL: one row a state, one row an event, written together.
 */
import { type AttemptKey, CompanyId, OrderNumber, type PublicKey } from "@vintem/domain/identifiers"
import {
  isInFlight,
  isUnanswered,
  type Order,
  type OrderChange,
  type OrderEvent,
  type OrderPlaced,
  statusOf,
} from "@vintem/domain/order"
import { OrderConflict, OrderRepository, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import type { CompiledQuery } from "kysely"
import { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { type Parameter, preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { orderList } from "./order-list.ts"
import {
  eventFromJson,
  type FullOrderRow,
  figuresText,
  type OrderRow,
  orderFromRow,
  orderRowColumns,
  productsOf,
  progressOf,
} from "./order-row.ts"

export const layer = Layer.effect(
  OrderRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    type NewRow = Omit<FullOrderRow, "id">

    const insertion = (value: Parameter<NewRow>) =>
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
    const insertOrder = preparedQuery<NewRow, unknown>(insertion)
    const insertNumbered = preparedQuery<NewRow, { id: number }>((value) => insertion(value).returning("id"))

    /**
     * The erasure of a person adds no event, and so counts no version: a writer who has read the person in the order is told by the document.
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

    const takeUnanswered = preparedQuery<
      { before: number; limit: number },
      { company_id: number; order_number: string }
    >((value) => {
      const unanswered = build
        .selectFrom("order_attempt")
        .select(["company_id", "key"])
        .where("unanswered_since", "<", value("before"))
        .orderBy("unanswered_since")
        .limit(value("limit"))
      return lockedSelection(executor.dialect, unanswered)
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
    })

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

    const eventsOf = (order: Order, events: ReadonlyArray<OrderEvent>, details?: string) => {
      const { company, number } = order.details
      const read = order.version - events.length
      return insertEvents(
        events.map((event, index) => {
          const { _tag: type, at } = event
          return { company, number, sequence: read + index + 1, at, type, body: bodyOf(event, details) }
        }),
      )
    }

    /** Brings the attempts that `events` speak of up to date: those that ended before those that begin. */
    const attemptsOf = (order: Order, events: ReadonlyArray<OrderEvent>): ReadonlyArray<CompiledQuery> => {
      const { company, number } = order.details
      const ended: Array<CompiledQuery> = []
      const begun: Array<CompiledQuery> = []
      for (const attempt of order.attempts) {
        const { facts, id, key, startedAt } = attempt
        const in_flight = inFlight(attempt)
        if (events.some((event) => event._tag === "AttemptStarted" && event.attempt === id)) {
          begun.push(
            insertAttempt({
              company,
              key,
              number,
              in_flight,
              unanswered_since: isUnanswered(facts) ? startedAt : null,
            }),
          )
        } else if (events.some((event) => endsAttempt(event) && event.attempt === id))
          ended.push(updateAttempt({ company, key, in_flight }))
      }
      return [...ended, ...begun]
    }

    const add = Effect.fnUntraced(function* (
      order: Order,
      events: readonly [OrderPlaced, ...ReadonlyArray<OrderChange>],
    ) {
      const operation = "orders.add"
      const { details } = order
      const text = JSON.stringify(details)
      if (order.version !== events.length) return yield* Effect.die(new Error("An order's version counts its events."))
      const row: NewRow = {
        number: details.number,
        company_id: details.company,
        public_key: details.publicKey,
        status: statusOf(order),
        version: order.version,
        src: details.src,
        ref: details.ref,
        customer_id: details.customerId,
        document: details.customer.document,
        placed_at: details.placedAt,
        details: text,
        progress: progressOf(order),
        figures: figuresText(order),
        updated_at: order.updatedAt,
      }
      const rest = [...attemptsOf(order, events), ...eventsOf(order, events, text)]
      const products = productsOf(order)
      const { company, placedAt: placed_at } = details
      if (products.length === 0) yield* executor.writeAllUnread(operation, [insertOrder(row), ...rest])
      else {
        const [added] = (yield* executor.write(operation, insertNumbered(row))).rows
        if (added === undefined) return yield* Effect.die(new Error("insert … returning gave no row"))
        yield* executor.writeAllUnread(operation, [
          ...products.map((product) => insertProduct({ company, product, placed_at, id: added.id })),
          ...rest,
        ])
      }
      yield* executor.changed([{ kind: "order", company, id: details.number }])
    }, commit)

    const save = Effect.fnUntraced(function* (order: Order, events: ReadonlyArray<OrderChange>) {
      if (events.length === 0) return
      const operation = "orders.save"
      const { company, customer, number } = order.details
      const read = order.version - events.length
      const { changes } = yield* executor.write(
        operation,
        updateOrder({
          company_id: company,
          number,
          document: customer.document,
          status: statusOf(order),
          version: order.version,
          progress: progressOf(order),
          figures: figuresText(order),
          updated_at: order.updatedAt,
          read,
        }),
      )
      if (changes === 0) return yield* new OrderConflict({ number, versionRead: read })
      yield* executor.writeAllUnread(operation, [...attemptsOf(order, events), ...eventsOf(order, events)])
      yield* executor.changed([{ kind: "order", company, id: number }])
    }, commit)

    const findOne = (operation: string, query: CompiledQuery<OrderRow>) =>
      Effect.flatMap(executor.read(operation, query), ([row]) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(orderFromRow(operation, row)),
      )

    return OrderRepository.of({
      add,
      save,
      find: (company: CompanyId, number: OrderNumber) => findOne("orders.find", selectByNumber({ company, number })),
      findByPublicKey: (company: CompanyId, key: PublicKey) =>
        findOne("orders.findByPublicKey", selectByPublicKey({ company, key })),
      findByAttempt: (company: CompanyId, key: AttemptKey) =>
        findOne("orders.findByAttempt", selectByAttempt({ company, key })),
      takeUnanswered: (before, limit) =>
        Effect.map(executor.write("orders.takeUnanswered", takeUnanswered({ before, limit })), ({ rows }) =>
          rows.map(({ company_id, order_number }) => ({
            company: CompanyId.make(company_id),
            number: OrderNumber.make(order_number),
          })),
        ),
      list: orderList(executor),
      history: (company: CompanyId, number: OrderNumber) =>
        Effect.flatMap(executor.read("orders.history", selectHistory({ company, number })), (rows) =>
          Effect.forEach(rows, ({ body }) => eventFromJson("orders.history", number, body)),
        ),
    })
  }),
)

/** @param details - the order's details as text, if they were made before: they are most of a new order */
const bodyOf = (event: OrderEvent, details: string | undefined): string => {
  if (event._tag !== "OrderPlaced" || details === undefined) return JSON.stringify(event)
  const { _tag, details: _details, ...rest } = event
  return `{"_tag":"${_tag}","details":${details},${JSON.stringify(rest).slice(1)}`
}

/** Whether an event may have landed an attempt that was in flight. */
const endsAttempt = (event: OrderEvent) => event._tag === "AttemptReported" || event._tag === "AttemptResolved"

const inFlight = (attempt: Order["attempts"][number]): number => (isInFlight(attempt.facts) ? 1 : 0)
