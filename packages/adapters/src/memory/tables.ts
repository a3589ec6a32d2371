/**
 * The rows that all memory adapters of one storage share, so that one unit of work covers every store.
 */
import type {
  ApiKey,
  ApiKeyHash,
  ApiKeyId,
  AttemptKey,
  Company,
  CompanyId,
  Customer,
  CustomerId,
  OrderEvent,
  OrderNumber,
  PublicKey,
  SavedCard,
  SavedCardToken,
  StoredAnswer,
  StoredOrder,
} from "@vintem/domain"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { Table } from "./table.ts"
import { UndoLog } from "./undo-log.ts"

/** A revoked key stays, so that its hash is not given out again. */
export interface ApiKeyRow {
  readonly key: ApiKey
  readonly isRevoked: boolean
}

/** A claimed idempotency key. `claimedAt` is of the service's clock, `aliveUntil` of real time; both epoch milliseconds. */
export interface ClaimRow {
  readonly fingerprint: string
  readonly claimedAt: number
  readonly aliveUntil: number
  readonly order: OrderNumber | null
  readonly answer: StoredAnswer | null
}

export class Tables extends Context.Service<
  Tables,
  {
    readonly undoLog: UndoLog
    readonly companies: Table<CompanyId, Company>
    readonly apiKeys: Table<ApiKeyId, ApiKeyRow>
    readonly apiKeyByHash: Table<ApiKeyHash, ApiKeyId>
    readonly customers: Table<CustomerId, Customer>
    /** By company and document. */
    readonly customerByDocument: Table<string, CustomerId>
    readonly savedCards: Table<SavedCardToken, SavedCard>
    readonly orders: Table<OrderNumber, StoredOrder>
    readonly orderByPublicKey: Table<PublicKey, OrderNumber>
    readonly orderByAttempt: Table<AttemptKey, OrderNumber>
    /** By order number and sequence, from 1: appending costs the same however long the log is. */
    readonly orderEvents: Table<string, OrderEvent>
    /** By scope and key. */
    readonly claims: Table<string, ClaimRow>
  }
>()("@vintem/adapters/memory/Tables") {
  static readonly layer = Layer.sync(Tables, () => {
    const undoLog = new UndoLog()
    return Tables.of({
      undoLog,
      companies: new Table(undoLog),
      apiKeys: new Table(undoLog),
      apiKeyByHash: new Table(undoLog),
      customers: new Table(undoLog),
      customerByDocument: new Table(undoLog),
      savedCards: new Table(undoLog),
      orders: new Table(undoLog),
      orderByPublicKey: new Table(undoLog),
      orderByAttempt: new Table(undoLog),
      orderEvents: new Table(undoLog),
      claims: new Table(undoLog),
    })
  })
}

/** A key made of several parts: parts that contain each other's ends do not meet. */
export const compositeKey = (...parts: ReadonlyArray<string | number>): string => JSON.stringify(parts)
