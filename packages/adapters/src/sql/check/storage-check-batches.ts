/**
 * Reads stored batches for the storage check, by key and in pieces: part of storage-check.ts.
 *
 * A list of customers and its links may be of any length, so the statement that reads the batch also counts them: all
 * the figures are of one moment.
 */
import {
  type Batch,
  BatchDetails,
  BatchEvent,
  batchProgressFromStored,
  StoredBatchProgress,
} from "@vintem/domain/batch"
import type { CheckedBatch, CheckPiece, CheckWalk, StorageBreach, StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { Executor } from "../engine/executor.ts"
import { type Parameter, preparedQuery } from "../engine/prepared-query.ts"
import type { BatchRow } from "../links/batch-row.ts"
import { alongKey, lastIdOf, type PieceStart, startOf } from "./along-key.ts"
import { checkerOf, columnsDiffer, eventCheckerOf, type FoundEventRow, logsById, unreadable } from "./check-findings.ts"

const operation = "storageCheck.batches"

export const batchCheck = (executor: Executor["Service"]): CheckWalk<CheckedBatch> => {
  const { dialect, read } = executor
  const { build } = dialect
  const { isAfter, key } = alongKey(dialect, "batch")

  /** The rows of a piece, as the queries for their related rows name them. */
  const piece = (value: Parameter<PieceStart>) =>
    build
      .selectFrom("batch")
      .select(["company_id", "id", "token"])
      .where(isAfter(value))
      .orderBy(key)
      .limit(value("limit"))
      .as("piece")

  const selectBatches = preparedQuery<PieceStart, CountedBatchRow>((value) =>
    build
      .selectFrom("batch")
      .selectAll()
      .select((e) => [
        e
          .selectFrom("batch_item")
          .select((f) => f.fn.countAll<number>().as("items"))
          .whereRef("batch_item.company_id", "=", "batch.company_id")
          .whereRef("batch_item.batch_token", "=", "batch.token")
          .as("items"),
        e
          .selectFrom("batch_item")
          .select((f) => f.fn.countAll<number>().as("failures"))
          .whereRef("batch_item.company_id", "=", "batch.company_id")
          .whereRef("batch_item.batch_token", "=", "batch.token")
          .where("batch_item.failure", "is not", null)
          .as("failures"),
        e
          .selectFrom("payment_link")
          .select((f) => f.fn.countAll<number>().as("links"))
          .whereRef("payment_link.company_id", "=", "batch.company_id")
          .whereRef("payment_link.batch_token", "=", "batch.token")
          .as("links"),
        e
          .selectFrom("batch_item")
          .select((f) => f.fn.max<number | null>("batch_item.position").as("last_failed"))
          .whereRef("batch_item.company_id", "=", "batch.company_id")
          .whereRef("batch_item.batch_token", "=", "batch.token")
          .where("batch_item.failure", "is not", null)
          .as("last_failed"),
        e
          .selectFrom("payment_link")
          .select((f) => f.fn.max<number | null>("payment_link.batch_position").as("last_link"))
          .whereRef("payment_link.company_id", "=", "batch.company_id")
          .whereRef("payment_link.batch_token", "=", "batch.token")
          .as("last_link"),
      ])
      .where(isAfter(value))
      .orderBy(key)
      .limit(value("limit")),
  )

  const selectEvents = preparedQuery<PieceStart, FoundEventRow>((value) =>
    build
      .selectFrom(piece(value))
      .innerJoin("batch_event", (join) =>
        join
          .onRef("batch_event.company_id", "=", "piece.company_id")
          .onRef("batch_event.batch_token", "=", "piece.token"),
      )
      .select(["piece.id", "batch_event.sequence", "batch_event.at", "batch_event.type", "batch_event.body"]),
  )

  const scan = Effect.fnUntraced(function* (
    place: CheckPiece,
  ): Effect.fn.Return<ReadonlyArray<CheckedBatch>, StorageUnavailable> {
    const start = startOf(place)
    const rows = yield* read(operation, selectBatches(start))
    if (rows.length === 0) return []
    const events = logsById(yield* read(operation, selectEvents(start)))
    return rows.map((row): CheckedBatch => {
      const { batch, breaches } = stateOf(row)
      const log = (events.get(row.id) ?? []).map(foundEvent)
      return {
        company: row.company_id,
        id: row.id,
        token: row.token,
        batch,
        log: log.map(({ sequence, event }) => ({ sequence, event })),
        counted: {
          items: Number(row.items),
          links: Number(row.links),
          failures: Number(row.failures),
          lastDone: Math.max(row.last_failed ?? 0, row.last_link ?? 0),
        },
        breaches: [...breaches, ...log.flatMap((found) => found.breaches)],
      }
    })
  })

  return {
    lastId: lastIdOf(executor, operation, "batch"),
    scan,
  }
}

interface CountedBatchRow extends BatchRow {
  readonly id: number
  readonly items: number | string | bigint | null
  readonly failures: number | string | bigint | null
  readonly links: number | string | bigint | null
  readonly last_failed: number | null
  readonly last_link: number | null
}

const checkDetails = checkerOf(BatchDetails)
const checkProgress = checkerOf(StoredBatchProgress)
const foundEvent = eventCheckerOf("batch_event", BatchEvent)

const stateOf = (row: CountedBatchRow): { batch: Batch | null; breaches: ReadonlyArray<StorageBreach> } => {
  const details = checkDetails(row.details)
  const progress = checkProgress(row.progress)
  const isWhole = details.value !== null && progress.value !== null
  const derived = { token: details.value?.token, company_id: details.value?.company }
  return {
    batch: isWhole
      ? { details: details.value, version: row.version, ...batchProgressFromStored(progress.value) }
      : null,
    breaches: [
      ...(details.why === null ? [] : [unreadable("batch.details", details.why)]),
      ...(progress.why === null ? [] : [unreadable("batch.progress", progress.why)]),
      ...(details.value === null ? [] : columnsDiffer("batch", `id ${row.id}`, row, derived)),
    ],
  }
}
