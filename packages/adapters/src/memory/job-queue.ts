/**
 * Deferred work in memory: it ends with its process.
 *
 * A claim looks only at the first job of each ordering key, and each company's first jobs are kept sorted. So its cost
 * grows with the claimed jobs and with the companies, not with the waiting jobs.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type ClaimRequest,
  type DeadJob,
  type Job,
  JobId,
  JobQueue,
  type NewJob,
  type QueueName,
  queueNames,
  type Settlement,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"
import type { UndoLog } from "./undo-log.ts"

export const layer = Layer.effect(
  JobQueue,
  Effect.gen(function* () {
    const { companies, undoLog } = yield* Tables
    const waiting = new WaitingJobs(undoLog)
    const dead = new DeadJobs(undoLog)
    let lastId = 0 // not undone with a unit: a number is used once

    const add = (job: NewJob): void => {
      if (waiting.named(job.company, job.name) !== undefined) return
      requireAll([["job.company exists", companies.has(job.company)]])
      lastId += 1
      waiting.add({ job: { id: JobId.make(lastId), ...job, claims: 0 }, lease: null, readyAt: job.dueAt })
    }

    const settleOne = (held: WaitingJob, settlement: Settlement): void => {
      if (settlement._tag === "Again" || settlement._tag === "Retry") {
        const { job } = held
        const claims = settlement._tag === "Again" ? 0 : job.claims
        waiting.replace(held, free({ ...job, claims, dueAt: settlement.dueAt }))
        return
      }
      waiting.remove(held)
      if (settlement._tag === "Dead") dead.add({ ...held.job, reason: settlement.reason, diedAt: settlement.at })
    }

    return JobQueue.of({
      enqueue: (jobs) => Effect.sync(() => jobs.forEach(add)),

      withdraw: (company, names) =>
        Effect.sync(() => {
          for (const name of names) {
            const found = waiting.named(company, name)
            if (found !== undefined) waiting.remove(found)
          }
        }),

      reschedule: (company, name, dueAt) =>
        Effect.sync(() => {
          const found = waiting.named(company, name)
          if (found !== undefined && found.lease === null) waiting.replace(found, free({ ...found.job, dueAt }))
        }),

      hasten: ({ kinds, after, from, stepMillis, limit }) =>
        Effect.sync(() => {
          const found = waiting.free("work", kinds, after).slice(0, limit)
          found.forEach((one, place) => {
            const dueAt = instant(from + place * stepMillis)
            if (one.job.dueAt > dueAt) waiting.replace(one, free({ ...one.job, dueAt }))
          })
          return found.length < limit ? null : (found.at(-1)?.job.id ?? null)
        }),

      claim: (request) =>
        Effect.sync(() =>
          waiting.roundRobin(request).map((found) => {
            const { lease, until } = request
            const job = { ...found.job, claims: found.job.claims + 1 }
            waiting.replace(found, { job, lease, readyAt: until })
            return job
          }),
        ),

      settle: (company, lease, settlements) =>
        Effect.sync(() =>
          settlements.flatMap((settlement) => {
            const found = waiting.get(settlement.job)
            if (found?.lease !== lease || found.job.company !== company) return [settlement.job]
            settleOne(found, settlement)
            return []
          }),
        ),

      nextDue: Effect.sync(() => waiting.nextReady(queueNames)),

      nextDueIn: (queue) => Effect.sync(() => waiting.nextReady([queue])),

      isAnyHeld: (now) => Effect.sync(() => waiting.isAnyHeld(now)),

      endLeases: Effect.sync(() => {
        const held = waiting.held()
        for (const one of held) waiting.replace(one, { ...one, readyAt: one.job.dueAt })
        return held.length
      }),

      known: (company, names) =>
        Effect.sync(() => {
          const own = dead.latestFirst().filter((job) => job.company === company)
          const given = new Set(own.map(({ name }) => name))
          return [...new Set(names)].filter((name) => waiting.named(company, name) !== undefined || given.has(name))
        }),

      dead: (page) => Effect.sync(() => pageOf(dead.latestFirst(), page)),

      revive: (id, dueAt) =>
        Effect.sync(() => {
          const found = dead.get(id)
          if (found === undefined || waiting.named(found.company, found.name) !== undefined) return Option.none()
          const { diedAt: _diedAt, reason: _reason, claims: _claims, ...job } = found
          dead.remove(found)
          waiting.add(free({ ...job, claims: 0, dueAt }))
          const { id: _id, ...work } = job
          return Option.some({ ...work, dueAt })
        }),

      forgetDead: (before, limit) =>
        Effect.sync(() => {
          const forgotten = dead
            .latestFirst()
            .filter(({ diedAt }) => diedAt < before)
            .toReversed()
            .slice(0, limit)
          for (const job of forgotten) dead.remove(job)
          return forgotten.length
        }),
    })
  }),
)

interface WaitingJob {
  readonly job: Job
  /** The current lease, or the last one if it ran out; null if the job is free. */
  readonly lease: string | null
  /** The time when it may be claimed: when it is due or, if claimed, when its lease runs out. */
  readonly readyAt: Instant
}

