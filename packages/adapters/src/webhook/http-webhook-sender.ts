/**
 * Posts webhooks over HTTP, to untrusted receivers.
 *
 * The receiver's address is checked before anything is sent, redirects are not followed, answers are not decompressed,
 * and both their size and their time are limited. Connections stay open for the next message, and close with the scope.
 */
import type { IncomingHttpHeaders } from "node:http"
import {
  type WebhookAddressRefused,
  type WebhookAnswer,
  type WebhookMessage,
  WebhookNotAnswered,
  WebhookSender,
} from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { type Dispatcher, errors } from "undici"
import { type AddressPolicy, judgeUrl, nameOf } from "./address-guard.ts"
import { connectionsMax, type Guard, guardedAgent, judgedAddresses, originOf, userAgent } from "./guarded-agent.ts"
import { namesFor, type ResolveName } from "./name-resolver.ts"
import { readRetryAfter } from "./retry-after.ts"
import { isDefect, unanswered } from "./transport-fault.ts"

/** Allowed receivers and times. */
export interface WebhookSenderOptions {
  /** True if webhooks may also go to this machine and its private networks, unencrypted and on any port. */
  readonly allowPrivate: boolean
  /** Milliseconds of the machine's time for a connection, a message and its whole answer; 10 seconds if absent. */
  readonly timeoutMillis?: number
  /** The lookup of names; by default the machine's, or the name servers' if private targets are not allowed. */
  readonly resolve?: ResolveName
}

/** Milliseconds. */
const patienceMillis = 10_000

/** The most bytes to read of an answer's body. The rest is cut off, and the answer counts. */
const answerBytesMax = 65_536

/** Receivers' dates are compared with the clock that this is built with. */
export const layer = ({
  allowPrivate,
  timeoutMillis = patienceMillis,
  resolve = namesFor(allowPrivate),
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
      const judge = judging(guard.policy)
      const underWay: UnderWay = { agent, counts: new Map() }
      const answerOf = (status: number, headers: IncomingHttpHeaders): WebhookAnswer => {
        const wish = [headers["retry-after"]].flat()[0]
        const now = clock.currentTimeMillisUnsafe()
        return { status, retryAfterMillis: wish === undefined ? null : readRetryAfter(wish, now) }
      }
      const send = (message: WebhookMessage, beginning: Beginning | null) => {
        const target = judge(message.url)
        if (Result.isFailure(target)) return unanswered(target.failure)
        return post(underWay, target.success, message, { timeoutMillis, answerOf, beginning })
      }
      return WebhookSender.of({
        check: (url) => check(url, guard),
        send: (message) => send(message, null),
        sendAndRead: (message, readMax) =>
          Effect.suspend(() => {
            const beginning = new Beginning(readMax)
            return Effect.map(send(message, beginning), (answer) => ({ ...answer, beginning: beginning.text }))
          }),
      })
    }),
  )

/**
 * If private targets are allowed, names are looked up only at sending: a sandbox may have no network, and its receivers
 * may not have started yet.
 */
const check = Effect.fnUntraced(function* (text: string, guard: Guard) {
  const name = nameOf(yield* Effect.fromResult(judgeUrl(text, guard.policy)))
  if (guard.policy.allowPrivate || name === undefined) return
  yield* Effect.fromResult(yield* Effect.promise(() => judgedAddresses(name, guard)))
})

/** Keeps the first bytes of an answer. */
class Beginning {
  readonly #max: number
  #kept = Buffer.alloc(0)
  constructor(max: number) {
    this.#max = max
  }
  add(chunk: Buffer): void {
    const wanted = this.#max - this.#kept.length
    if (wanted > 0) this.#kept = Buffer.concat([this.#kept, chunk.subarray(0, wanted)])
  }
  get text(): string {
    return this.#kept.toString("utf8")
  }
}

