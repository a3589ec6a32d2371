/**
 * Decides which requests and jobs are traced, and in which trace.
 *
 * An unchosen request runs as if there were no tracing: it makes no spans and costs nothing. A chosen request and all
 * its work get the exporting tracer.
 */
import { spanFromTraceParent, traceParent } from "@vintem/adapters"
import { AroundJob } from "@vintem/application"
import type { Job } from "@vintem/domain/ports"
import { Clock, Context, Effect, Option, Random, Tracer } from "effect"
import { HttpClient, type HttpServerResponse } from "effect/http"

/** A request, before it is answered. */
export interface TracedRequest {
  readonly method: string
  /** The route's path; undefined if no route takes the request. Called only if it is traced. */
  readonly routeOf: (method: string) => string | undefined
  /** In lower case. Only `traceparent` is read. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

type Answer = HttpServerResponse.HttpServerResponse

/** The default traces nothing. */
export const Traces = Context.Reference<{
  readonly request: <E, R>(request: TracedRequest, work: Effect.Effect<Answer, E, R>) => Effect.Effect<Answer, E, R>
}>("@vintem/api/tracing/Traces", { defaultValue: () => ({ request: (_, work) => work }) })

/** True if the current work is traced. */
export const IsTraced = Context.Reference<boolean>("@vintem/api/tracing/IsTraced", { defaultValue: () => false })

/** A span around the work, if the work is traced. */
export const inSpan =
  (name: string, kind: Tracer.SpanKind = "internal") =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(IsTraced, (isTraced) => (isTraced ? Effect.withSpan(work, name, { kind }) : work))

/**
 * The service continues this many callers' traces a second. Otherwise callers would decide how much it traces. Beyond
 * it, a request is chosen like any other.
 */
const continuedPerSecondMax = 20

/**
 * @param tracer - exports spans
 * @param sampling - the share of requests and jobs that start a trace, from 0 to 1
 */
export const tracing = (tracer: Tracer.Tracer, sampling: number) => {
  const continued = countedBySecond(continuedPerSecondMax)

  /** The span to continue; null if a new trace begins; none if this is not traced. */
  const chosen = Effect.fnUntraced(function* (header: string | undefined) {
    const parent = header === undefined ? Option.none() : spanFromTraceParent(header)
    if (Option.isSome(parent)) {
      if (!parent.value.sampled) return Option.none<Tracer.ExternalSpan | null>()
      if (continued(yield* Clock.currentTimeMillis)) return Option.some<Tracer.ExternalSpan | null>(parent.value)
    }
    return (yield* Random.next) < sampling ? Option.some(null) : Option.none<Tracer.ExternalSpan | null>()
  })

  const traced =
    (name: string, kind: Tracer.SpanKind, parent: Tracer.ExternalSpan | null) =>
    <A, E, R>(work: Effect.Effect<A, E, R>) =>
      work.pipe(
        Effect.withSpan(name, parent === null ? { kind, root: true } : { kind, parent }),
        Effect.provideService(IsTraced, true),
        // The code of each outgoing request decides whether it carries the trace.
        Effect.provideService(HttpClient.TracerPropagationEnabled, false),
        Effect.provideService(Tracer.Tracer, tracer),
      )

  return Context.make(Traces, {
    request: ({ method, routeOf, headers }, work) =>
      Effect.flatMap(chosen(headers["traceparent"]), (parent) => {
        if (Option.isNone(parent)) return work
        const taken = routeOf(method) ?? "unmatched"
        return work.pipe(
          Effect.tap(({ status }) => Effect.annotateCurrentSpan({ "http.response.status_code": status })),
          Effect.tap(Effect.annotateCurrentSpan({ "http.request.method": method, "http.route": taken })),
          traced(`${/^[A-Z]{1,10}$/u.test(method) ? method : "_OTHER"} ${taken}`, "server", parent.value),
        )
      }),
  }).pipe(
    Context.add(AroundJob, {
      around: (job, work) =>
        Effect.flatMap(chosen(carriedBy(job)), (parent) =>
          Option.isNone(parent)
            ? work
            : work.pipe(
                Effect.tap(Effect.annotateCurrentSpan({ "vintem.job.kind": job.kind })),
                traced(job.kind, "consumer", parent.value),
              ),
        ),
    }),
  )
}

/** True if one more fits into the current second. */
const countedBySecond = (max: number) => {
  let second = 0
  let count = 0
  return (millis: number): boolean => {
    const now = Math.floor(millis / 1_000)
    if (now !== second) [second, count] = [now, 0]
    count += 1
    return count <= max
  }
}

/** Repeating kinds of job: the trace of the first request would never end. */
const recurring: ReadonlySet<string> = new Set(["RunSubscriptionTimer", "RemindOfRule", "ResumeRenewals"])

/**
 * Makes jobs continue the trace of the request that adds them. Their payload is a JSON object, and its readers ignore
 * unknown fields.
 */
export const carryingTrace: Effect.Effect<
  <J extends Pick<Job, "kind" | "payload">>(jobs: ReadonlyArray<J>) => ReadonlyArray<J>
> = Effect.flatMap(IsTraced, (isTraced) =>
  Effect.map(
    isTraced ? traceParent : Effect.succeed(null),
    (header) => (jobs) =>
      header === null
        ? jobs
        : jobs.map((job) => (recurring.has(job.kind) ? job : { ...job, payload: withTrace(job.payload, header) })),
  ),
)

const withTrace = (payload: string, header: string): string => `${payload.slice(0, -1)},"traceparent":"${header}"}`

const carriedBy = ({ payload }: Pick<Job, "payload">): string | undefined =>
  /,"traceparent":"([0-9a-f-]{55})"\}$/u.exec(payload)?.[1]
