/**
 * Posts webhooks over HTTP, to receivers nobody here chose.
 *
 * The receiver is trusted with nothing: where it is, is judged before it is spoken to; it is followed nowhere, unpacked by nobody, and
 * neither its size nor its slowness costs more than a limit. Connections are kept for the next message, and closed with the scope.
 */
import type { Readable } from "node:stream"
import { type WebhookAnswer, type WebhookMessage, WebhookNotAnswered, WebhookSender } from "@vintem/domain"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Dispatcher, request } from "undici"
import { judgeUrl, nameOf } from "./address-guard.ts"
import { type Guard, guardedAgent, judgedAddresses } from "./guarded-agent.ts"
import { machineNames, publicNames, type ResolveName } from "./name-resolver.ts"
import { readRetryAfter } from "./retry-after.ts"
import { isDefect, unanswered } from "./transport-fault.ts"

/** How far messages may go, and how long they may take. */
export interface WebhookSenderOptions {
  /** Whether webhooks may also go to this machine and its private networks, without encryption and on any port. */
  readonly allowPrivate: boolean
  /** For a message and all of its answer, by the machine's time. Milliseconds; 10 seconds where left out. */
  readonly timeoutMillis?: number
  /** How names are looked up; where left out the machine's way, or without private targets the name servers'. */
  readonly resolve?: ResolveName
}

/** Milliseconds. */
const patienceMillis = 10_000

/** Of an answer's body, of which nothing is used. The rest is cut off, and the answer counts. */
const answerBytesMax = 65_536

/** Dates of receivers are measured against the clock this is built with. */
export const layer = ({
  allowPrivate,
  timeoutMillis = patienceMillis,
  resolve = allowPrivate ? machineNames : publicNames(),
}: WebhookSenderOptions): Layer.Layer<WebhookSender> =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const guard: Guard = { policy: { allowPrivate }, resolve }
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => guardedAgent(guard, timeoutMillis)),
        (opened) => Effect.promise(() => opened.destroy()),
      )
      return WebhookSender.of({
        check: (url) => check(url, guard),
        send: Effect.fnUntraced(function* (message) {
          const url = yield* Effect.mapError(Effect.fromResult(judgeUrl(message.url, guard.policy)), unanswered)
          const { headers, status } = yield* post(agent, url, message, timeoutMillis)
          const wish = [headers["retry-after"]].flat()[0]
          const now = yield* clock.currentTimeMillis
          const answer: WebhookAnswer = {
            status,
            retryAfterMillis: wish === undefined ? null : readRetryAfter(wish, now),
          }
          return answer
        }),
      })
    }),
  )

/**
 * Where private targets are allowed, names are left to the moment of sending: a sandbox may have no network, and its receivers may be
 * yet to be started.
 */
const check = Effect.fnUntraced(function* (text: string, guard: Guard) {
  const name = nameOf(yield* Effect.fromResult(judgeUrl(text, guard.policy)))
  if (guard.policy.allowPrivate || name === undefined) return
  yield* Effect.fromResult(yield* Effect.promise(() => judgedAddresses(name, guard)))
})

const post = (agent: Dispatcher, url: URL, { body, headers }: WebhookMessage, timeoutMillis: number) =>
  Effect.suspend(() => {
    const patience = AbortSignal.timeout(timeoutMillis)
    return Effect.tryPromise({
      try: (interrupted) =>
        request(url, {
          dispatcher: agent,
          method: "POST",
          headers,
          body,
          signal: AbortSignal.any([interrupted, patience]),
        }).then((response) =>
          drained(response.body).then(() => ({ status: response.statusCode, headers: response.headers })),
        ),
      catch: (cause) => ({ cause, isLate: patience.aborted }),
    }).pipe(
      Effect.catch(({ cause, isLate }) => {
        if (isLate) {
          return new WebhookNotAnswered({ reason: "timed_out", detail: `no whole answer within ${timeoutMillis} ms` })
        }
        return isDefect(cause) ? Effect.die(cause) : unanswered(cause)
      }),
    )
  })

/** Read to its end, so that the connection can be used again, and never further than an answer has to go. */
const drained = (body: Readable): Promise<void> =>
  new Promise((resolve, reject) => {
    let read = 0
    // A connection is taken back one turn after its answer has ended: whoever sends next finds it.
    body.on("end", () => setImmediate(resolve))
    body.on("error", reject)
    body.on("data", (chunk: Uint8Array) => {
      read += chunk.length
      if (read <= answerBytesMax) return
      resolve()
      body.destroy()
    })
  })
