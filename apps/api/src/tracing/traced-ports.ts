/** Adds spans around the calls of a request or a job, and passes its trace to deferred jobs. */
import { traceParent } from "@vintem/adapters"
import {
  type Commit,
  JobQueue,
  UnitOfWork,
  type WebhookMessage,
  WebhookSender,
  type Write,
  WriteSets,
} from "@vintem/domain/ports"
import { Context, Effect, Layer, Option } from "effect"
import type { Settings } from "../configuration/configuration.ts"
import { changingWrites } from "../wrapped-write-sets.ts"
import { carryingTrace, IsTraced, inSpan } from "./traces.ts"

/** A unit within another is part of it. */
const IsInUnit = Context.Reference<boolean>("@vintem/api/tracing/IsInUnit", { defaultValue: () => false })

const units = Layer.effect(
  UnitOfWork,
  Effect.map(UnitOfWork, ({ commit }) => UnitOfWork.of({ commit: traced(commit) })),
)

const traced =
  (commit: Commit): Commit =>
  (unit) =>
    Effect.flatMap(IsTraced, (isTraced) =>
      isTraced
        ? Effect.flatMap(IsInUnit, (isInUnit) =>
            isInUnit ? commit(unit) : commit(Effect.provideService(unit, IsInUnit, true)).pipe(inSpan("unit")),
          )
        : commit(unit),
    )

const jobs = Layer.effect(
  JobQueue,
  Effect.map(JobQueue, (queue) =>
    JobQueue.of({
      ...queue,
      enqueue: (added) => Effect.flatMap(carryingTrace, (carry) => queue.enqueue(carry(added))),
    }),
  ),
)

/** Write sets are committed as units are, and their jobs carry the trace, too. */
const sets = Layer.effect(
  WriteSets,
  Effect.map(WriteSets, (all) => {
    const carried = Effect.map(carryingTrace, (carry) => ({
      EnqueueJobs: ({ _tag, jobs: added }: Write<"EnqueueJobs">) => ({ _tag, jobs: carry(added) }),
    }))
    const { commit, commitFor } = changingWrites(all, carried)
    return WriteSets.of({
      commit: (writes) => asUnit(commit(writes)),
      commitFor: (customer, writes, decide) => asUnit(commitFor(customer, writes, decide)),
    })
  }),
)

/** In a span of its own, unless a unit is around. */
const asUnit = <A, E, R>(committing: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(IsInUnit, (isInUnit) => (isInUnit ? committing : inSpan("unit")(committing)))

/** Wraps the stores; does nothing without tracing. */
export const tracedStores = ({ otlpUrl }: Settings) =>
  Option.isSome(otlpUrl) ? Layer.mergeAll(units, jobs, sets) : Layer.empty

/** Wraps the sender: a span around each message, and `traceparent` for receivers that want it. */
export const tracedSender = ({ otlpUrl, traceWebhookHosts }: Settings) =>
  Option.isNone(otlpUrl)
    ? Layer.effect(WebhookSender, WebhookSender)
    : Layer.effect(
        WebhookSender,
        Effect.map(WebhookSender, ({ check, send, sendAndRead }) => {
          const traced =
            <A, E>(sending: (message: WebhookMessage) => Effect.Effect<A, E>) =>
            (message: WebhookMessage) =>
              (traceWebhookHosts.has(hostOf(message)) ? Effect.flatMap(told(message), sending) : sending(message)).pipe(
                inSpan("WebhookSender.send", "client"),
              )
          return WebhookSender.of({
            check,
            send: traced(send),
            sendAndRead: (message, readMax) => traced((one) => sendAndRead(one, readMax))(message),
          })
        }),
      )

const hostOf = ({ url }: WebhookMessage): string => URL.parse(url)?.hostname ?? ""

const told = (message: WebhookMessage): Effect.Effect<WebhookMessage> =>
  Effect.map(traceParent, (header) =>
    header === null ? message : { ...message, headers: { ...message.headers, traceparent: header } },
  )
