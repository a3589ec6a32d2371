/**
 * Jobs to be done later, stored as durably as the state that requires them.
 *
 * A job is done at least once: a worker may die half-way, and then another one does the job again. So the effects of a
 * job are committed together with its settlement, and a settlement counts only while the worker still holds the job.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Instant } from "../../calendar/instant.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Page, PageRequest } from "./page.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** The integer that identifies a job to operators. */
export const JobId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

/**
 * The queue of a job. Jobs of `webhook` call other people's servers, which may be slow. They have their own queue, so
 * that no job of `work` waits for such a server.
 */
export type QueueName = "work" | "webhook"

/** All queues. */
export const queueNames: ReadonlyArray<QueueName> = ["work", "webhook"]

/** A job, to be done when it is due. */
export interface NewJob {
  readonly queue: QueueName
  /** The name of its handler. */
  readonly kind: string
  /**
   * The job's name. While a job of a company waits or is held, in any queue, the company gets no other with that name.
   * 1 to 200 characters. Case and spaces matter.
   */
  readonly name: string
  /** The company of the job: one company's backlog does not delay another's jobs. */
  readonly company: CompanyId
  /**
   * Jobs of a company with one ordering key are done one at a time, in the order they were added, however late the
   * first of them is due. A job without one (null) waits for no other. Case and spaces matter.
   */
  readonly orderingKey: string | null
  readonly dueAt: Instant
  /** The handler's input: JSON text, without secrets. */
  readonly payload: string
}

/** A job as its handler gets it. */
export interface Job extends NewJob {
  /** Given in the order of adding, and never reused. */
  readonly id: JobId
  /**
   * How often it was claimed, including now, since it was added, revived or settled as `Again`: one more than its
   * failures.
   */
  readonly claims: number
}

/** A job that was given up, for an operator to look at. */
export interface DeadJob extends Job {
  readonly reason: string
  readonly diedAt: Instant
}

/** The outcome of a claimed job. */
export type Settlement =
  /** Done, and deleted. */
  | { readonly _tag: "Done"; readonly job: JobId }
  /**
   * This run is done, and another follows: it can be claimed from `dueAt` on, and its claims count from zero. It keeps
   * its place in its ordering key.
   */
  | { readonly _tag: "Again"; readonly job: JobId; readonly dueAt: Instant }
  /**
   * It failed, and is tried again from `dueAt` on. It keeps its place in its ordering key, and the count of its claims.
   */
  | { readonly _tag: "Retry"; readonly job: JobId; readonly dueAt: Instant }
  /** Given up until an operator revives it. The jobs behind it no longer wait. */
  | { readonly _tag: "Dead"; readonly job: JobId; readonly reason: string; readonly at: Instant }

/** How many due jobs a worker takes, and for how long. */
export interface ClaimRequest {
  readonly queue: QueueName
  /** Identifies the claimant. A new one for each claim. */
  readonly lease: string
  readonly now: Instant
  /** When unsettled jobs become free for others. */
  readonly until: Instant
  /** At most this many, at least 1. */
  readonly limit: number
  /** At most this many of a company, zero or more. No limit if missing. */
  readonly capacityOf?: (company: CompanyId) => number
}

/** Which jobs to do sooner. */
export interface HastenRequest {
  readonly kinds: ReadonlyArray<string>
  /** Only jobs that were added after this one. Null for all. */
  readonly after: JobId | null
  readonly from: Instant
  /** Milliseconds, zero or more. */
  readonly stepMillis: number
  /** The most jobs to look at, at least 1. */
  readonly limit: number
}

