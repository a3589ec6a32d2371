/** Promises about batches, checked from their clients' view. */
import { isDeepStrictEqual } from "node:util"
import { batchProgressFromStored, batchStatusOf, StoredBatchProgress } from "@vintem/domain/batch"
import { Schema } from "effect"
import type { Check } from "../check.ts"
import { answeredOtherThan, type ClientRequest } from "../client-request.ts"
import { theFirstAnswerStands } from "../first-answer.ts"
import type { Shop } from "../shop.ts"
import type { WantedBatch } from "./batch-request.ts"

export const checksOf = (
  shop: Shop,
  batches: ReadonlyArray<WantedBatch>,
  requests: ReadonlyArray<ClientRequest>,
): ReadonlyArray<Check> => [
  everyAnswerIsSound(batches),
  everyAcknowledgedBatchIsThere(batches),
  oneBatchPerKey(batches),
  everyBatchEnds(batches),
  theFirstAnswerStands(shop, "batches", requests),
]

/** A batch may be completed before it is canceled: nothing else is refused. */
const everyAnswerIsSound = (batches: ReadonlyArray<WantedBatch>): Check => ({
  title: "of batches: what is sound is answered as such, however often it has to be asked for",
  contradictions: () =>
    batches.flatMap(({ request, more, cancel }) => [
      ...answeredOtherThan(request, [202]),
      ...(more === null ? [] : answeredOtherThan(more.request, [202])),
      ...(cancel === null ? [] : answeredOtherThan(cancel, [200, 422])),
    ]),
})

const everyAcknowledgedBatchIsThere = (batches: ReadonlyArray<WantedBatch>): Check => ({
  title: "every acknowledged batch is there, its total and list those of the customers it was acknowledged with",
  contradictions: ({ database }) => {
    const find = database.prepare<[string], { total: number; customers: string }>(
      `select progress ->> '$.total' as total, (
         select json_group_array(reference) from (
           select entry ->> '$.reference' as reference from batch_item where batch_token = token order by position
         )
       ) as customers
       from batch where token = ?`,
    )
    return batches.flatMap(({ request, references, token, more }) => {
      if (token === null) return []
      const wanted = more?.request.answer?.status === 202 ? [...references, ...more.references] : references
      const what = `${request.key} was acknowledged as ${token}, with ${wanted.length} customers`
      const found = find.get(token)
      if (found === undefined) return [`${what}: there is no such batch`]
      if (found.total !== wanted.length) return [`${what}: it has ${found.total}`]
      return isDeepStrictEqual(JSON.parse(found.customers), wanted) ? [] : [`${what}: its list is ${found.customers}`]
    })
  },
})

const oneBatchPerKey = (batches: ReadonlyArray<WantedBatch>): Check => ({
  title: "of batches: a key has one batch, whatever was answered with silence or a 5xx",
  contradictions: ({ database }) => {
    const wanted = new Map(batches.map(({ request }) => [request.key, request]))
    return database
      .prepare<[], { key: string; tokens: string; count: number }>(
        "select details ->> '$.name' as key, group_concat(token, ', ') as tokens, count(*) as count from batch group by 1",
      )
      .all()
      .flatMap(({ key, tokens, count }) => {
        const request = wanted.get(key)
        if (request === undefined) return [`nobody asked for batch ${tokens} (${key})`]
        return count === 1
          ? []
          : [`${key} has ${count} batches, ${tokens}; its client met: ${request.replies.join(", ")}`]
      })
  },
})

const readProgress = Schema.decodeSync(Schema.fromJsonString(StoredBatchProgress))

/**
 * The final state of a batch after this answer to its cancelation. A refused cancelation means that it is completed.
 */
const endingOf = (cancel: ClientRequest | null) => (cancel?.answer?.status === 200 ? "canceled" : "completed")

const everyBatchEnds = (batches: ReadonlyArray<WantedBatch>): Check => ({
  title: "every batch ends completed, or canceled where its client was told so",
  contradictions: ({ database }) => {
    const wanted = new Map(batches.map(({ request, cancel }) => [request.key, endingOf(cancel)]))
    return database
      .prepare<[], { token: string; key: string; progress: string }>(
        "select token, details ->> '$.name' as key, progress from batch",
      )
      .all()
      .flatMap(({ token, key, progress }) => {
        const status = batchStatusOf(batchProgressFromStored(readProgress(progress)))
        const ending = wanted.get(key)
        return status === ending ? [] : [`${key} (batch ${token}) ended ${status} instead of ${ending}: ${progress}`]
      })
  },
})
