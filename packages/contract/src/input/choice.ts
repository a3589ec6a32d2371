/**
 * One of a few words.
 */
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { type Codec, type Read, refusedAs, value } from "./codec.ts"

/** One of the words of a schema. */
export const choice = <const W extends string>(
  words: Schema.Literals<ReadonlyArray<W>>,
): Codec<W, Schema.Literals<ReadonlyArray<W>>> => value(words, readChoice(words.literals))

/** Reads one of `words`, in its exact spelling. */
export const readChoice = <const W extends string>(words: ReadonlyArray<W>): Read<W> => {
  const unknownWord = refusedAs({ code: "unknown_value", allowed: words })
  return (input) => {
    if (typeof input !== "string") return unknownWord
    const text = trimCode(input)
    const found = words.find((word) => word === text)
    return found === undefined ? unknownWord : Result.succeed(found)
  }
}
