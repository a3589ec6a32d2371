/**
 * Webhook deliveries in SQL: one row a notification, counted by company and state.
 */
import { inCompany } from "@vintem/domain/access"
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { type StorageUnavailable, WebhookDeliveryRepository, type WebhookStretch } from "@vintem/domain/ports"
import { type WebhookDelivery, WebhookDeliveryState, type WebhookEventId } from "@vintem/domain/webhook"
import { Effect, Layer } from "effect"
import { type RawBuilder, type SqlBool, sql } from "kysely"
import { type Place, pageFromNearerEnd } from "../engine/counted-page.ts"
import { Executor } from "../engine/executor.ts"
import { readerOf } from "../engine/long-reader.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { type DeliveryRow, deliveryFromRow, deliveryRowColumns } from "./webhook-delivery-row.ts"
import {
  type DeliveryPlace,
  entryOf,
  placeOf,
  webhookCounts,
  webhookDeliveryWriting,
} from "./webhook-delivery-writing.ts"

export const layer = Layer.effect(
  WebhookDeliveryRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const counts = webhookCounts(executor)
    const writing = webhookDeliveryWriting(executor.dialect, counts)

    const selectLast = preparedQuery<{ company: number; order: string }, { last: number }>((value) =>
      build
        .selectFrom("webhook_sequence")
        .select("last")
        .where("company_id", "=", value("company"))
        .where("order_number", "=", value("order")),
    )

    /** With their bodies. */
    const wholeOf = (company: RawBuilder<number>) =>
      build
        .selectFrom("webhook_delivery")
        .innerJoin("webhook_body", "webhook_body.delivery_id", "webhook_delivery.id")
        .where("webhook_delivery.company_id", "=", company)
        .where("webhook_body.company_id", "=", company)

    const selectMany = preparedRows<DeliveryPlace, DeliveryRow>((rows) => {
      const named = rows.map(
        (value) =>
          sql`(cast(${value("company")} as bigint), cast(${value("order")} as text), cast(${value("sequence")} as bigint))`,
      )
      return build
        .with(
          "wanted(company_id, order_number, sequence)",
          () => sql<{ company_id: number; order_number: string; sequence: number }>`(values ${sql.join(named)})`,
        )
        .selectFrom("wanted")
        .innerJoin("webhook_delivery", (join) =>
          join
            .onRef("webhook_delivery.company_id", "=", "wanted.company_id")
            .onRef("webhook_delivery.order_number", "=", "wanted.order_number")
            .onRef("webhook_delivery.sequence", "=", "wanted.sequence"),
        )
        .innerJoin("webhook_body", (join) =>
          join
            .onRef("webhook_body.company_id", "=", "wanted.company_id")
            .onRef("webhook_body.delivery_id", "=", "webhook_delivery.id"),
        )
        .select(deliveryRowColumns)
    })

    const selectOne = preparedQuery<DeliveryPlace, DeliveryRow & { id: number }>((value) =>
      wholeOf(value("company"))
        .select(["webhook_delivery.id", ...deliveryRowColumns])
        .where("order_number", "=", value("order"))
        .where("sequence", "=", value("sequence")),
    )

    const selectOfOrder = preparedQuery<{ company: number; order: string }, DeliveryRow>((value) =>
      wholeOf(value("company"))
        .select(deliveryRowColumns)
        .where("order_number", "=", value("order"))
        .orderBy("sequence"),
    )

    /** The page is found in the index alone; only its own rows are then read whole. */
    const listed = (company: CompanyId, state: WebhookDeliveryState | undefined, direction: "asc" | "desc") => {
      const all = build.selectFrom("webhook_delivery").select("id").where("company_id", "=", company)
      const some = state === undefined ? all : all.where("state", "=", state)
      return ({ skip, take }: Place) =>
        build
          .selectFrom(some.orderBy("id", direction).limit(take).offset(skip).as("page"))
          .innerJoin("webhook_delivery", "webhook_delivery.id", "page.id")
          .innerJoin("webhook_body", "webhook_body.delivery_id", "page.id")
          .where("webhook_delivery.company_id", "=", company)
          .where("webhook_body.company_id", "=", company)
          .select(deliveryRowColumns)
          .orderBy("page.id", direction)
          .compile()
    }

    const inStretch = (company: CompanyId, { before, kinds }: WebhookStretch) => {
      const all = build
        .selectFrom("webhook_delivery")
        .where("webhook_delivery.company_id", "=", company)
        .where("occurred_at", "<", before)
      if (kinds === undefined) return all
      return kinds.length === 0 ? all.where((e) => e.or([])) : all.where("kind", "in", kinds)
    }

    const allOf = (operation: string) => (rows: ReadonlyArray<DeliveryRow>) =>
      Effect.forEach(rows, (row) => deliveryFromRow(operation, row))

    const ofOrder = (operation: string, company: CompanyId, order: OrderNumber) =>
      Effect.flatMap(executor.read(operation, selectOfOrder({ company, order })), allOf(operation))

    return WebhookDeliveryRepository.of({
      add: (events) => executor.run("webhookDeliveries.add", () => writing.add(events)),
      countOf: (company, order) =>
        Effect.map(
          executor.read("webhookDeliveries.countOf", selectLast({ company, order })),
          ([row]) => row?.last ?? 0,
        ),
      save: (delivery) => executor.run("webhookDeliveries.save", () => writing.save(delivery)),
      saveAsRead: (changes) => executor.run("webhookDeliveries.saveAsRead", () => writing.saveAsRead(changes)),
      findAll: Effect.fnUntraced(function* (named) {
        const operation = "webhookDeliveries.findAll"
        const found: Array<WebhookDelivery> = []
        for (const select of selectMany(named.map(placeOf))) {
          found.push(...(yield* allOf(operation)(yield* executor.read(operation, select))))
        }
        return found
      }),
      find: (company, id: WebhookEventId) =>
        Effect.flatMap(
          executor.readEntry("webhookDeliveries.find", entryOf(id), selectOne(placeOf({ company, id }))),
          ([row]) =>
            row === undefined ? Effect.succeedNone : Effect.asSome(deliveryFromRow("webhookDeliveries.find", row)),
        ),
      list: Effect.fnUntraced(function* (company, { order, state }, request) {
        const operation = "webhookDeliveries.list"
        if (order !== undefined) {
          // An order has a handful: all are read, and nothing has to be counted.
          const all = (yield* ofOrder(operation, company, order))
            .filter((delivery) => state === undefined || delivery.state === state)
            .toReversed()
          const skip = (request.page - 1) * request.size
          return { entries: all.slice(skip, skip + request.size), total: all.length }
        }
        const states = state === undefined ? WebhookDeliveryState.literals : [state]
        const totals = yield* Effect.forEach(states, (one) => counts[one].total(operation, company))
        const ends = {
          newest: listed(company, state, "desc"),
          oldest: listed(company, state, "asc"),
          total: totals.reduce((sum, total) => sum + total, 0),
        }
        return yield* pageFromNearerEnd(
          (entries) => readerOf(executor, inCompany(company), entries),
          operation,
          ends,
          request,
          deliveryFromRow,
        )
      }),
      ofOrder: (company, order) => ofOrder("webhookDeliveries.ofOrder", company, order),
      countWithin: (company, stretch) =>
        Effect.map(
          executor.read(
            "webhookDeliveries.countWithin",
            inStretch(company, stretch)
              .where("occurred_at", ">=", stretch.from)
              .select((e) => e.fn.countAll<number>().as("total"))
              .compile(),
          ),
          ([row]) => Number(row?.total ?? 0),
        ),
      within: Effect.fnUntraced(function* (
        company,
        stretch,
        { after, limit },
      ): Effect.fn.Return<ReadonlyArray<WebhookDelivery>, StorageUnavailable> {
        const operation = "webhookDeliveries.within"
        const [last] = after === null ? [] : yield* executor.read(operation, selectOne(placeOf({ company, id: after })))
        const place = last === undefined ? sql`(${stretch.from}, 0)` : sql`(${last.occurred_at}, ${last.id})`
        const rows = yield* executor.read(
          operation,
          inStretch(company, stretch)
            .where(sql<SqlBool>`(${sql.ref("occurred_at")}, ${sql.ref("id")}) > ${place}`)
            .innerJoin("webhook_body", "webhook_body.delivery_id", "webhook_delivery.id")
            .where("webhook_body.company_id", "=", company)
            .select(deliveryRowColumns)
            .orderBy("occurred_at")
            .orderBy("id")
            .limit(limit)
            .compile(),
        )
        return yield* allOf(operation)(rows)
      }),
      forget: (before, limit) => executor.run("webhookDeliveries.forget", () => writing.forget(before, limit)),
    })
  }),
)
