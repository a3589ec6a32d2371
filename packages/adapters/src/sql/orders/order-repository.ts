/**
 * Orders in SQL: one row a state, one row an event, written together.
 */
import { type AttemptKey, CompanyId, OrderNumber, type PublicKey } from "@vintem/domain/identifiers"
import { OrderRepository } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import type { CompiledQuery } from "kysely"
import { Executor } from "../engine/executor.ts"
import { orderList } from "./order-list.ts"
import { orderQueries } from "./order-queries.ts"
import { eventFromJson, type OrderRow, orderFromRow } from "./order-row.ts"
import { orderWriting } from "./order-writing.ts"

export const layer = Layer.effect(
  OrderRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const queries = orderQueries(executor.dialect)
    const writing = orderWriting(queries)

    const findOne = (operation: string, query: CompiledQuery<OrderRow>) =>
      Effect.flatMap(executor.read(operation, query), ([row]) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(orderFromRow(operation, row)),
      )

    return OrderRepository.of({
      add: (order, events) => executor.run("orders.add", () => writing.add(order, events)),
      save: (before, order, events) => executor.attempt("orders.save", () => writing.save(before, order, events)),
      find: (company: CompanyId, number: OrderNumber) =>
        findOne("orders.find", queries.selectByNumber({ company, number })),
      findByPublicKey: (company: CompanyId, key: PublicKey) =>
        findOne("orders.findByPublicKey", queries.selectByPublicKey({ company, key })),
      findByAttempt: (company: CompanyId, key: AttemptKey) =>
        findOne("orders.findByAttempt", queries.selectByAttempt({ company, key })),
      takeUnanswered: (before, limit) =>
        Effect.map(executor.write("orders.takeUnanswered", queries.takeUnanswered({ before, limit })), ({ rows }) =>
          rows.map(({ company_id, order_number }) => ({
            company: CompanyId.make(company_id),
            number: OrderNumber.make(order_number),
          })),
        ),
      list: orderList(executor),
      history: (company: CompanyId, number: OrderNumber) =>
        Effect.flatMap(executor.read("orders.history", queries.selectHistory({ company, number })), (rows) =>
          Effect.forEach(rows, ({ body }) => eventFromJson("orders.history", number, body)),
        ),
    })
  }),
)
