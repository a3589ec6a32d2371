/**
 * Batches, their logs and their lists in memory.
 */
import {
  type Batch,
  type BatchEvent,
  batchCreated,
  type CustomerEntry,
  customersAddedBy,
  itemTotals,
} from "@vintem/domain/batch"
import { type BatchToken, type CompanyId, ItemPosition } from "@vintem/domain/identifiers"
import { BatchConflict, BatchRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  BatchRepository,
  Effect.gen(function* () {
    const { batches, batchEvents, batchItems, changes, companies, undoLog } = yield* Tables

    const put = (batch: Batch, events: ReadonlyArray<BatchEvent>, added: ReadonlyArray<CustomerEntry>): void => {
      const { company, token } = batch.details
      batches.put(token, batch)
      undoLog.onceFinal(() => changes.tell([{ kind: "batch", company, id: token }]))
      for (const [n, event] of events.entries()) {
        batchEvents.put(compositeKey(token, batch.version - events.length + n + 1), event)
      }
      for (const [n, entry] of added.entries()) {
        const position = ItemPosition.make(itemTotals(batch.items).total - added.length + n + 1)
        batchItems.put(compositeKey(token, position), { position, entry, failure: null })
      }
      for (const event of events) {
        if (event._tag !== "ItemsDone") continue
        for (const { position, reason } of event.failures) {
          const item = batchItems.get(compositeKey(token, position))
          if (item !== undefined) batchItems.put(compositeKey(token, position), { ...item, failure: reason })
        }
      }
    }

    const find = (company: CompanyId, token: BatchToken): Batch | undefined => {
      const batch = batches.get(token)
      return batch?.details.company === company ? batch : undefined
    }

    const itemsOf = (company: CompanyId, token: BatchToken) => {
      const batch = find(company, token)
      const length = batch === undefined ? 0 : itemTotals(batch.items).total
      return Array.from({ length }, (_, n) => batchItems.get(compositeKey(token, n + 1))).filter(
        (item) => item !== undefined,
      )
    }

    return BatchRepository.of({
      add: (created, entries) =>
        Effect.sync(() => {
          const batch = batchCreated(created)
          requireAll([
            ["batch.company exists", companies.has(batch.details.company)],
            ["batch.token is unique", !batches.has(batch.details.token)],
            ["batch.items are as many as were added", entries.length === customersAddedBy([created])],
          ])
          put(batch, [created], entries)
        }),

      save: (batch, events, added = []) =>
        Effect.suspend(() => {
          if (events.length === 0) return Effect.void
          const { token } = batch.details
          const versionRead = batch.version - events.length
          const held = batches.get(token)
          if (held?.version !== versionRead) return Effect.fail(new BatchConflict({ token, versionRead }))
          requireAll([["batch.items are as many as were added", added.length === customersAddedBy(events)]])
          put({ ...batch, details: held.details }, events, added)
          return Effect.void
        }),

      find: (company, token) => Effect.sync(() => Option.fromUndefinedOr(find(company, token))),

      list: (company, page) =>
        Effect.sync(() =>
          pageOf(
            batches.newestFirst().filter(({ details }) => details.company === company),
            page,
          ),
        ),

      items: (company, token, { after, limit }) =>
        Effect.sync(() =>
          itemsOf(company, token)
            .slice(after, after + limit)
            .map(({ position, entry }) => ({ position, entry })),
        ),

      failures: (company, token, { after, limit }) =>
        Effect.sync(() =>
          itemsOf(company, token)
            .flatMap(({ position, entry, failure }) =>
              failure !== null && position > after ? [{ position, entry, reason: failure }] : [],
            )
            .slice(0, limit),
        ),

      history: (company, token) =>
        Effect.sync(() =>
          Array.from({ length: find(company, token)?.version ?? 0 }, (_, n) =>
            batchEvents.get(compositeKey(token, n + 1)),
          ).filter((event) => event !== undefined),
        ),
    })
  }),
)
