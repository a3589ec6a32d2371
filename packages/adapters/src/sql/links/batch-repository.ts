/**
 * Batches in SQL: one row a state, one row an event, one row an item, written together, and counted.
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
import type { BatchToken, CompanyId } from "@vintem/domain/identifiers"
import { BatchConflict, BatchRepository, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { countedPage, type Stretch } from "../engine/counted-page.ts"
import { Executor } from "../engine/executor.ts"
import { listCount } from "../engine/list-count.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { changed } from "../engine/procedure.ts"
import {
  type BatchRow,
  batchEventFromJson,
  batchFromRow,
  batchRowColumns,
  type FailedRow,
  failedFromRow,
  type ItemRow,
  itemFromRow,
  rowFromBatch,
} from "./batch-row.ts"

export const layer = Layer.effect(
  BatchRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect
    const count = listCount(executor, "batch")

    const insertBatch = preparedQuery<BatchRow, { id: number }>((value) =>
      build
        .insertInto("batch")
        .values({
          token: value("token"),
          company_id: value("company_id"),
          version: value("version"),
          details: value("details"),
          progress: value("progress"),
        })
        .returning("id"),
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

    const selectBatch = preparedQuery<{ company: number; token: string }, BatchRow>((value) =>
      build
        .selectFrom("batch")
        .select(batchRowColumns)
        .where("token", "=", value("token"))
        .where("company_id", "=", value("company")),
    )

    /** The page is found in the index alone; only its own rows are then read whole. */
    const selectListed = (direction: "asc" | "desc") =>
      preparedQuery<Stretch, BatchRow>((value) =>
        build
          .selectFrom(
            build
              .selectFrom("batch")
              .select("id")
              .where("company_id", "=", value("company"))
              .orderBy("id", direction)
              .limit(value("take"))
              .offset(value("skip"))
              .as("page"),
          )
          .innerJoin("batch", "batch.id", "page.id")
          .where("batch.company_id", "=", value("company"))
          .select(batchRowColumns)
          .orderBy("page.id", direction),
      )

    const selectItems = preparedQuery<Window, ItemRow>((value) =>
      build
        .selectFrom("batch_item")
        .select(["position", "entry"])
        .where("company_id", "=", value("company"))
        .where("batch_token", "=", value("token"))
        .where("position", ">", value("after"))
        .orderBy("position")
        .limit(value("limit")),
    )

    const selectFailures = preparedQuery<Window, FailedRow>((value) =>
      build
        .selectFrom("batch_item")
        .select(["position", "entry", "failure"])
        .where("company_id", "=", value("company"))
        .where("batch_token", "=", value("token"))
        .where("position", ">", value("after"))
        .where("failure", "is not", null)
        .orderBy("position")
        .limit(value("limit")),
    )

    const selectHistory = preparedQuery<{ company: number; token: string }, { body: string }>((value) =>
      build
        .selectFrom("batch_event")
        .select("body")
        .where("company_id", "=", value("company"))
        .where("batch_token", "=", value("token"))
        .orderBy("sequence"),
    )

    /** Appends events to the log and customers to the list. */
    const append = Effect.fnUntraced(function* (
      operation: string,
      batch: Batch,
      events: ReadonlyArray<BatchEvent>,
      entries: ReadonlyArray<CustomerEntry>,
    ) {
      const { company, token } = batch.details
      if (entries.length !== customersAddedBy(events)) {
        return yield* Effect.die(new Error("As many customers are stored as the events say were added."))
      }
      const before = itemTotals(batch.items).total - entries.length
      const items = entries.map((entry, n) => ({
        batch_token: token,
        company_id: company,
        position: before + n + 1,
        entry: JSON.stringify(entry),
      }))
      const log = events.map((event, n) => eventRow(company, token, batch.version - events.length + n + 1, event))
      for (const insert of [...insertItems(items), ...insertEvents(log)]) yield* executor.write(operation, insert)
      for (const event of events) {
        if (event._tag !== "ItemsDone") continue
        for (const { position, reason } of event.failures) {
          yield* executor.write(operation, updateItem({ company, token, position, failure: reason }))
        }
      }
      yield* executor.run(operation, () => changed({ kind: "batch", company, id: token }))
    })

    const add = Effect.fnUntraced(function* (created: BatchCreated, entries: ReadonlyArray<CustomerEntry>) {
      const operation = "batches.add"
      const batch = batchCreated(created)
      const {
        rows: [row],
      } = yield* executor.write(operation, insertBatch(rowFromBatch(batch)))
      if (row === undefined) return yield* Effect.die(new Error("insert … returning gave no row"))
      yield* append(operation, batch, [created], entries)
      yield* executor.run(operation, () => count.add(batch.details.company, 1))
    }, commit)

    const save = Effect.fnUntraced(function* (
      batch: Batch,
      events: ReadonlyArray<BatchChange>,
      added: ReadonlyArray<CustomerEntry> = [],
    ) {
      if (events.length === 0) return
      const operation = "batches.save"
      const { token } = batch.details
      const read = batch.version - events.length
      const { changes } = yield* executor.write(operation, updateBatch({ ...rowFromBatch(batch), read }))
      if (changes === 0) return yield* new BatchConflict({ token, versionRead: read })
      yield* append(operation, batch, events, added)
    }, commit)

    return BatchRepository.of({
      add,
      save,
      find: (company: CompanyId, token: BatchToken) =>
        Effect.flatMap(executor.read("batches.find", selectBatch({ company, token })), ([row]) =>
          row === undefined ? Effect.succeedNone : Effect.asSome(batchFromRow("batches.find", row)),
        ),
      list: countedPage(
        executor,
        "batches.list",
        { count, newest: selectListed("desc"), oldest: selectListed("asc") },
        batchFromRow,
      ),
      items: (company: CompanyId, token: BatchToken, window) =>
        Effect.flatMap(executor.read("batches.items", selectItems({ company, token, ...window })), (rows) =>
          Effect.forEach(rows, (row) => itemFromRow("batches.items", token, row)),
        ),
      failures: (company: CompanyId, token: BatchToken, window) =>
        Effect.flatMap(executor.read("batches.failures", selectFailures({ company, token, ...window })), (rows) =>
          Effect.forEach(rows, (row) => failedFromRow("batches.failures", token, row)),
        ),
      history: (company: CompanyId, token: BatchToken) =>
        Effect.flatMap(executor.read("batches.history", selectHistory({ company, token })), (rows) =>
          Effect.forEach(rows, ({ body }) => batchEventFromJson("batches.history", token, body)),
        ),
    })
  }),
)

interface Window {
  readonly company: number
  readonly token: string
  readonly after: number
  readonly limit: number
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
