/**
 * Converts batches and their items to rows and back.
 */
import {
  type Batch,
  BatchDetails,
  BatchEvent,
  batchProgressFromStored,
  CustomerEntry,
  ItemFailure,
  StoredBatchProgress,
  storedFromBatchProgress,
} from "@vintem/domain/batch"
import { type BatchToken, ItemPosition } from "@vintem/domain/identifiers"
import type { BatchItem, FailedEntry, StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { parsedJson, readerOf, readerOfJson } from "../engine/stored-value.ts"

export interface BatchRow {
  readonly token: string
  readonly company_id: number
  readonly version: number
  readonly details: string
  readonly progress: string
}

export const batchRowColumns = [
  "batch.token",
  "batch.company_id",
  "batch.version",
  "batch.details",
  "batch.progress",
] as const

export const rowFromBatch = ({ details, version, ...progress }: Batch): BatchRow => ({
  token: details.token,
  company_id: details.company,
  version,
  details: JSON.stringify(details),
  progress: JSON.stringify(storedFromBatchProgress(progress)),
})

const readBatch = readerOf(
  Schema.Struct({
    details: BatchDetails,
    version: Schema.Int,
    progress: StoredBatchProgress,
  }),
)

export const batchFromRow = (operation: string, row: BatchRow): Effect.Effect<Batch, StorageUnavailable> =>
  Effect.map(
    readBatch(operation, `Batch ${row.token}`, {
      details: parsedJson(row.details),
      version: row.version,
      progress: parsedJson(row.progress),
    }),
    ({ progress, ...batch }) => ({ ...batch, ...batchProgressFromStored(progress) }),
  )

const readEvent = readerOfJson(BatchEvent)

export const batchEventFromJson = (operation: string, token: BatchToken, body: string) =>
  readEvent(operation, `An event of batch ${token}`, body)

export interface ItemRow {
  readonly position: number
  readonly entry: string
}

export interface FailedRow extends ItemRow {
  readonly failure: string | null
}

const itemFields = { position: ItemPosition, entry: CustomerEntry }
const readItem = readerOf(Schema.Struct(itemFields))
const readFailed = readerOf(Schema.Struct({ ...itemFields, failure: ItemFailure }))

export const itemFromRow = (
  operation: string,
  token: BatchToken,
  row: ItemRow,
): Effect.Effect<BatchItem, StorageUnavailable> =>
  readItem(operation, `Item ${row.position} of batch ${token}`, { ...row, entry: parsedJson(row.entry) })

export const failedFromRow = (
  operation: string,
  token: BatchToken,
  row: FailedRow,
): Effect.Effect<FailedEntry, StorageUnavailable> =>
  Effect.map(
    readFailed(operation, `Item ${row.position} of batch ${token}`, { ...row, entry: parsedJson(row.entry) }),
    ({ failure: reason, ...item }) => ({
      ...item,
      reason,
    }),
  )
