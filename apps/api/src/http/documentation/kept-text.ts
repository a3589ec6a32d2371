/**
 * A text that is the same for everybody. It is made at the first request, compressed once, and not resent to a client
 * that has it.
 */
import { createHash } from "node:crypto"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { type Coding, codingFor } from "./content-coding.ts"

/** Options of the transfer. */
export interface KeptTextOptions {
  readonly contentType: string
  /** How long caches keep it. */
  readonly cacheControl: string
  readonly headers?: Readonly<Record<string, string>>
  /** The request header, besides the coding, that can select another text. */
  readonly varies?: string
  /** True if a tenth less transfer is worth most of a second of one processor, once. */
  readonly isLarge?: boolean
}

/** A text's bytes in one coding, and their hash. The hash is an entity tag that names exactly these bytes. */
interface Representation {
  readonly bytes: Uint8Array
  readonly hash: string
}

/**
 * Keeps a text that is made at its first request. A caller who hangs up does not stop the making: the next caller finds
 * it done.
 *
 * @returns `answer` for each request, and a `name` that no other text has
 */
export const keptText = Effect.fnUntraced(function* (
  text: Effect.Effect<string>,
  { contentType, cacheControl, headers = {}, isLarge = false, varies }: KeptTextOptions,
) {
  const plain = yield* Effect.cached(Effect.uninterruptible(Effect.map(text, (made) => Buffer.from(made))))
  const representation = (coding: Coding) =>
    Effect.cached(Effect.uninterruptible(Effect.map(Effect.flatMap(plain, encode(isLarge)[coding]), represented)))
  const representations: Readonly<Record<Coding, Effect.Effect<Representation>>> = {
    br: yield* representation("br"),
    gzip: yield* representation("gzip"),
    identity: yield* representation("identity"),
  }
  const name = Effect.map(representations.identity, ({ hash }) => hash)
  const answer = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const coding = codingFor(request.headers["accept-encoding"] ?? "")
    const { bytes, hash } = yield* representations[coding]
    const etag = `"${hash}"`
    const described = {
      ...headers,
      "cache-control": cacheControl,
      vary: varies === undefined ? "Accept-Encoding" : `Accept-Encoding, ${varies}`,
      etag,
    }
    if (isKnown(etag, request.headers["if-none-match"] ?? "")) {
      return HttpServerResponse.empty({ status: 304, headers: described })
    }
    return HttpServerResponse.uint8Array(bytes, {
      contentType,
      headers: coding === "identity" ? described : { ...described, "content-encoding": coding },
    })
  })
  return { answer, name }
})

const represented = (bytes: Uint8Array): Representation => ({
  bytes,
  hash: createHash("sha256").update(bytes).digest("base64url").slice(0, hashCharacters),
})

/** 22 characters of base64 are 132 bits. */
const hashCharacters = 22

/**
 * True if `If-None-Match` (a list of tags, or `*`) names this text. A weak tag matches too, because caches weaken them.
 */
const isKnown = (etag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//u, "") === etag)

/** Above this quality brotli takes four times as long to save three bytes in a hundred. */
const usualQuality = 5

/** This quality takes 75 times as long as the usual one, and saves seven bytes in a hundred. */
const largeQuality = 10

const compressed = (
  compress: (done: (error: Error | null, result: Uint8Array) => void) => void,
): Effect.Effect<Uint8Array> =>
  Effect.callback((resume) => {
    compress((error, result) => resume(error === null ? Effect.succeed(result) : Effect.die(error)))
  })

/** Both run outside the event loop. */
const encode = (isLarge: boolean): Readonly<Record<Coding, (bytes: Buffer) => Effect.Effect<Uint8Array>>> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: isLarge ? largeQuality : usualQuality }
  return {
    br: (bytes) => compressed((done) => brotliCompress(bytes, { params }, done)),
    gzip: (bytes) => compressed((done) => gzip(bytes, done)),
    identity: Effect.succeed,
  }
}