/** A name or ordering key with its company: another company may use an equal one. */
const within = (company: CompanyId, text: string): string => `${company} ${text}`

const free = (job: Job): WaitingJob => ({ job, lease: null, readyAt: job.dueAt })

/** The open jobs, with all their indexes. */
class WaitingJobs {
  readonly #undoLog: UndoLog
  readonly #byId = new Map<JobId, WaitingJob>()
  /** By company and name. */
  readonly #byName = new Map<string, WaitingJob>()
  /** By company and key. */
  readonly #byOrderingKey = new Map<string, Sorted<WaitingJob>>()
  /** By queue and company: the jobs that are first of their ordering key. The next company to serve comes first. */
  readonly #headsInQueue = new Map<QueueName, Map<CompanyId, Sorted<WaitingJob>>>()

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog
  }

  get(id: JobId): WaitingJob | undefined {
    return this.#byId.get(id)
  }

  named(company: CompanyId, name: string): WaitingJob | undefined {
    return this.#byName.get(within(company, name))
  }

  /** Jobs with a lease, even an expired one. */
  held(): ReadonlyArray<WaitingJob> {
    return Array.from(this.#byId.values()).filter(({ lease }) => lease !== null)
  }

  /** Unclaimed jobs of a queue and these kinds, added after a job, earliest first. */
  free(queue: QueueName, kinds: ReadonlyArray<string>, after: JobId | null): ReadonlyArray<WaitingJob> {
    return Array.from(this.#byId.values())
      .filter(({ job, lease }) => lease === null && job.queue === queue && kinds.includes(job.kind))
      .filter(({ job }) => job.id > (after ?? 0))
      .sort((one, other) => one.job.id - other.job.id)
  }

  isAnyHeld(now: Instant): boolean {
    return this.held().some(({ readyAt }) => readyAt > now)
  }

  nextReady(queues: ReadonlyArray<QueueName>): Instant | null {
    const heads = queues.flatMap((queue) => Array.from(this.#headsIn(queue).values()))
    const times = heads.map((sorted) => sorted.at(0)?.readyAt ?? [])
    return times.flat().toSorted((one, other) => one - other)[0] ?? null
  }

  /**
   * Ready jobs, round robin: one of each company, then a second of each, until there are `limit`. A company that was
   * served is last next time.
   */
  roundRobin({ queue, now, limit, capacityOf }: ClaimRequest): ReadonlyArray<WaitingJob> {
    const isReady = (head: WaitingJob | undefined): head is WaitingJob => head !== undefined && head.readyAt <= now
    let companies = Array.from(this.#headsIn(queue)).map(([company, heads]) => ({
      heads,
      most: capacityOf === undefined ? limit : capacityOf(company),
    }))
    const taken: Array<WaitingJob> = []
    for (let round = 0; taken.length < limit && companies.length > 0; round++) {
      companies = companies.filter(({ heads, most }) => round < most && isReady(heads.at(round)))
      taken.push(
        ...companies
          .map(({ heads }) => heads.at(round))
          .filter(isReady)
          .slice(0, limit - taken.length),
      )
    }
    for (const { job } of taken) this.#moveToLast(job)
    return taken
  }

  add(added: WaitingJob): void {
    this.#change(undefined, added)
  }

  replace(before: WaitingJob, after: WaitingJob): void {
    this.#change(before, after)
  }

  remove(removed: WaitingJob): void {
    this.#change(removed, undefined)
  }

  #change(before: WaitingJob | undefined, after: WaitingJob | undefined): void {
    this.#undoLog.record(() => this.#exchange(after, before))
    this.#exchange(before, after)
  }

  #exchange(out: WaitingJob | undefined, into: WaitingJob | undefined): void {
    if (out !== undefined) this.#takeOut(out)
    if (into !== undefined) this.#putIn(into)
  }

  #takeOut(out: WaitingJob): void {
    this.#byId.delete(out.job.id)
    this.#byName.delete(within(out.job.company, out.job.name))
    this.#changeOrdered(out, (jobs) => jobs.remove(out))
  }

  #putIn(into: WaitingJob): void {
    this.#byId.set(into.job.id, into)
    this.#byName.set(within(into.job.company, into.job.name), into)
    this.#changeOrdered(into, (jobs) => jobs.add(into))
  }

  #changeOrdered({ job }: WaitingJob, change: (jobs: Sorted<WaitingJob>) => void): void {
    if (job.orderingKey === null) {
      change(this.#headsOf(job)) // it waits for no other
      return
    }
    const key = within(job.company, job.orderingKey)
    const jobs = this.#byOrderingKey.get(key) ?? new Sorted(byPlace)
    const before = jobs.at(0)
    if (before !== undefined) this.#headsOf(before.job).remove(before)
    change(jobs)
    const after = jobs.at(0)
    if (after !== undefined) this.#headsOf(after.job).add(after)
    if (after === undefined) this.#byOrderingKey.delete(key)
    else this.#byOrderingKey.set(key, jobs)
  }

  #headsIn(queue: QueueName): Map<CompanyId, Sorted<WaitingJob>> {
    const known = this.#headsInQueue.get(queue)
    if (known !== undefined) return known
    const companies = new Map<CompanyId, Sorted<WaitingJob>>()
    this.#headsInQueue.set(queue, companies)
    return companies
  }

  #headsOf({ queue, company }: Job): Sorted<WaitingJob> {
    const companies = this.#headsIn(queue)
    const known = companies.get(company)
    if (known !== undefined) return known
    const heads = new Sorted(byReadiness)
    companies.set(company, heads)
    return heads
  }

  #moveToLast(job: Job): void {
    const heads = this.#headsOf(job)
    this.#headsIn(job.queue).delete(job.company)
    this.#headsIn(job.queue).set(job.company, heads)
  }
}

