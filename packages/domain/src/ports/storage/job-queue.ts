/**
 * Work to be done later, kept as durably as the state that asked for it.
 *
 * A job is done at least once: a worker may die half-way, and then another worker does the job again. So what a job does is committed
 * together with its settlement, and a settlement counts only while the worker still holds the job.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Instant } from "../../calendar/instant.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Page, PageRequest } from "./page.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** The integer under which an operator finds a job. */
export const JobId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

/**
 * Which queue a job waits in. Jobs of `webhook` call servers of other people, which may be slow. They have a queue of their own, so that
 * no job of `work` waits for such a server.
 */
export type QueueName = "work" | "webhook"

/** Every queue. */
export const queueNames: ReadonlyArray<QueueName> = ["work", "webhook"]

/** Work to be done, once it is due. */
export interface NewJob {
  readonly queue: QueueName
  /** Which handler does it. */
  readonly kind: string
  /**
   * What is to be done, as one name: while a job of a company waits or is held, in any queue, the company gets no other of that name.
   * 1 to 200 characters, compared to the last, with case and spaces.
   */
  readonly name: string
  /** Whose work it is: one company's backlog does not keep another's waiting. */
  readonly company: CompanyId
  /**
   * Jobs of a company with one ordering key are done one at a time, in the order they were added, however late the first of them
   * is due. A job without one (null) waits for no other. Compared with case and spaces.
   */
  readonly orderingKey: string | null
  readonly dueAt: Instant
  /** What the handler needs to know: JSON text, without secrets. */
  readonly payload: string
}

/** Work as its handler gets it. */
export interface Job extends NewJob {
  /** Given in the order of adding. No other job ever has it. */
  readonly id: JobId
  /** How often it was claimed, this time included, since it was added, revived or settled as `Again`: one more than it failed. */
  readonly claims: number
}

/** A job that was given up, for an operator to look at. */
export interface DeadJob extends Job {
  readonly reason: string
  readonly diedAt: Instant
}

/** What becomes of a claimed job. */
export type Settlement =
  /** Done: it is not kept. */
  | { readonly _tag: "Done"; readonly job: JobId }
  /** This run is done, and another follows: to be claimed from `dueAt` on, its claims counted anew. It keeps its place among its ordering key. */
  | { readonly _tag: "Again"; readonly job: JobId; readonly dueAt: Instant }
  /** It failed, and is to be tried once more from `dueAt` on. It keeps its place among its ordering key, and the count of its claims. */
  | { readonly _tag: "Retry"; readonly job: JobId; readonly dueAt: Instant }
  /** Given up until an operator says otherwise. It no longer holds up the jobs behind it. */
  | { readonly _tag: "Dead"; readonly job: JobId; readonly reason: string; readonly at: Instant }

/** How many due jobs a worker takes, and for how long. */
export interface ClaimRequest {
  readonly queue: QueueName
  /** Names the claimant; a new one for each claim. */
  readonly lease: string
  readonly now: Instant
  /** When the jobs go back to others if they are not settled by then. */
  readonly until: Instant
  /** At most this many, at least 1. */
  readonly limit: number
  /** At most this many of a company, zero or more; as many as fit if absent. */
  readonly capacityOf?: (company: CompanyId) => number
}

/** Which jobs are to be done sooner. */
export interface HastenRequest {
  readonly kinds: ReadonlyArray<string>
  /** Only jobs that were added after this one; null for all. */
  readonly after: JobId | null
  readonly from: Instant
  /** Milliseconds, zero or more. */
  readonly stepMillis: number
  /** At most this many are looked at, at least 1. */
  readonly limit: number
}

