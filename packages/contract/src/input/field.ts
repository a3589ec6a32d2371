/**
 * Fields of a request: what absence means for them, and how their values are read.
 *
 * Absent are a field that is not there, one that is `null` and one that is blank, for forms send `""` for what was left open.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"

/** Reads a value that is there, or says what it must be: the rest of a sentence that starts with the field's path. */
export type Read<A> = (input: unknown) => Result.Result<A, string>

/** A field that must be there. */
export const required = <S extends Schema.Constraint>(to: S, read: Read<S["Type"]>) =>
  Schema.optionalKey(Schema.Unknown).pipe(
    Schema.decodeTo(Schema.toType(to), { decode: reading(read, Effect.fail(missingKey)), encode: onlyRead }),
  )

/** A field that may be absent, and then has no key. */
export const optional = <S extends Schema.Constraint>(to: S, read: Read<S["Type"]>) =>
  Schema.optionalKey(Schema.Unknown).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.toType(to)), { decode: reading(read, leftOut), encode: onlyRead }),
  )

/** A field that may be absent, and then is `fallback`. */
export const withDefault = <S extends Schema.Constraint>(to: S, read: Read<S["Type"]>, fallback: S["Type"]) =>
  Schema.optionalKey(Schema.Unknown).pipe(
    Schema.decodeTo(Schema.toType(to), {
      decode: reading(read, Effect.succeedSome(fallback)),
      encode: onlyRead,
    }),
  )

/** A field of an update: absent or blank it keeps its value and has no key, `null` clears it. */
export const clearable = <S extends Schema.Constraint>(to: S, read: Read<S["Type"]>) =>
  Schema.optionalKey(Schema.Unknown).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.NullOr(Schema.toType(to))), {
      decode: SchemaGetter.transformOptionalEffect((input: Option.Option<unknown>) =>
        Option.isSome(input) && input.value === null ? Effect.succeedSome(null) : readPresent(input, read, leftOut),
      ),
      encode: onlyRead,
    }),
  )

/**
 * A field of a query string, which may be absent or blank.
 *
 * @param text - as the API description shows it
 * @param print - the way back, for clients
 */
export const queryField = <S extends Schema.Constraint>(
  text: typeof Schema.String,
  to: S,
  read: Read<S["Type"]>,
  print: (value: S["Type"]) => string,
) =>
  Schema.optionalKey(text.annotate({ message: "may be given only once." })).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.toType(to)), {
      decode: reading(read, leftOut),
      encode: SchemaGetter.transform(print),
    }),
  )

/** Absent, null or blank. */
export const isBlank = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === "string" && !/\S/u.test(input))

const missingKey = new SchemaIssue.MissingKey(undefined)
const leftOut = Effect.succeedNone

// Requests are decoded here and encoded by the schemas that describe them.
const onlyRead = SchemaGetter.forbidden<never, unknown>(() => "A request is only read.")

const reading = <A>(read: Read<A>, absent: Effect.Effect<Option.Option<A>, SchemaIssue.Issue>) =>
  SchemaGetter.transformOptionalEffect((input: Option.Option<unknown>) => readPresent(input, read, absent))

const readPresent = <A, B>(
  input: Option.Option<unknown>,
  read: Read<A>,
  absent: Effect.Effect<Option.Option<B>, SchemaIssue.Issue>,
): Effect.Effect<Option.Option<A | B>, SchemaIssue.Issue> => {
  const value = Option.getOrUndefined(input)
  if (isBlank(value)) return absent
  const result = read(value)
  return Result.isSuccess(result)
    ? Effect.succeedSome(result.success)
    : Effect.fail(new SchemaIssue.InvalidValue({ message: result.failure }))
}
