/**
 * Webhook deliveries in SQL: one row a notification, counted by company and state.
 */
import { inCompany } from "@vintem/domain/access"
import type { Instant } from "@vintem/domain/calendar"
import { CompanyId, type OrderNumber } from "@vintem/domain/identifiers"
import {
  type Change,
  type DeliveryChange,
  type StorageUnavailable,
  UnitOfWork,
  WebhookDeliveryRepository,
  type WebhookStretch,
} from "@vintem/domain/ports"
import {
  newDelivery,
  placeOfEvent,
  type WebhookDelivery,
  WebhookDeliveryState,
  type WebhookEvent,
  type WebhookEventId,
} from "@vintem/domain/webhook"
import { Effect, Layer } from "effect"
import { type RawBuilder, type SqlBool, sql } from "kysely"
import { type Place, pageFromNearerEnd } from "../engine/counted-page.ts"
import { Executor } from "../engine/executor.ts"
import { listCount } from "../engine/list-count.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { readerOf } from "../engine/long-reader.ts"
import { type Parameter, preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { changed, hold, type Procedure, write, writeUnread } from "../engine/procedure.ts"
import {
  type DeliveryRow,
  deliveryFromRow,
  deliveryRowColumns,
  eventIdOf,
  type Numbered,
  type ProgressRow,
  rowFromEvent,
  rowFromProgress,
} from "./webhook-delivery-row.ts"

export const layer = Layer.effect(
  WebhookDeliveryRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build, lockForUpdate } = executor.dialect
    const counts = {
      pending: listCount(executor, "webhook_pending"),
      delivered: listCount(executor, "webhook_delivered"),
      failed: listCount(executor, "webhook_failed"),
    }

    const insertDeliveries = preparedRows<DeliveryRow, Added>((rows) =>
      build
        .insertInto("webhook_delivery")
        .values(
          rows.map((value) => ({
            company_id: value("company_id"),
            order_number: value("order_number"),
            sequence: value("sequence"),
            kind: value("kind"),
            occurred_at: value("occurred_at"),
            state: value("state"),
            attempts: value("attempts"),
            tries: value("tries"),
            next_attempt_at: value("next_attempt_at"),
            ended_at: value("ended_at"),
          })),
        )
        .returning(["id", "order_number", "sequence", "company_id", "state"]),
    )

    const insertBodies = preparedRows<{ company: number; delivery_id: number; body: string }, unknown>((rows) =>
      build.insertInto("webhook_body").values(
        rows.map((value) => ({
          company_id: value("company"),
          delivery_id: value("delivery_id"),
          body: value("body"),
        })),
      ),
    )

    const noteSequence = preparedQuery<{ company: number; order: string; last: number }, unknown>((value) =>
      build
        .insertInto("webhook_sequence")
        .values({ company_id: value("company"), order_number: value("order"), last: value("last") })
        .onConflict((conflict) =>
          conflict
            .columns(["company_id", "order_number"])
            .doUpdateSet((e) => ({ last: e.ref("excluded.last") }))
            .whereRef("webhook_sequence.last", "<", "excluded.last"),
        ),
    )

    const selectLast = preparedQuery<{ company: number; order: string }, { last: number }>((value) =>
      build
        .selectFrom("webhook_sequence")
        .select("last")
        .where("company_id", "=", value("company"))
        .where("order_number", "=", value("order")),
    )

    /** Locked: an attempt may be recorded at this moment, and the state that it leaves is the one that counts. */
    const selectState = preparedQuery<DeliveryPlace, Listed>((value) =>
      lockForUpdate(
        build
          .selectFrom("webhook_delivery")
          .select(["company_id", "state"])
          .where("company_id", "=", value("company"))
          .where("order_number", "=", value("order"))
          .where("sequence", "=", value("sequence")),
      ),
    )

    const updateProgress = preparedQuery<ProgressRow & DeliveryPlace, { id: number }>((value) =>
      build
        .updateTable("webhook_delivery")
        .set({
          state: value("state"),
          attempts: value("attempts"),
          tries: value("tries"),
          next_attempt_at: value("next_attempt_at"),
          ended_at: value("ended_at"),
        })
        .where("company_id", "=", value("company"))
        .where("order_number", "=", value("order"))
        .where("sequence", "=", value("sequence"))
        .returning("id"),
    )

    /** Saves the progress of pending deliveries that are as they were read: a redelivery has changed them. */
    const updateAsRead = preparedRows<ProgressAsRead, Numbered>((rows) => ({
      compile: () =>
        sql<Numbered>`
          with progress (company_id, order_number, sequence, read_tries, read_next, state, attempts, tries, next_attempt_at, ended_at) as (
            values ${sql.join(rows.map(progressValues))}
          )
          update webhook_delivery
          set state = progress.state, attempts = progress.attempts, tries = progress.tries,
            next_attempt_at = progress.next_attempt_at, ended_at = progress.ended_at
          from progress
          where webhook_delivery.company_id = progress.company_id and webhook_delivery.order_number = progress.order_number
            and webhook_delivery.sequence = progress.sequence and webhook_delivery.state = 'pending'
            and webhook_delivery.tries = progress.read_tries and webhook_delivery.next_attempt_at = progress.read_next
          returning webhook_delivery.order_number, webhook_delivery.sequence`.compile(build),
    }))

    /** With what they say. */
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

    /** Deletes the first stored delivery of each order, if it ended before the limit. The next one is then the first. */
    const deleteEnded = preparedQuery<{ before: number; limit: number }, Listed>((value) => {
      const ended = build
        .selectFrom("webhook_delivery")
        .select(["webhook_delivery.company_id", "webhook_delivery.id"])
        .where("webhook_delivery.ended_at", "<", value("before"))
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom("webhook_delivery as earlier")
                .select("earlier.id")
                .whereRef("earlier.company_id", "=", "webhook_delivery.company_id")
                .whereRef("earlier.order_number", "=", "webhook_delivery.order_number")
                .whereRef("earlier.sequence", "<", "webhook_delivery.sequence"),
            ),
          ),
        )
        .orderBy("webhook_delivery.ended_at")
        .orderBy("webhook_delivery.id")
        .limit(value("limit"))
      return lockedSelection(executor.dialect, ended)
        .deleteFrom("webhook_delivery")
        .where((e) =>
          e(
            e.refTuple("company_id", "id"),
            "in",
            e.selectFrom("chosen").select(["chosen.company_id", "chosen.id"]).$asTuple("company_id", "id"),
          ),
        )
        .returning(["company_id", "state"])
    })

    /** Counts rows in or out, each in the list of its state. */
    function* recount(rows: ReadonlyArray<Listed>, by: 1 | -1): Procedure<void> {
      for (const [company, own] of Map.groupBy(rows, ({ company_id }) => company_id)) {
        for (const state of WebhookDeliveryState.literals) {
          const listed = own.filter((row) => row.state === state)
          if (listed.length > 0) yield* counts[state].add(CompanyId.make(company), by * listed.length)
        }
      }
    }

    function* add(events: ReadonlyArray<WebhookEvent>): Procedure<void> {
      const rows = events.map((event) => ({ ...rowFromEvent(event), ...rowFromProgress(newDelivery(event)) }))
      const added: Array<Added> = []
      for (const insert of insertDeliveries(rows)) added.push(...(yield* write(insert)).rows)
      const ids = new Map(added.map((row): [string, number] => [eventIdOf(row), row.id]))
      const bodies = events.flatMap(({ id: event, body, company }) => {
        const id = ids.get(event)
        return id === undefined ? [] : [{ company, delivery_id: id, body }]
      })
      for (const insert of insertBodies(bodies)) yield* writeUnread(insert)
      for (const [company, all] of Map.groupBy(events, (event) => event.company)) {
        for (const [order, own] of Map.groupBy(all, (event) => event.order)) {
          const last = Math.max(...own.map(({ sequence }) => sequence))
          yield* writeUnread(noteSequence({ company, order, last }))
        }
      }
      yield* recount(added, 1)
      yield* changed(...events.map(changeOf))
    }

    const save = Effect.fnUntraced(function* (delivery: WebhookDelivery) {
      const operation = "webhookDeliveries.save"
      const place = placeOf(delivery.event)
      const entry = entryOf(delivery.event.id)
      yield* executor.run(operation, () => hold(entry)) // otherwise a change between this read and the write would be counted twice
      const [kept] = yield* executor.read(operation, selectState(place))
      if (kept === undefined) return false
      const progress = rowFromProgress(delivery)
      const { rows } = yield* executor.replaceEntry(operation, entry, updateProgress({ ...progress, ...place }))
      if (rows.length === 0) return false
      if (kept.state !== delivery.state) {
        yield* executor.run(operation, function* () {
          yield* recount([kept], -1)
          yield* recount([{ ...kept, state: delivery.state }], 1)
        })
      }
      yield* executor.run(operation, () => changed(changeOf(delivery.event)))
      return true
    }, commit)

    function* saveAsRead(changes: ReadonlyArray<DeliveryChange>): Procedure<ReadonlyArray<WebhookEventId>> {
      const rows = changes.map(({ read: before, after }) => ({
        ...rowFromProgress(after),
        company_id: after.event.company,
        order_number: after.event.order,
        sequence: after.event.sequence,
        read_tries: before.tries,
        read_next: before.nextAttemptAt,
      }))
      const saved = new Set<string>()
      for (const update of updateAsRead(rows)) {
        for (const row of (yield* write(update)).rows) saved.add(eventIdOf(row))
      }
      const deliveries = changes.map(({ after }) => after)
      const ended = deliveries.filter(({ event, state }) => saved.has(event.id) && state !== "pending").map(countedOf)
      yield* recount(
        ended.map((row) => ({ ...row, state: "pending" })),
        -1,
      )
      yield* recount(ended, 1)
      yield* changed(...deliveries.flatMap(({ event }) => (saved.has(event.id) ? [changeOf(event)] : [])))
      return deliveries.map(({ event }) => event.id).filter((id) => !saved.has(id))
    }

    function* forget(before: Instant, limit: number): Procedure<number> {
      for (let forgotten = 0; ; ) {
        const left = limit - forgotten
        if (left <= 0) return forgotten
        const { rows } = yield* write(deleteEnded({ before, limit: left }))
        if (rows.length === 0) return forgotten
        yield* recount(rows, -1)
        forgotten += rows.length
      }
    }

    const allOf = (operation: string) => (rows: ReadonlyArray<DeliveryRow>) =>
      Effect.forEach(rows, (row) => deliveryFromRow(operation, row))

    const ofOrder = (operation: string, company: CompanyId, order: OrderNumber) =>
      Effect.flatMap(executor.read(operation, selectOfOrder({ company, order })), allOf(operation))

    return WebhookDeliveryRepository.of({
      add: (events) => executor.run("webhookDeliveries.add", () => add(events)),
      countOf: (company, order) =>
        Effect.map(
          executor.read("webhookDeliveries.countOf", selectLast({ company, order })),
          ([row]) => row?.last ?? 0,
        ),
      save,
      saveAsRead: (changes) => executor.run("webhookDeliveries.saveAsRead", () => saveAsRead(changes)),
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
          return { items: all.slice(skip, skip + request.size), total: all.length }
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
      forget: (before, limit) => executor.run("webhookDeliveries.forget", () => forget(before, limit)),
    })
  }),
)

