/**
 * Generators of batches, their lists and their histories. Everything generated is valid, so it can be stored and read
 * back, and no real person is named.
 */

import {
  type Batch,
  type BatchChange,
  type BatchCreated,
  type BatchDefaults,
  batchCreated,
  batchMachine,
  type CustomerEntry,
} from "@vintem/domain/batch"
import type { Instant } from "@vintem/domain/calendar"
import { BatchSecret, BatchToken, CompanyId, ItemPosition } from "@vintem/domain/identifiers"
import fc from "fast-check"
import { describeSteps, stepsOf, timed } from "../machine/step.ts"
import { amounts, instants } from "../order/arbitraries.ts"
import { linkTermsAround, prefilledCustomers } from "../payment-link/arbitraries.ts"
import { type BatchMove, type BatchStep, testedBatch } from "./tested-batch.ts"

/** Secrets of batches. */
export const batchSecrets: fc.Arbitrary<BatchSecret> = fc
  .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 })
  .map((secret) => BatchSecret.make(secret))

/** Defaults of a batch that is created at about this instant. */
export const batchDefaults = (at: Instant): fc.Arbitrary<BatchDefaults> =>
  fc
    .record({ terms: linkTermsAround(at), hasTitle: fc.boolean(), hasAmount: fc.boolean() })
    .map(
      ({ terms: { title, amount, reference: _reference, customer: _customer, ...options }, hasTitle, hasAmount }) => ({
        ...options,
        title: hasTitle ? title : null,
        amount: hasAmount ? amount : null,
      }),
    )

/** Customers on a list. */
export const customerEntries: fc.Arbitrary<CustomerEntry> = fc
  .record({
    amount: amounts,
    title: fc.option(fc.constantFrom("Mensalidade", "Aula d'inglês 📦")),
    description: fc.option(fc.constantFrom("", "Primeira parcela", "Aulas:\n\t- violão\n\t- canto")),
    reference: fc.option(fc.constantFrom("matricula-7", "pedido 1")),
    customer: prefilledCustomers,
  })
  .map(({ customer: { address: _address, ...customer }, ...entry }) => ({ ...entry, ...customer }))

/** Batches with one to four customers at first. */
export const batchesCreated: fc.Arbitrary<BatchCreated> = fc
  .record({
    company: fc.integer({ min: 1, max: 3 }),
    token: fc.uuid().map((uuid) => BatchToken.make(uuid)),
    secret: batchSecrets,
    name: fc.option(fc.constantFrom("Turma de março", "Condomínio")),
    count: fc.integer({ min: 1, max: 4 }),
    at: instants,
  })
  .chain(({ company, count, at, ...names }) =>
    batchDefaults(at).map(
      (defaults): BatchCreated => ({
        _tag: "BatchCreated",
        details: { company: CompanyId.make(company), ...names, defaults, createdAt: at },
        count,
        at,
      }),
    ),
  )

/**
 * A life of one batch, with the steps of all moves, including refused and idle ones. It prints as the list of its
 * steps.
 */
export interface BatchHistory {
  readonly [fc.toStringMethod]: () => string
  readonly created: BatchCreated
  readonly steps: ReadonlyArray<BatchStep>
  readonly changes: ReadonlyArray<BatchChange>
  readonly batch: Batch
}

const itemsMax = 12

/** A report on any range of items, some of which failed. The items may be claimed, done before, or not claimed yet. */
const reports: fc.Arbitrary<(at: Instant) => BatchMove> = fc
  .tuple(fc.integer({ min: 1, max: itemsMax }), fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }))
  .map(
    ([first, isFailed]) =>
      (at: Instant): BatchMove => ({
        _tag: "ItemsDone",
        first,
        last: first + isFailed.length - 1,
        failures: isFailed.flatMap((failed, n) =>
          failed ? [{ position: ItemPosition.make(first + n), reason: "rule_not_found" as const }] : [],
        ),
        at,
      }),
  )

/** A possible next move, at any time. */
const nextMoves: fc.Arbitrary<(at: Instant) => BatchMove> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(1, 2, 3, 0, 51).map(
      (count) =>
        (at: Instant): BatchMove => ({ _tag: "AddCustomers", count, at }),
    ),
  },
  { weight: 1, arbitrary: fc.constant((at: Instant): BatchMove => ({ _tag: "Cancel", at })) },
  {
    weight: 5,
    arbitrary: fc.integer({ min: 1, max: 4 }).map(
      (count) =>
        (at: Instant): BatchMove => ({ _tag: "ClaimItems", count, at }),
    ),
  },
  { weight: 8, arbitrary: reports },
)

/**
 * Lives of up to 25 moves in order of time: lists grow, and workers claim, finish, repeat reports and come too late.
 */
export const batchHistories: fc.Arbitrary<BatchHistory> = batchesCreated.chain((created) =>
  fc.array(fc.tuple(nextMoves, fc.integer({ min: 0, max: 3_600_000 })), { maxLength: 25, size: "max" }).map((drawn) => {
    const steps = stepsOf(batchMachine, batchCreated(created), timed(created.at, drawn))
    return {
      [fc.toStringMethod]: () => describeSteps(testedBatch, steps),
      created,
      steps,
      changes: steps.flatMap(({ changes }) => changes),
      batch: steps.at(-1)?.after ?? batchCreated(created),
    }
  }),
)
