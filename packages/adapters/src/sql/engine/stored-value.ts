/**
 * Values as they come back from a database. Nothing is guessed: a value that this version would not have written is not read.
 */
import { StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Result, Schema } from "effect"

/**
 * Makes a reader of stored values.
 *
 * @returns a function of the operation, a description of the value (both for the error), and the value
 */
export const readerOf = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (operation: string, what: string, stored: unknown): Effect.Effect<A, StorageUnavailable> => {
    const read = decode(stored)
    return Result.isSuccess(read)
      ? Effect.succeed(read.success)
      : Effect.fail(unreadable(operation, what, read.failure))
  }
}

/**
 * A reader of JSON text, which it parses before the schema sees it. A schema that parses the text itself runs through
 * an effect: that takes one or two microseconds more for each text, and makes a short one several times as slow.
 */
export const readerOfJson = <A, I>(schema: Schema.Codec<A, I>) => {
  const read = readerOf(schema)
  return (operation: string, what: string, stored: string): Effect.Effect<A, StorageUnavailable> =>
    read(operation, what, parsedJson(stored))
}

/** The value of JSON text. Undefined if it is damaged: no schema of stored data accepts that. */
export const parsedJson = (stored: string): unknown =>
  Result.getOrElse(
    Result.try((): unknown => JSON.parse(stored)),
    () => undefined,
  )

/** It was written by a version that this one does not know, or was damaged since. */
export const unreadable = (operation: string, what: string, cause?: unknown): StorageUnavailable =>
  new StorageUnavailable({
    fault: "corrupt",
    operation,
    cause: new Error(`${what} is not as this version writes it.`, { cause }),
  })
