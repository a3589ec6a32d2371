/**
 * A wrapper around the running of a job: the service puts the job into the trace of the request that asked for it.
 */
import type { Job } from "@vintem/domain/ports"
import { Context, type Effect } from "effect"

/** By default nothing is wrapped around a job. */
export const AroundJob = Context.Reference<{
  /** Does the work, once, and ends as it ends. */
  readonly around: <A, E, R>(job: Job, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>("@vintem/application/AroundJob", { defaultValue: () => ({ around: (_, work) => work }) })
