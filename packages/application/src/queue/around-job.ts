/** A wrapper for running a job: the service adds the job to the trace of its original request. */
import type { Job } from "@vintem/domain/ports"
import { Context, type Effect } from "effect"

/** No wrapper by default. */
export const AroundJob = Context.Reference<{
  /** Runs the work, once, and ends like it. */
  readonly around: <A, E, R>(job: Job, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>("@vintem/application/AroundJob", { defaultValue: () => ({ around: (_, work) => work }) })