const changeOf = ({ company, id, order }: WebhookEvent): Change => ({ kind: "delivery", company, id, order })

/** What a delivery is held by while a unit replaces it. */
const entryOf = (event: WebhookEventId): string => `webhook_delivery ${event}`

/** How far a delivery has come, and how far it had when it was read. */
interface ProgressAsRead extends ProgressRow, Numbered {
  readonly company_id: number
  readonly read_tries: number
  readonly read_next: number | null
}

/** Each with its type, of which nothing else tells. */
const progressValues = (value: Parameter<ProgressAsRead>) => {
  const text = (name: "order_number" | "state" | "attempts") => sql`cast(${value(name)} as text)`
  const whole = (
    name: "company_id" | "sequence" | "read_tries" | "read_next" | "tries" | "next_attempt_at" | "ended_at",
  ) => sql`cast(${value(name)} as bigint)`
  return sql`(${whole("company_id")}, ${text("order_number")}, ${whole("sequence")}, ${whole("read_tries")}, ${whole("read_next")}, ${text("state")}, ${text("attempts")},
    ${whole("tries")}, ${whole("next_attempt_at")}, ${whole("ended_at")})`
}

/** What says where a delivery is counted. */
interface Listed {
  readonly company_id: number
  readonly state: string
}

/** What a new row gives back. */
interface Added extends Listed, Numbered {
  readonly id: number
}

/** What a delivery is found by. */
interface DeliveryPlace {
  readonly company: number
  readonly order: string
  readonly sequence: number
}

const placeOf = ({ company, id }: Pick<WebhookEvent, "company" | "id">): DeliveryPlace => ({
  company,
  ...placeOfEvent(id),
})

/** Where a delivery is counted whose row was not given back. */
const countedOf = ({ event, state }: WebhookDelivery): Listed => ({
  company_id: event.company,
  state,
})
