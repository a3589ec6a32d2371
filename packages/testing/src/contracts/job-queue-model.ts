/** A model of the queue, which is a plain list, and histories to play on both. */

import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type DeadJob,
  type Job,
  type JobId,
  JobQueue,
  type NewJob,
  type QueueName,
  queueNames,
  type Settlement,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import fc from "fast-check"
import { expect } from "vitest"
import { ascending, claim, done, nameOf, namesOf, nth, numberedJob, settleClaimed } from "./job-queue-examples.ts"
import { later, wholeList } from "./stored-examples.ts"

/** The simplest queue: a list of jobs in the order of adding. */
export interface Model {
  now: Instant
  waiting: ReadonlyArray<ModelJob>
  dead: ReadonlyArray<ModelDeadJob>
  readonly claims: Array<{ readonly lease: string; readonly jobs: ReadonlyArray<Job> }>
  /** Every number that a job got. */
  readonly ids: Set<JobId>
  added: number
}

interface ModelJob {
  readonly place: number
  readonly job: NewJob
  /** Null until the first claim reveals it. */
  readonly id: JobId | null
  readonly claims: number
  readonly lease: string | null
  readonly readyAt: Instant
}

interface ModelDeadJob {
  readonly place: number
  readonly job: DeadJob
}

/** A claim at the model's current time. */
export interface ModelClaim {
  /** `work` if missing. */
  readonly queue?: QueueName
  readonly limit: number
  /** The length of the lease. */
  readonly millis: number
  /** The most jobs of each company, which use these numbers in turn. No limit if missing or null. */
  readonly capacities?: ReadonlyArray<number> | null
}

type JobOutcome = "Done" | "Again" | "Retry" | "Dead" | "Forgotten"

/** An action on a queue, or the passing of time. */
export type ModelStep =
  | { readonly _tag: "Wait"; readonly millis: number }
  | {
      readonly _tag: "Enqueue"
      readonly name: number
      readonly company: number
      readonly queue: QueueName
      readonly orderingKey: string | null
      readonly dueIn: number
    }
  | ({ readonly _tag: "Claim" } & ModelClaim)
  | {
      readonly _tag: "Settle"
      readonly claimsAgo: number
      readonly outcomes: ReadonlyArray<JobOutcome>
      readonly dueIn: number
    }
  | { readonly _tag: "Withdraw"; readonly company: number; readonly names: ReadonlyArray<number> }
  | { readonly _tag: "Reschedule"; readonly company: number; readonly name: number; readonly dueIn: number }
  | { readonly _tag: "EndLeases" }
  | { readonly _tag: "Revive"; readonly dead: number; readonly dueIn: number }

/** Few different moments, so that many coincide. */
const millis = fc.nat({ max: 4 })

const name = fc.nat({ max: 5 })

const company = fc.nat({ max: 2 })

const queueName = fc.constantFrom(...queueNames)

const modelStep = <Tag extends string, Fields extends object>(
  _tag: Tag,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => fc.record(fields).map((values) => ({ _tag, ...values }))

/** Steps of a history, with few names and moments. */
export const modelSteps: fc.Arbitrary<ModelStep> = fc.oneof(
  { weight: 3, arbitrary: modelStep("Wait", { millis }) },
  {
    weight: 6,
    arbitrary: modelStep("Enqueue", {
      name,
      company,
      queue: queueName,
      orderingKey: fc.constantFrom("a", "b", null),
      dueIn: millis,
    }),
  },
  {
    weight: 5,
    arbitrary: modelStep("Claim", {
      queue: queueName,
      limit: fc.integer({ min: 1, max: 5 }),
      millis: millis.map((n) => n + 1),
      capacities: fc.option(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 })),
    }),
  },
  {
    weight: 5,
    arbitrary: modelStep("Settle", {
      claimsAgo: fc.nat({ max: 2 }),
      outcomes: fc.array(fc.constantFrom<JobOutcome>("Done", "Again", "Retry", "Dead", "Forgotten"), {
        minLength: 5,
        maxLength: 5,
      }),
      dueIn: millis,
    }),
  },
  { weight: 1, arbitrary: modelStep("Withdraw", { company, names: fc.array(name, { maxLength: 3 }) }) },
  { weight: 2, arbitrary: modelStep("Reschedule", { company, name, dueIn: millis }) },
  { weight: 1, arbitrary: modelStep("EndLeases", {}) },
  { weight: 2, arbitrary: modelStep("Revive", { dead: fc.nat({ max: 4 }), dueIn: millis }) },
)