/** Hands out work that is due, to one worker at a time, until it is settled. Contract: `jobQueueContract`. */
export class JobQueue extends Context.Service<
  JobQueue,
  {
    /**
     * Joins the unit of work around it, so that work is asked for exactly when the state that asks for it is committed. A job whose name is
     * taken is left out, and the one that has the name stays as it was; the rest is added. However many add a name at once, one adds it.
     * If one unit settles a job while another enqueues its name, either the name is free for the second, or the first, once it has
     * settled, sees what the second committed: no work is forgotten between them.
     */
    readonly enqueue: (jobs: ReadonlyArray<NewJob>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Takes back jobs of a company that are not needed any more, by name, be they waiting or held. A worker that holds one learns of it when it
     * settles the job. A job that was given up stays as it is; a name that no job has is passed over. Joins the unit of work around it.
     */
    readonly withdraw: (company: CompanyId, names: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Has a job that waits done from another time on, under its name; it keeps its place among its ordering key. Joins the unit of work around
     * it. Of a job that is held or was given up nothing changes.
     */
    readonly reschedule: (company: CompanyId, name: string, dueAt: Instant) => Effect.Effect<void, StorageUnavailable>
    /**
     * Has jobs of `work` that wait done sooner, those that were added first before the others: the first at `from`, and each `stepMillis` after
     * the one before it. A job that is due sooner stays as it is. Joins the unit of work around it.
     *
     * @returns the last of the jobs that were looked at, `after` which the next call goes on; null if fewer than `limit` were left
     */
    readonly hasten: (request: HastenRequest) => Effect.Effect<JobId | null, StorageUnavailable>
    /**
     * Jobs of the queue that are due and free, each now held by the claimant: as many as the limit and the capacities allow, none if
     * none is free. A job is free when no lease is on it, or from the end of its lease on, and is then due since that end. Two claimants
     * at once never get the same job. Joins the unit of work around it.
     *
     * - Within a company: earliest due first, of those due together the one that was added first.
     * - Among companies: round robin, over one claim and from claim to claim, so that of a company that has more left, and capacity, at most
     *   one job fewer is taken than of any other. A company with nothing due, or without capacity, is passed over. Each queue has a round
     *   robin of its own.
     * - Of an ordering key: only the first job that waits, and none while one is held.
     */
    readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Job>, StorageUnavailable>
    /**
     * Settles jobs of a company in one go, each its own way; those of the lease that are not named stay held. A settlement counts while no other lease
     * has claimed the job, even after its own lease has run out. Joins the unit of work around it.
     *
     * @returns the jobs that were not the lease's any more, or never were, or are another company's, in no order; of these nothing was changed
     */
    readonly settle: (
      company: CompanyId,
      lease: string,
      settlements: ReadonlyArray<Settlement>,
    ) => Effect.Effect<ReadonlyArray<JobId>, StorageUnavailable>
    /** When the next job is due that can be claimed, the first of its ordering key, or a lease runs out; null if no job waits or is held. */
    readonly nextDue: Effect.Effect<Instant | null, StorageUnavailable>
    /** When the next job of one queue is due. */
    readonly nextDueIn: (queue: QueueName) => Effect.Effect<Instant | null, StorageUnavailable>
    /** Whether any job of any queue is held, under a lease that runs on beyond `now`. */
    readonly isAnyHeld: (now: Instant) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Ends every lease: what is held is ready again as it was when it became due, and its claims stay counted. Joins the unit of work
     * around it. Call it only when no process that claimed jobs is alive: a job that is being done would be done twice.
     *
     * @returns how many jobs were held, those included whose lease had run out
     */
    readonly endLeases: Effect.Effect<number, StorageUnavailable>
    /** The names, among these, that a job of the company has, whether it waits, is held or was given up. In no order, each once. */
    readonly known: (
      company: CompanyId,
      names: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
    /** Latest given up first; given up together, the one that was added last. */
    readonly dead: (page: PageRequest) => Effect.Effect<Page<DeadJob>, StorageUnavailable>
    /**
     * Has a job that was given up done again, from `dueAt` on, its claims counted anew and under its old id. Among its ordering key it has its old
     * place, and waits for a later job that is being done. Of many that revive a job at once, one does. Joins the unit of work around it.
     *
     * @returns the work that waits now; none, and nothing was changed, if no such job was given up, or another of its name waits
     */
    readonly revive: (job: JobId, dueAt: Instant) => Effect.Effect<Option.Option<NewJob>, StorageUnavailable>
    /**
     * Forgets jobs that were given up before an instant, earliest first, at most `limit`, which may be 0. Joins the unit of work around it.
     *
     * @returns how many were forgotten
     */
    readonly forgetDead: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/JobQueue") {}