/** Gives each due job to one worker at a time, until it is settled. Contract: `jobQueueContract`. */
export class JobQueue extends Context.Service<
  JobQueue,
  {
    /**
     * Adds jobs. Joins the unit of work around it, so that a job exists if and only if the state that requires it is
     * committed. A job whose name is taken is left out, and the existing one stays unchanged; the rest is added. Of
     * several concurrent callers with one name, one adds it. If one unit settles a job while another enqueues its name,
     * either the name is free for the second, or the first sees after settling what the second committed. No work is
     * lost between them.
     */
    readonly enqueue: (jobs: ReadonlyArray<NewJob>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Removes jobs of a company that are no longer needed, by name, waiting or held. A worker that holds one learns of
     * it when it settles the job. A job that was given up stays; unknown names are ignored. Joins the unit of work
     * around it.
     */
    readonly withdraw: (company: CompanyId, names: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Changes when a waiting job is due, by its name. It keeps its place in its ordering key. Joins the unit of work
     * around it. A job that is held or was given up does not change.
     */
    readonly reschedule: (company: CompanyId, name: string, dueAt: Instant) => Effect.Effect<void, StorageUnavailable>
    /**
     * Makes waiting jobs of `work` due sooner, in the order they were added: the first at `from`, and each `stepMillis`
     * after the previous one. A job that is due earlier stays unchanged. Joins the unit of work around it.
     *
     * @returns the last job that was looked at, for the next call's `after`; null if fewer than `limit` were left
     */
    readonly hasten: (request: HastenRequest) => Effect.Effect<JobId | null, StorageUnavailable>
    /**
     * Claims jobs of the queue that are due and free: as many as the limit and the capacities allow. A job is free if
     * it has no lease, or after its lease ended; it is then due since that end. Concurrent claimants never get the same
     * job. Joins the unit of work around it.
     *
     * - Within a company: earliest due first; if due together, the one added first.
     * - Among companies: round robin, within a claim and from claim to claim. A company with more jobs and capacity
     *   left gets at most one job fewer than any other. A company with nothing due, or without capacity, is skipped.
     *   Each queue has its own round robin.
     * - Within an ordering key: only the first waiting job, and none while one is held.
     */
    readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Job>, StorageUnavailable>
    /**
     * Settles jobs of a company together, each with its own outcome. Jobs of the lease that are not named stay held. A
     * settlement counts while no other lease has claimed the job, even after its own lease ended. Joins the unit of
     * work around it.
     *
     * @returns the jobs that the lease no longer holds or never held, or that are another company's, in no order; these
     *   were not changed
     */
    readonly settle: (
      company: CompanyId,
      lease: string,
      settlements: ReadonlyArray<Settlement>,
    ) => Effect.Effect<ReadonlyArray<JobId>, StorageUnavailable>
    /**
     * When the next claimable job is due (the first of its ordering key), or a lease ends. Null if no job waits or is
     * held.
     */
    readonly nextDue: Effect.Effect<Instant | null, StorageUnavailable>
    /** When the next job of one queue is due. */
    readonly nextDueIn: (queue: QueueName) => Effect.Effect<Instant | null, StorageUnavailable>
    /** True if any job of any queue is held under a lease that lasts beyond `now`. */
    readonly isAnyHeld: (now: Instant) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Ends every lease: held jobs are ready again as when they became due, and their claims stay counted. Joins the
     * unit of work around it. Call it only if no process that claimed jobs is alive: a running job would be done twice.
     *
     * @returns how many jobs were held, including those whose lease had ended
     */
    readonly endLeases: Effect.Effect<number, StorageUnavailable>
    /** The ones among these names that a job of the company has, waiting, held or given up. In no order, each once. */
    readonly known: (
      company: CompanyId,
      names: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
    /** Latest given up first. If given up together, the one added last first. */
    readonly dead: (page: PageRequest) => Effect.Effect<Page<DeadJob>, StorageUnavailable>
    /**
     * Revives a job that was given up: it is due from `dueAt` on, keeps its id, and its claims count from zero. It gets
     * its old place in its ordering key, and waits for a later job that is running. Of several concurrent calls, one
     * succeeds. Joins the unit of work around it.
     *
     * @returns the waiting job; none, and nothing was changed, if no such job was given up, or another one with its
     *   name waits
     */
    readonly revive: (job: JobId, dueAt: Instant) => Effect.Effect<Option.Option<NewJob>, StorageUnavailable>
    /**
     * Forgets jobs that were given up before an instant, earliest first, at most `limit`, which may be 0. Joins the
     * unit of work around it.
     *
     * @returns how many
     */
    readonly forgetDead: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/JobQueue") {}
