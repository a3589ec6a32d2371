/**
 * Writes batches: a state, its events and its items together, and the count of the list.
 */
import {
  type Batch,
  type BatchChange,
  type BatchCreated,
  type BatchEvent,
  batchCreated,
  type CustomerEntry,
  customersAddedBy,
  itemTotals,
} from "@vintem/domain/batch"
import { BatchConflict } from "@vintem/domain/ports"
import { Result } from "effect"
import type { Dialect } from "../engine/dialect.ts"
import type { ListCount } from "../engine/list-count.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import {
  changed,
  type Procedure,
  type Refusable,
  read,
  write,
  writeAllUnread,
  writeUnread,
} from "../engine/procedure.ts"
import { type BatchRow, type ItemRow, rowFromBatch } from "./batch-row.ts"

/** @param count - of the list of batches */
export const batchWriting = ({ build, lockForShare }: Dialect, count: Pick<ListCount, "add">) => {
  const insertBatch = preparedQuery<BatchRow, unknown>((value) =>
    build.insertInto("batch").values({
      token: value("token"),
      company_id: value("company_id"),
      version: value("version"),
      details: value("details"),
      progress: value("progress"),
    }),
  )

  const updateBatch = preparedQuery<
    Pick<BatchRow, "company_id" | "token" | "version" | "progress"> & { read: number },
    unknown
  >((value) =>
    build
      .updateTable("batch")
      .set({ version: value("version"), progress: value("progress") })
      .where("company_id", "=", value("company_id"))
      .where("token", "=", value("token"))
      .where("version", "=", value("read")),
  )

  const insertEvents = preparedRows<EventRow, unknown>((rows) =>
    build.insertInto("batch_event").values(
      rows.map((value) => ({
        company_id: value("company_id"),
        batch_token: value("batch_token"),
        sequence: value("sequence"),
        at: value("at"),
        type: value("type"),
        body: value("body"),
      })),
    ),
  )

  const insertItems = preparedRows<ItemRow & { batch_token: string; company_id: number }, unknown>((rows) =>
    build.insertInto("batch_item").values(
      rows.map((value) => ({
        batch_token: value("batch_token"),
        company_id: value("company_id"),
        position: value("position"),
        entry: value("entry"),
        failure: null,
      })),
    ),
  )

  const updateItem = preparedQuery<{ company: number; token: string; position: number; failure: string }, unknown>(
    (value) =>
      build
        .updateTable("batch_item")
        .set({ failure: value("failure") })
        .where("company_id", "=", value("company"))
        .where("batch_token", "=", value("token"))
        .where("position", "=", value("position")),
  )

  const selectVersion = preparedQuery<{ company: number; token: string }, { version: number }>((value) =>
    lockForShare(
      build
        .selectFrom("batch")
        .select("version")
        .where("company_id", "=", value("company"))
        .where("token", "=", value("token")),
    ),
  )

  /** Appends events to the log and customers to the list. */
  function* append(
    batch: Batch,
    events: ReadonlyArray<BatchEvent>,
    entries: ReadonlyArray<CustomerEntry>,
  ): Procedure<void> {
    const { company, token } = batch.details
    if (entries.length !== customersAddedBy(events)) {
      throw new Error("As many customers are stored as the events say were added.")
    }
    const before = itemTotals(batch.items).total - entries.length
    const items = entries.map((entry, n) => ({
      batch_token: token,
      company_id: company,
      position: before + n + 1,
      entry: JSON.stringify(entry),
    }))
    const log = events.map((event, n) => eventRow(company, token, batch.version - events.length + n + 1, event))
    yield* writeAllUnread([...insertItems(items), ...insertEvents(log)])
    for (const event of events) {
      if (event._tag !== "ItemsDone") continue
      for (const { position, reason } of event.failures) {
        yield* writeUnread(updateItem({ company, token, position, failure: reason }))
      }
    }
    yield* changed({ kind: "batch", company, id: token })
  }

  /** @see BatchRepository.add */
  function* add(created: BatchCreated, entries: ReadonlyArray<CustomerEntry>): Procedure<void> {
    const batch = batchCreated(created)
    yield* writeUnread(insertBatch(rowFromBatch(batch)))
    yield* append(batch, [created], entries)
    yield* count.add(batch.details.company, 1)
  }

  /** @see BatchRepository.save */
  function* save(
    batch: Batch,
    events: ReadonlyArray<BatchChange>,
    added: ReadonlyArray<CustomerEntry>,
  ): Refusable<BatchConflict> {
    if (events.length === 0) return Result.void
    const { token } = batch.details
    const versionRead = batch.version - events.length
    const { changes } = yield* write(updateBatch({ ...rowFromBatch(batch), read: versionRead }))
    if (changes === 0) return Result.fail(new BatchConflict({ token, versionRead }))
    yield* append(batch, events, added)
    return Result.void
  }

  /** Refused unless the batch is as it was read. */
  function* requireAsRead({ details: { company, token }, version }: Batch): Refusable<BatchConflict> {
    const [stored] = yield* read(selectVersion({ company, token }))
    return stored?.version === version ? Result.void : Result.fail(new BatchConflict({ token, versionRead: version }))
  }

  return { add, requireAsRead, save }
}

interface EventRow {
  readonly company_id: number
  readonly batch_token: string
  readonly sequence: number
  readonly at: number
  readonly type: string
  readonly body: string
}

const eventRow = (company_id: number, batch_token: string, sequence: number, event: BatchEvent): EventRow => ({
  company_id,
  batch_token,
  sequence,
  at: event.at,
  type: event._tag,
  body: JSON.stringify(event),
})
