/**
 * Parts of a body, decoded each by itself: so that rules between two parts run on whatever could be read, and a body is told
 * all its faults at once.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Fault, fault, faultsOf, InvalidFields, missing } from "./fault.ts"
import { isBlank } from "./field.ts"

/** A part that could be read, or everything that is wrong with it. */
export type Part<A> = Result.Result<A, ReadonlyArray<Fault>>

/** Reads the part at a path. A part that is absent is one fault, not one for each of its fields. */
export type ReadPart<A> = (input: unknown, path: string) => Part<A>

/** Compiles a schema: call it once, where the module loads. */
export const part = <A>(schema: Schema.Decoder<A>): ReadPart<A> => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (input, path) => {
    if (isBlank(input)) return Result.fail([missing(path)])
    return Result.mapError(decode(input), (error) => faultsOf(error.issue, path))
  }
}

/** As `part`, for one that may be absent. */
export const optionalPart = <A, const B>(schema: Schema.Decoder<A>, absent: B): ReadPart<A | B> => {
  const read = part(schema)
  return (input, path) => (isBlank(input) ? Result.succeed<A | B>(absent) : read(input, path))
}

/** Decodes a body that is one part: its paths have no prefix. */
export const bodyOf = <A>(schema: Schema.Decoder<A>) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (body: unknown): Result.Result<A, InvalidFields> =>
    Result.mapError(decode(body), (error) => invalidFields(faultsOf(error.issue)))
}

/** @param faults - at least one; without any there is nothing to refuse, and asking for it is a defect */
export const invalidFields = ([first, ...rest]: ReadonlyArray<Fault>): InvalidFields => {
  if (first === undefined) throw new RangeError("A refusal has a fault.")
  return new InvalidFields({ faults: [first, ...rest] })
}

export const faultsIn = (read: Part<unknown>): ReadonlyArray<Fault> => (Result.isFailure(read) ? read.failure : [])

/** The fields of a body; a body of another kind has none, and is itself the fault. */
export const fieldsOf = (body: unknown): Part<Readonly<Record<string, unknown>>> =>
  isObject(body) ? Result.succeed(body) : Result.fail([fault("body", "must be an object.")])

export const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === "object" && input !== null && !Array.isArray(input)
