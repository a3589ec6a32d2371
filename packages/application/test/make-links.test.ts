/** Links made by the queue: none twice and none lost, even if workers die, and none after the batch is canceled. */

import { describe, expect, it } from "@effect/vitest"
import { type Batch, batchStatusOf, itemSlug } from "@vintem/domain/batch"
import { type BatchToken, ItemPosition } from "@vintem/domain/identifiers"
import {
  BatchRepository,
  Identifiers,
  JobQueue,
  PaymentLinkRepository,
  ReminderRuleRepository,
} from "@vintem/domain/ports"
import { exampleBatchDefaults, exampleEntries } from "@vintem/testing"
import { Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { linkWrites, takeItems } from "../src/batches/make-links.ts"
import { addCustomers, cancelBatch, createBatch, runDueJobs } from "../src/index.ts"
import { commitWrites } from "../src/units/commit-writes.ts"
import { layer, Seller } from "./shop.ts"

const answer = (body: unknown) => ({ status: 200, body: JSON.stringify(body) })

const make = Effect.fnUntraced(function* (count: number) {
  const { id: company } = yield* Seller
  let made: Batch | undefined
  yield* createBatch({
    company,
    name: null,
    defaults: exampleBatchDefaults(),
    entries: exampleEntries(count),
    keyed: null,
    encode: (outcome) => {
      if (outcome._tag === "Created") made = outcome.batch
      return answer(outcome._tag)
    },
  })
  if (made === undefined) throw new Error("A batch was made.")
  return made.details
})

const stored = Effect.fnUntraced(function* (token: BatchToken) {
  const { id: company } = yield* Seller
  const batches = yield* BatchRepository
  const links = yield* PaymentLinkRepository
  const batch = Option.getOrThrow(yield* batches.find(company, token))
  const made = yield* links.ofBatch(company, token, { after: 0, limit: 1_000 })
  return { batch, status: batchStatusOf(batch), positions: made.map(({ details }) => details.batch?.position), made }
})

/** Until nothing is due. */
const allWork = Effect.gen(function* () {
  while ((yield* runDueJobs()) > 0);
})

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe("the links of a batch", () => {
  it.effect("are made in the order of the list, a hundred in a commit, with slugs computed from their positions", () =>
    Effect.gen(function* () {
      const details = yield* make(50)
      const { id: company, code } = yield* Seller
      const more = { company, token: details.token, keyed: null, encode: (outcome: object) => answer(outcome) }
      for (const count of [50, 45]) {
        yield* addCustomers({ ...more, entries: () => Result.succeed(exampleEntries(count)) })
      }
      expect(yield* runDueJobs()).toBe(1)
      expect(yield* stored(details.token)).toMatchObject({ status: "processing", positions: upTo(100) })
      yield* allWork
      const { made, positions, status } = yield* stored(details.token)
      expect([status, positions]).toEqual(["completed", upTo(145)])
      expect(made.map((link) => link.details.slug)).toEqual(
        upTo(145).map((position) => itemSlug(code, details, ItemPosition.make(position))),
      )
    }).pipe(Effect.provide(layer)),
  )

  it.effect("are made by the next worker, if the one that claimed them died", () =>
    Effect.gen(function* () {
      const { company, token } = yield* make(3)
      const queue = yield* JobQueue
      const identifiers = yield* Identifiers
      const now = (yield* stored(token)).batch.updatedAt
      const [job] = yield* queue.claim({ queue: "work", lease: yield* identifiers.lease, now, until: now, limit: 1 })
      expect(job?.kind).toBe("MakeLinks")
      expect(yield* takeItems(company, token)).toHaveLength(3)
      expect((yield* stored(token)).positions).toEqual([])
      yield* allWork
      expect(yield* stored(token)).toMatchObject({ status: "completed", positions: [1, 2, 3] })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("are still made for customers who were claimed when the batch was canceled, and for no others", () =>
    Effect.gen(function* () {
      const { company, token } = yield* make(50)
      const more = { company, token, keyed: null, encode: (outcome: object) => answer(outcome) }
      yield* takeItems(company, token)
      yield* addCustomers({ ...more, entries: () => Result.succeed(exampleEntries(10)) })
      yield* cancelBatch(more)
      yield* allWork
      expect(yield* stored(token)).toMatchObject({ status: "canceled", positions: upTo(50) })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("are not made if the batch was canceled before any customer was claimed", () =>
    Effect.gen(function* () {
      const { company, token } = yield* make(3)
      yield* cancelBatch({ company, token, keyed: null, encode: (outcome) => answer(outcome) })
      yield* allWork
      expect(yield* stored(token)).toMatchObject({ status: "canceled", positions: [] })
      const queue = yield* JobQueue
      expect(yield* queue.nextDue).toBeNull()
    }).pipe(Effect.provide(layer)),
  )

  it.effect("are looked at again by a worker that found no customers, if some are added before it settles", () =>
    Effect.gen(function* () {
      const { company, token } = yield* make(2)
      const { batch } = yield* stored(token)
      expect(yield* linkWrites(company, token, [], batch.updatedAt)).toMatchObject({ isMore: true })
      yield* allWork
      const { isMore, writes } = yield* linkWrites(company, token, [], batch.updatedAt)
      expect(isMore).toBe(false)
      const more = { company, token, keyed: null, encode: (outcome: object) => answer(outcome) }
      yield* addCustomers({ ...more, entries: () => Result.succeed(exampleEntries(1)) })
      expect(yield* Effect.flip(commitWrites(writes))).toMatchObject({ _tag: "BatchConflict" })
      yield* allWork
      expect(yield* stored(token)).toMatchObject({ status: "completed", positions: [1, 2, 3] })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("fail without a retry if the reminder rule is gone", () =>
    Effect.gen(function* () {
      const { id: company } = yield* Seller
      const identifiers = yield* Identifiers
      const rules = yield* ReminderRuleRepository
      const batches = yield* BatchRepository
      const token = yield* identifiers.reminderRuleToken
      const createdAt = (yield* Seller).createdAt
      yield* rules.add({ company, token, name: "Lembretes", reminders: [{ days: 1, channel: "email" }], createdAt })
      let batch: Batch | undefined
      yield* createBatch({
        company,
        name: null,
        defaults: exampleBatchDefaults({ ruleToken: token }),
        entries: exampleEntries(2),
        keyed: null,
        encode: (outcome) => {
          if (outcome._tag === "Created") batch = outcome.batch
          return answer(outcome._tag)
        },
      })
      if (batch === undefined) throw new Error("A batch was made.")
      yield* rules.remove(company, token)
      yield* allWork
      const after = yield* stored(batch.details.token)
      expect(after).toMatchObject({ status: "partial_failure", positions: [] })
      const failures = yield* batches.failures(company, batch.details.token, { after: 0, limit: 10 })
      expect(failures.map(({ position, reason }) => [position, reason])).toEqual([
        [1, "rule_not_found"],
        [2, "rule_not_found"],
      ])
      yield* TestClock.adjust("1 day")
      yield* allWork
      expect(yield* stored(batch.details.token)).toMatchObject({ positions: [] })
    }).pipe(Effect.provide(layer)),
  )
})
