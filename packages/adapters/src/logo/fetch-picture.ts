/**
 * Fetches a picture from an address that a company named. The host is not trusted, like a receiver of webhooks.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { type Dispatcher, request } from "undici"
import { judgeUrl } from "../webhook/address-guard.ts"
import { type Guard, guardedAgent, userAgent } from "../webhook/guarded-agent.ts"
import { describe } from "../webhook/transport-fault.ts"
import { LogoNotRead } from "./logo-not-read.ts"

/** The largest picture to download, in bytes. */
const pictureBytesMax = 2_097_152

/** The most redirects. */
const redirectsMax = 3

const movedStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const headers = { accept: "image/webp, image/png, image/jpeg, image/gif", "user-agent": userAgent }

/**
 * @param connectMillis - until a connection is given up
 * @returns fetches the bytes of a picture, at most 2 MiB, unchecked
 */
export const pictureFetcher = (guard: Guard, connectMillis: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => guardedAgent(guard, connectMillis)),
      (opened) => Effect.promise(() => opened.destroy()),
    ),
    (agent) => (text: string) => fetchPicture(agent, guard, text, null, redirectsMax),
  )

const fetchPicture = (
  agent: Dispatcher,
  guard: Guard,
  text: string,
  from: URL | null,
  redirectsLeft: number,
): Effect.Effect<Uint8Array, LogoNotRead> =>
  Effect.scoped(
    Effect.gen(function* () {
      const url = yield* Effect.fromResult(judged(text, from, guard))
      // Waiting for an answer can be interrupted, which an acquisition cannot.
      const { body, headers: told, statusCode } = yield* asked(agent, url)
      // The rest of an answer is not read, so an error at its end does not matter.
      yield* Effect.addFinalizer(() => Effect.sync(() => body.on("error", () => {}).destroy()))
      const location = [told["location"]].flat()[0]
      if (movedStatuses.has(statusCode) && location !== undefined) {
        if (redirectsLeft === 0) return yield* new LogoNotRead({ detail: `redirected more than ${redirectsMax} times` })
        return yield* fetchPicture(agent, guard, URL.parse(location, url.href)?.href ?? "", url, redirectsLeft - 1)
      }
      if (statusCode !== 200) return yield* new LogoNotRead({ detail: `HTTP ${statusCode}` })
      return yield* bytesOf(body)
    }),
  )

/** Judges an address for a picture. An HTTPS address may not redirect to HTTP. */
const judged = (text: string, from: URL | null, { policy }: Guard): Result.Result<URL, LogoNotRead> => {
  const url = Result.mapError(judgeUrl(text, policy), ({ detail }) => new LogoNotRead({ detail }))
  return Result.isSuccess(url) && from?.protocol === "https:" && url.success.protocol !== "https:"
    ? Result.fail(new LogoNotRead({ detail: "redirected to an unencrypted address" }))
    : url
}

const asked = (agent: Dispatcher, url: URL) =>
  Effect.tryPromise({
    try: (signal) => request(url, { dispatcher: agent, headers, signal }),
    catch: (cause) => new LogoNotRead({ detail: describe(cause) }),
  })

interface Received {
  readonly chunks: Array<Uint8Array>
  readonly length: number
}

const bytesOf = (body: AsyncIterable<Uint8Array>): Effect.Effect<Uint8Array, LogoNotRead> =>
  Stream.fromAsyncIterable(body, (cause) => new LogoNotRead({ detail: describe(cause) })).pipe(
    Stream.runFoldEffect(
      (): Received => ({ chunks: [], length: 0 }),
      ({ chunks, length }, chunk) => {
        if (length + chunk.length > pictureBytesMax) {
          return Effect.fail(new LogoNotRead({ detail: `more than ${pictureBytesMax} bytes` }))
        }
        chunks.push(chunk)
        return Effect.succeed({ chunks, length: length + chunk.length })
      },
    ),
    Effect.map(({ chunks }) => Buffer.concat(chunks)),
  )
