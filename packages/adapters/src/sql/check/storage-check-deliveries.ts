/**
 * Reads stored webhook deliveries for the storage check, by key and in pieces: part of storage-check.ts.
 */
import type { CheckedDelivery, CheckPiece, CheckWalk, StorageBreach, StorageUnavailable } from "@vintem/domain/ports"
import { WebhookDelivery } from "@vintem/domain/webhook"
import { Effect } from "effect"
import type { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { type DeliveryRow, deliveryRowColumns, eventIdOf, storedDelivery } from "../webhooks/webhook-delivery-row.ts"
import { alongKey, lastIdOf, type PieceStart, startOf } from "./along-key.ts"
import { checkerOf, columnsDiffer, missing, unreadable } from "./check-findings.ts"

const operation = "storageCheck.deliveries"

export const deliveryCheck = (executor: Executor["Service"]): CheckWalk<CheckedDelivery> => {
  const { dialect, read } = executor
  const { build } = dialect
  const { isAfter, key } = alongKey(dialect, "webhook_delivery")

  /** One statement with the rows around each: all of one moment. */
  const selectDeliveries = preparedQuery<PieceStart, FoundRow>((value) =>
    build
      .selectFrom("webhook_delivery")
      .leftJoin("webhook_body", (join) =>
        join
          .onRef("webhook_body.company_id", "=", "webhook_delivery.company_id")
          .onRef("webhook_body.delivery_id", "=", "webhook_delivery.id"),
      )
      .select((e) => [
        "webhook_delivery.id",
        ...deliveryRowColumns,
        e
          .selectFrom("webhook_delivery as earlier")
          .select((f) => f.fn.max("earlier.sequence").as("sequence"))
          .whereRef("earlier.company_id", "=", "webhook_delivery.company_id")
          .whereRef("earlier.order_number", "=", "webhook_delivery.order_number")
          .whereRef("earlier.sequence", "<", "webhook_delivery.sequence")
          .as("previous"),
        e
          .selectFrom("webhook_delivery as later")
          .select((f) => f.fn.min("later.sequence").as("sequence"))
          .whereRef("later.company_id", "=", "webhook_delivery.company_id")
          .whereRef("later.order_number", "=", "webhook_delivery.order_number")
          .whereRef("later.sequence", ">", "webhook_delivery.sequence")
          .as("next"),
        e
          .selectFrom("webhook_sequence")
          .select("webhook_sequence.last")
          .whereRef("webhook_sequence.company_id", "=", "webhook_delivery.company_id")
          .whereRef("webhook_sequence.order_number", "=", "webhook_delivery.order_number")
          .as("last"),
      ])
      .where(isAfter(value))
      .orderBy(key)
      .limit(value("limit")),
  )

  const scan = Effect.fnUntraced(function* (
    piece: CheckPiece,
  ): Effect.fn.Return<ReadonlyArray<CheckedDelivery>, StorageUnavailable> {
    const rows = yield* read(operation, selectDeliveries(startOf(piece)))
    return rows.map((row): CheckedDelivery => {
      const { delivery, breaches } = stateOf(row)
      return { company: row.company_id, id: row.id, event: eventIdOf(row), delivery, previous: row.previous, breaches }
    })
  })

  return {
    lastId: lastIdOf(executor, operation, "webhook_delivery"),
    scan,
  }
}

interface FoundRow extends Omit<DeliveryRow, "body"> {
  /** Null if it is lost. */
  readonly body: string | null
  readonly id: number
  readonly previous: number | null
  readonly next: number | null
  /** The stored last sequence number of its order. */
  readonly last: number | null
}

const checkStored = checkerOf(WebhookDelivery)

const stateOf = (row: FoundRow): { delivery: WebhookDelivery | null; breaches: ReadonlyArray<StorageBreach> } => {
  const { value: delivery, why } = checkStored(JSON.stringify(storedDelivery(row)))
  if (delivery === null) return { delivery, breaches: [unreadable("webhook_delivery", why ?? "it is none")] }
  const known = why === null ? [] : [unreadable("webhook_delivery", why)]
  return { delivery, breaches: [...known, ...sequenceBreaches(row, delivery.event.sequence)] }
}

/** The last delivery in the table is the last one there was: deletion begins with the first. */
const sequenceBreaches = ({ last, next, order_number }: FoundRow, sequence: number): ReadonlyArray<StorageBreach> => {
  if (next !== null) return []
  const row = `order ${order_number}`
  return last === null
    ? [missing("webhook_sequence", row)]
    : columnsDiffer("webhook_sequence", row, { last }, { last: sequence })
}