export const newModel = (): Model => ({ now: later(0), waiting: [], dead: [], claims: [], ids: new Set(), added: 0 })

/** Does a step with the queue and with its model, and compares the answers. */
export const playOnBoth = Effect.fnUntraced(function* (
  model: Model,
  companies: ReadonlyArray<CompanyId>,
  step: ModelStep,
) {
  switch (step._tag) {
    case "Wait":
      model.now = instant(model.now + step.millis)
      return
    case "Enqueue": {
      const { queue, orderingKey, name } = step
      const dueAt = instant(model.now + step.dueIn)
      return yield* addToBoth(model, numberedJob(nth(companies, step.company), name, { queue, orderingKey, dueAt }))
    }
    case "Claim":
      yield* claimFromBoth(model, step)
      return
    case "Settle":
      return yield* settleOnBoth(model, step)
    case "Reschedule":
      return yield* rescheduleOnBoth(
        model,
        nth(companies, step.company),
        nameOf(step.name),
        instant(model.now + step.dueIn),
      )
    case "Withdraw":
      return yield* withdrawFromBoth(model, nth(companies, step.company), step.names.map(nameOf))
    case "EndLeases":
      return yield* endLeasesOfBoth(model)
    case "Revive":
      return yield* reviveOnBoth(model, step)
  }
})

/** Adds a job to both. */
export const addToBoth = Effect.fnUntraced(function* (model: Model, job: NewJob) {
  const queue = yield* JobQueue
  yield* queue.enqueue([job])
  if (model.waiting.some((waiting) => isNamesake(waiting.job, job))) return
  model.added += 1
  const added = { place: model.added, job, id: null, claims: 0, lease: null, readyAt: job.dueAt }
  model.waiting = [...model.waiting, added]
})

/** Claims from both. The queue's jobs must be possible for the model, and fair. */
export const claimFromBoth = Effect.fnUntraced(function* (
  model: Model,
  { queue = "work", limit, millis, capacities = null }: ModelClaim,
) {
  const lease = `claim ${model.claims.length}`
  const until = instant(model.now + millis)
  const capacityOf = (company: CompanyId) => (capacities === null ? limit : nth(capacities, company))
  const ready = heads(model).filter(({ job, readyAt }) => job.queue === queue && readyAt <= model.now)
  const jobs = yield* claim(lease, {
    queue,
    now: model.now,
    until,
    limit,
    ...(capacities === null ? {} : { capacityOf }),
  })
  const chosen = jobs.flatMap((job) => ready.find((candidate) => isNamesake(candidate.job, job)) ?? [])
  expect(chosen.map(({ job }) => job.name)).toStrictEqual(namesOf(jobs))
  const fitting = Array.from(Map.groupBy(ready, ({ job }) => job.company)).map(([company, own]) =>
    Math.min(own.length, capacityOf(company)),
  )
  expect(new Set(chosen).size).toBe(
    Math.min(
      limit,
      fitting.reduce((sum, count) => sum + count, 0),
    ),
  )
  expectFair(ready, chosen, capacityOf)
  model.waiting = model.waiting.map((waiting) => {
    const job = jobs.find((one) => isNamesake(one, waiting.job))
    if (job === undefined) return waiting
    const claims = waiting.claims + 1
    expect(job).toStrictEqual({ ...waiting.job, id: waiting.id ?? job.id, claims })
    if (waiting.id === null) expect(model.ids).not.toContain(job.id)
    model.ids.add(job.id)
    return { ...waiting, id: job.id, claims, lease, readyAt: until }
  })
  const ids = model.waiting.flatMap(({ id }) => id ?? [])
  expect(ids).toStrictEqual(ascending(ids))
  model.claims.push({ lease, jobs })
  return jobs
})