/** A message being posted. */
interface Posting {
  readonly timeoutMillis: number
  readonly answerOf: (status: number, headers: IncomingHttpHeaders) => WebhookAnswer
  /** Keeps the beginning of the answer; null if it is not shown. */
  readonly beginning: Beginning | null
}

/** The messages in flight over a company's connections to an origin. */
interface UnderWay {
  readonly agent: Dispatcher
  readonly counts: Map<string, number>
}

/**
 * The outcome is reported once it is known. If the company's own messages hold all its connections, the receiver's time
 * begins when one becomes free.
 */
const post = (
  { agent, counts }: UnderWay,
  { origin: address, path }: Target,
  { body, company, headers }: WebhookMessage,
  { answerOf, beginning, timeoutMillis }: Posting,
) =>
  Effect.callback<WebhookAnswer, WebhookNotAnswered>((resume) => {
    const origin = originOf(address, company)
    const before = counts.get(origin) ?? 0
    counts.set(origin, before + 1)
    let isWaiting = before >= connectionsMax
    let controller: Dispatcher.DispatchController | undefined
    let answer: WebhookAnswer | undefined
    let read = 0
    let isOver = false
    const leave = (): void => {
      isOver = true
      clearTimeout(patience)
      const left = (counts.get(origin) ?? 0) - 1
      if (left > 0) counts.set(origin, left)
      else counts.delete(origin)
    }
    const end = (told: Effect.Effect<WebhookAnswer, WebhookNotAnswered>): void => {
      if (isOver) return
      leave()
      resume(told)
    }
    const cutOff = (): void => {
      if (!isOver) leave()
      controller?.abort(new errors.RequestAbortedError())
    }
    const waitAtMost = (millis: number) =>
      setTimeout(() => {
        const detail = isWaiting ? "no connection became free in time" : `no complete answer within ${timeoutMillis} ms`
        end(new WebhookNotAnswered({ reason: "timed_out", detail }))
        cutOff()
      }, millis)
    let patience = waitAtMost(isWaiting ? 2 * timeoutMillis : timeoutMillis)
    agent.dispatch(
      { origin, path, method: "POST", headers: { "user-agent": userAgent, ...headers }, body },
      {
        onRequestStart: (started) => {
          controller = started
          if (isOver) return cutOff()
          if (!isWaiting) return
          isWaiting = false
          clearTimeout(patience)
          patience = waitAtMost(timeoutMillis)
        },
        onResponseStart: (_, status, received) => {
          if (status >= 200) answer = answerOf(status, received)
        },
        // Read to its end, so that the connection can be used again, and never beyond an answer's limit.
        onResponseData: (_, chunk) => {
          read += chunk.length
          beginning?.add(chunk)
          if (read <= answerBytesMax || answer === undefined) return
          end(Effect.succeed(answer))
          cutOff()
        },
        // A connection is free one tick after its answer has ended. The outcome is reported after that, so that the next message finds it
        // free.
        onResponseEnd: () => {
          const whole = answer
          if (whole !== undefined) queueMicrotask(() => setImmediate(() => end(Effect.succeed(whole))))
        },
        onResponseError: (_, cause) => end(isDefect(cause) ? Effect.die(cause) : unanswered(cause)),
      },
    )
    return Effect.sync(cutOff)
  })

/** The target of a message, as requested. */
interface Target {
  readonly origin: string
  readonly path: string
}

/** How many parsed URLs are cached. */
const urlsMax = 1_000

/** Judges URLs by their text, which does not change: each is read once. */
const judging = (policy: AddressPolicy) => {
  const known = new Map<string, Result.Result<Target, WebhookAddressRefused>>()
  return (text: string): Result.Result<Target, WebhookAddressRefused> => {
    const hit = known.get(text)
    if (hit !== undefined) return hit
    if (known.size >= urlsMax) known.clear()
    const judged = Result.map(judgeUrl(text, policy), ({ origin, pathname, search }) => ({
      origin,
      path: `${pathname}${search}`,
    }))
    known.set(text, judged)
    return judged
  }
}
