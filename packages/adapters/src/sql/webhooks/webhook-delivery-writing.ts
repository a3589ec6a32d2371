/**
 * Writes webhook deliveries, each counted by company and state.
 */
import type { Instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import type { Change, DeliveryChange } from "@vintem/domain/ports"
import {
  newDelivery,
  placeOfEvent,
  type WebhookDelivery,
  WebhookDeliveryState,
  type WebhookEvent,
  type WebhookEventId,
} from "@vintem/domain/webhook"
import { sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import type { Executor } from "../engine/executor.ts"
import { type ListCount, listCount } from "../engine/list-count.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { type Parameter, preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { changed, hold, type Procedure, read, write, writeUnread } from "../engine/procedure.ts"
import {
  type DeliveryRow,
  eventIdOf,
  type Numbered,
  type ProgressRow,
  rowFromEvent,
  rowFromProgress,
} from "./webhook-delivery-row.ts"

/** How many deliveries of each state a company has. */
export const webhookCounts = (executor: Executor["Service"]): Readonly<Record<WebhookDeliveryState, ListCount>> => ({
  pending: listCount(executor, "webhook_pending"),
  delivered: listCount(executor, "webhook_delivered"),
  failed: listCount(executor, "webhook_failed"),
})

export const webhookDeliveryWriting = (dialect: Dialect, counts: ReturnType<typeof webhookCounts>) => {
  const { build, lockForUpdate } = dialect

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

  /** Locked: an attempt may be recorded at this moment, and its new state counts. */
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

  /** Saves the progress of pending deliveries. Skips those that a redelivery has changed since they were read. */
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
    return lockedSelection(dialect, ended)
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

  /** Adds rows to the counts of their states, or subtracts them. */
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

  /** @see WebhookDeliveryRepository.save */
  function* save(delivery: WebhookDelivery): Procedure<boolean> {
    const place = placeOf(delivery.event)
    yield* hold(entryOf(delivery.event.id)) // otherwise a change between this read and the write would be counted twice
    const [kept] = yield* read(selectState(place))
    if (kept === undefined) return false
    yield* writeUnread(updateProgress({ ...rowFromProgress(delivery), ...place }))
    if (kept.state !== delivery.state) {
      yield* recount([kept], -1)
      yield* recount([{ ...kept, state: delivery.state }], 1)
    }
    yield* changed(changeOf(delivery.event))
    return true
  }

  return { add, forget, save, saveAsRead }
}

const changeOf = ({ company, id, order }: WebhookEvent): Change => ({ kind: "delivery", company, id, order })

/** The name that a unit locks while it replaces a delivery. */
export const entryOf = (event: WebhookEventId): string => `webhook_delivery ${event}`

/** The progress of a delivery now, and when it was read. */
interface ProgressAsRead extends ProgressRow, Numbered {
  readonly company_id: number
  readonly read_tries: number
  readonly read_next: number | null
}

/** Each with its type, because the engine cannot infer it. */
const progressValues = (value: Parameter<ProgressAsRead>) => {
  const text = (name: "order_number" | "state" | "attempts") => sql`cast(${value(name)} as text)`
  const whole = (
    name: "company_id" | "sequence" | "read_tries" | "read_next" | "tries" | "next_attempt_at" | "ended_at",
  ) => sql`cast(${value(name)} as bigint)`
  return sql`(${whole("company_id")}, ${text("order_number")}, ${whole("sequence")}, ${whole("read_tries")}, ${whole("read_next")}, ${text("state")}, ${text("attempts")},
    ${whole("tries")}, ${whole("next_attempt_at")}, ${whole("ended_at")})`
}

/** The columns that decide where a delivery is counted. */
interface Listed {
  readonly company_id: number
  readonly state: string
}

/** The returned columns of a new row. */
interface Added extends Listed, Numbered {
  readonly id: number
}

/** The key of a delivery. */
export interface DeliveryPlace {
  readonly company: number
  readonly order: string
  readonly sequence: number
}

/** The order and sequence number in a notification's id. */
export const placeOf = ({ company, id }: Pick<WebhookEvent, "company" | "id">): DeliveryPlace => ({
  company,
  ...placeOfEvent(id),
})

/** Where a delivery is counted if its row was not returned. */
const countedOf = ({ event, state }: WebhookDelivery): Listed => ({
  company_id: event.company,
  state,
})