/**
 * Expects the earliest jobs of each company, and no fewer than of any other company while it had more jobs and
 * capacity.
 */
const expectFair = (
  ready: ReadonlyArray<ModelJob>,
  chosen: ReadonlyArray<ModelJob>,
  capacityOf: (company: CompanyId) => number,
): void => {
  const taken = (company: CompanyId) => chosen.filter(({ job }) => job.company === company)
  const companies = new Set(ready.map(({ job }) => job.company))
  const most = Math.max(0, ...Array.from(companies, (company) => taken(company).length))
  for (const company of companies) {
    const inOrder = ready
      .filter(({ job }) => job.company === company)
      .toSorted((one, other) => one.readyAt - other.readyAt || one.place - other.place)
    const count = taken(company).length
    expect(new Set(taken(company))).toStrictEqual(new Set(inOrder.slice(0, count)))
    expect(count).toBeLessThanOrEqual(capacityOf(company))
    if (count < Math.min(inOrder.length, capacityOf(company))) expect(count).toBeGreaterThanOrEqual(most - 1)
  }
}

const settleOnBoth = Effect.fnUntraced(function* (
  model: Model,
  { claimsAgo, dueIn, outcomes }: Omit<Extract<ModelStep, { _tag: "Settle" }>, "_tag">,
) {
  if (model.claims.length === 0) return
  const { jobs, lease } = nth(model.claims.toReversed(), claimsAgo)
  const lost: Array<JobId> = []
  const settlements = new Map<Job, Settlement>()
  for (const [at, job] of jobs.entries()) {
    const outcome = nth(outcomes, at)
    if (outcome === "Forgotten") continue
    const held = model.waiting.find((waiting) => waiting.id === job.id && waiting.lease === lease)
    const settlement = settlementOf(outcome, job.id, model.now, dueIn)
    if (held === undefined) lost.push(job.id)
    else settleInModel(model, held, settlement)
    settlements.set(job, settlement)
  }
  const settled = [...settlements.keys()]
  const answered = yield* settleClaimed(lease, settled, (job) => settlements.get(job) ?? done(job))
  expect(ascending(answered)).toStrictEqual(ascending(lost))
})

const settlementOf = (
  outcome: Exclude<JobOutcome, "Forgotten">,
  job: JobId,
  now: Instant,
  dueIn: number,
): Settlement => {
  if (outcome === "Again" || outcome === "Retry") return { _tag: outcome, job, dueAt: instant(now + dueIn) }
  return outcome === "Dead" ? { _tag: outcome, job, reason: `given up at ${now}`, at: now } : { _tag: outcome, job }
}

const settleInModel = (model: Model, held: ModelJob, settlement: Settlement): void => {
  if (settlement._tag === "Again" || settlement._tag === "Retry") {
    const { dueAt } = settlement
    const claims = settlement._tag === "Again" ? 0 : held.claims
    const again = { ...held, job: { ...held.job, dueAt }, claims, lease: null, readyAt: dueAt }
    model.waiting = model.waiting.map((waiting) => (waiting === held ? again : waiting))
    return
  }
  model.waiting = model.waiting.filter((waiting) => waiting !== held)
  if (settlement._tag === "Done") return
  const { at: diedAt, job: id, reason } = settlement
  const job: DeadJob = { ...held.job, id, claims: held.claims, reason, diedAt }
  model.dead = [...model.dead, { place: held.place, job }]
}

const withdrawFromBoth = Effect.fnUntraced(function* (model: Model, company: CompanyId, names: ReadonlyArray<string>) {
  const queue = yield* JobQueue
  yield* queue.withdraw(company, names)
  model.waiting = model.waiting.filter(({ job }) => job.company !== company || !names.includes(job.name))
})

