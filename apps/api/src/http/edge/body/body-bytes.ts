/** The bytes of a request's body. Node hands over a body of a few kilobytes as one chunk, so it needs no stream. */
import type { IncomingMessage } from "node:http"
import { bodyBytesMax } from "@vintem/contract"
import { ByteSize, Effect, Result } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { NodeRequest } from "../server/node-request.ts"

/** The reason for missing bytes: there are more than `bodyBytesMax`, or the client stopped before the end. */
export type NoBytes = "too_large" | "broken_off"

/** An unreadable body is no failure here: the caller decides the answer. */
export const bodyBytes = (
  request: HttpServerRequest.HttpServerRequest,
): Effect.Effect<Result.Result<Uint8Array, NoBytes>> => {
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) return Effect.succeed(tooLarge)
  if (!(request instanceof NodeRequest)) return throughLibrary(request)
  request.expectBody()
  const { source } = request
  return source.complete && !source.readableEnded ? Effect.succeed(bytesThere(source)) : bytesOf(source)
}

/** Reads a body that has already arrived, without waiting. Short bodies arrive with their headers. */
const bytesThere = (source: IncomingMessage): Result.Result<Uint8Array, NoBytes> => {
  const bytes: unknown = source.read()
  if (!(bytes instanceof Uint8Array)) return Result.succeed(noBytes)
  return bytes.length > bodyBytesMax ? tooLarge : Result.succeed(bytes)
}

const tooLarge = Result.fail<NoBytes>("too_large")
const brokenOff = Result.fail<NoBytes>("broken_off")

const bytesOf = (source: IncomingMessage): Effect.Effect<Result.Result<Uint8Array, NoBytes>> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    const stop = () => {
      source.off("data", add).off("end", end).off("error", breakOff).off("close", breakOff)
    }
    const add = (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyBytesMax) {
        chunks.push(chunk)
        return
      }
      stop()
      // Drops further bytes until the answer is there and the server closes the connection.
      source.resume()
      resume(Effect.succeed(tooLarge))
    }
    const end = () => {
      stop()
      const [first = noBytes, ...others] = chunks
      resume(Effect.succeed(Result.succeed(others.length === 0 ? first : Buffer.concat(chunks, size))))
    }
    const breakOff = () => {
      stop()
      resume(Effect.succeed(brokenOff))
    }
    if (source.readableEnded) end()
    else if (source.destroyed) breakOff()
    else source.on("data", add).on("end", end).on("error", breakOff).on("close", breakOff)
    return Effect.sync(stop)
  })

const noBytes = Buffer.alloc(0)

const throughLibrary = (request: HttpServerRequest.HttpServerRequest) =>
  request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(bodyBytesMax)),
    Effect.map((bytes) => Result.succeed(new Uint8Array(bytes))),
    Effect.catch(({ reason }) =>
      Effect.succeed(reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? tooLarge : brokenOff),
    ),
  )