/**
 * Earliest added first. A claimed job stays in front, even of an older one that was revived: only one job of an
 * ordering key runs at a time.
 */
const byPlace = (one: WaitingJob, other: WaitingJob): number =>
  Number(one.lease === null) - Number(other.lease === null) || one.job.id - other.job.id

const byReadiness = (one: WaitingJob, other: WaitingJob): number =>
  one.readyAt - other.readyAt || one.job.id - other.job.id

/** The jobs that the service gave up. */
class DeadJobs {
  readonly #undoLog: UndoLog
  readonly #byId = new Map<JobId, DeadJob>()

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog
  }

  get(id: JobId): DeadJob | undefined {
    return this.#byId.get(id)
  }

  latestFirst(): ReadonlyArray<DeadJob> {
    return Array.from(this.#byId.values()).sort((one, other) => other.diedAt - one.diedAt || other.id - one.id)
  }

  add(job: DeadJob): void {
    this.#undoLog.record(() => this.#byId.delete(job.id))
    this.#byId.set(job.id, job)
  }

  remove(job: DeadJob): void {
    this.#undoLog.record(() => this.#byId.set(job.id, job))
    this.#byId.delete(job.id)
  }
}

/** Items in a strict order. Stored in chunks, so that a change moves only a few of them. */
class Sorted<Item> {
  readonly #compare: (one: Item, other: Item) => number
  /** None is empty. */
  readonly #chunks: Array<Array<Item>> = []

  constructor(compare: (one: Item, other: Item) => number) {
    this.#compare = compare
  }

  at(place: number): Item | undefined {
    let before = 0
    for (const chunk of this.#chunks) {
      if (place < before + chunk.length) return chunk[place - before]
      before += chunk.length
    }
    return undefined
  }

  add(item: Item): void {
    const at = Math.max(0, this.#chunkOf(item))
    const chunk = this.#chunks[at]
    if (chunk === undefined) {
      this.#chunks.push([item])
      return
    }
    chunk.splice(this.#placeIn(chunk, item), 0, item)
    if (chunk.length > chunkMax) this.#chunks.splice(at + 1, 0, chunk.splice(chunkMax / 2))
  }

  /** Removes an item that it contains. */
  remove(item: Item): void {
    const at = this.#chunkOf(item)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    chunk.splice(this.#placeIn(chunk, item), 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
  }

  /** The index of the last chunk that begins at or before the item; -1 if there is none. */
  #chunkOf(item: Item): number {
    return countWhile(this.#chunks, ([first]) => first !== undefined && this.#compare(first, item) <= 0) - 1
  }

  #placeIn(chunk: ReadonlyArray<Item>, item: Item): number {
    return countWhile(chunk, (candidate) => this.#compare(candidate, item) < 0)
  }
}

const chunkMax = 512

/** The length of the leading run of items that fulfill the condition. */
const countWhile = <Item>(items: ReadonlyArray<Item>, isBefore: (item: Item) => boolean): number => {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && isBefore(item)) low = middle + 1
    else high = middle
  }
  return low
}