const rescheduleOnBoth = Effect.fnUntraced(function* (model: Model, company: CompanyId, name: string, dueAt: Instant) {
  const queue = yield* JobQueue
  yield* queue.reschedule(company, name, dueAt)
  model.waiting = model.waiting.map((waiting) =>
    isNamesake(waiting.job, { company, name }) && waiting.lease === null
      ? { ...waiting, job: { ...waiting.job, dueAt }, readyAt: dueAt }
      : waiting,
  )
})

const endLeasesOfBoth = Effect.fnUntraced(function* (model: Model) {
  const queue = yield* JobQueue
  expect(yield* queue.endLeases).toBe(model.waiting.filter(({ lease }) => lease !== null).length)
  model.waiting = model.waiting.map((waiting) =>
    waiting.lease === null ? waiting : { ...waiting, readyAt: waiting.job.dueAt },
  )
})

const reviveOnBoth = Effect.fnUntraced(function* (
  model: Model,
  step: { readonly dead: number; readonly dueIn: number },
) {
  if (model.dead.length === 0) return
  const queue = yield* JobQueue
  const found = nth(model.dead, step.dead)
  const { diedAt: _diedAt, id, reason: _reason, claims: _claims, ...job } = found.job
  // If a job behind a revived one is running, the queue decides when the revived one follows, but never runs both at
  // once.
  if (model.waiting.some((waiting) => waiting.lease !== null && isInOrder(waiting.job, job))) return
  const dueAt = instant(model.now + step.dueIn)
  const isFree = !model.waiting.some((waiting) => isNamesake(waiting.job, job))
  expect(Option.getOrNull(yield* queue.revive(id, dueAt))).toStrictEqual(isFree ? { ...job, dueAt } : null)
  if (!isFree) return
  const revived = { place: found.place, job: { ...job, dueAt }, id, claims: 0, lease: null, readyAt: dueAt }
  model.dead = model.dead.filter((dead) => dead !== found)
  model.waiting = [...model.waiting, revived].toSorted((one, other) => one.place - other.place)
})

/** Does all remaining jobs, whenever the queue says that something is due, and nothing else. */
export const drainBoth = Effect.fnUntraced(function* (model: Model) {
  const queue = yield* JobQueue
  for (let due = yield* queue.nextDue; due !== null; due = yield* queue.nextDue) {
    model.now = instant(Math.max(model.now, due))
    for (const name of queueNames) {
      if ((yield* queue.nextDueIn(name)) !== due) continue
      expect(yield* claimFromBoth(model, { queue: name, limit: 3, millis: 1 })).not.toStrictEqual([])
      yield* settleOnBoth(model, { claimsAgo: 0, dueIn: 0, outcomes: ["Done"] })
    }
  }
})

/** Expects the same waiting and given-up jobs in both. */
export const expectSame = Effect.fnUntraced(function* (model: Model) {
  const queue = yield* JobQueue
  const earliest = (waiting: ReadonlyArray<ModelJob>) =>
    waiting.length === 0 ? null : Math.min(...waiting.map(({ readyAt }) => readyAt))
  expect(yield* queue.nextDue).toBe(earliest(heads(model)))
  for (const name of queueNames) {
    expect(yield* queue.nextDueIn(name)).toBe(earliest(heads(model).filter(({ job }) => job.queue === name)))
  }
  expect(yield* queue.isAnyHeld(model.now)).toBe(
    model.waiting.some(({ lease, readyAt }) => lease !== null && readyAt > model.now),
  )
  const dead = model.dead.map(({ job }) => job).toSorted((one, other) => other.diedAt - one.diedAt || other.id - one.id)
  expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: dead, total: dead.length })
})

/** The first waiting job of each ordering key. */
const heads = ({ waiting }: Model): ReadonlyArray<ModelJob> =>
  waiting.filter(({ job, place }) => !waiting.some((other) => isInOrder(other.job, job) && other.place < place))

/** The identity of a job. */
type Named = Pick<NewJob, "company" | "name">

const isNamesake = (one: Named, other: Named): boolean => one.company === other.company && one.name === other.name

/** True if both have one ordering key. */
const isInOrder = (one: NewJob, other: NewJob): boolean =>
  one.orderingKey !== null && one.company === other.company && one.orderingKey === other.orderingKey
