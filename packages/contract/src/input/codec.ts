/**
 * Codecs of requests: one value has both the API description of a part of a request, and its reader.
 *
 * A codec is built once, when its module loads. After that, reading is a plain function: it makes no effect and no
 * issue, reports every fault at once in the order of the fields, and builds a fault only if there is one. A codec and
 * its description accept the same values, apart from what the description says in words: space around a text is
 * dropped, and a field that is `null` or blank counts as missing, unless null clears it.
 *
 * @see docs/decisions/wire.md#0227
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Fault, fault, type InvalidFields, invalidFields, missing } from "./fault.ts"
import type { FaultReason } from "./fault-code.ts"

/** The result of a reader that has reported a fault. No request contains a symbol. */
export const refused: unique symbol = Symbol("refused")

/** There is no value; the faults say why. */
export type Refused = typeof refused

/**
 * Reads one value, or adds its faults to `faults`.
 *
 * @param at - the value's dotted path; empty for a whole body
 * @param given - facts for checking it, for example the date
 */
export type Reader<A, Given = unknown> = (input: unknown, at: string, faults: Array<Fault>, given: Given) => A | Refused

/** A part of a request. */
export interface Codec<A, S extends Schema.Top, Given = unknown> {
  /** The format for the API description and for clients. */
  readonly schema: S
  readonly read: Reader<A, Given>
  /** A rule that the schema cannot express, for the description of a field. Removed after it is written there. */
  readonly rule?: Rule
}

/** A rule that only the reader knows, in words. */
export interface Rule {
  /** A sentence without its full stop. */
  readonly words: string
  /** If a description contains this text, it has the rule already. */
  readonly unless: string
}

/** Reads a present value, or says why it cannot be read. */
export type Read<A> = (input: unknown) => Result.Result<A, FaultReason>

/** The refusal of a value, with the reason for all such values. */
export const refusedAs = (reason: FaultReason): Result.Result<never, FaultReason> => Result.fail(reason)

/** The reason for a value that is not an object. */
export const notAnObject: FaultReason = { code: "wrong_type", expected: "object" }
const notAnArray: FaultReason = { code: "wrong_type", expected: "array" }

/** A field with its own reader, besides its description. */
export const codec = <A, S extends Schema.Top, Given>(schema: S, read: Reader<A, Given>): Codec<A, S, Given> => ({
  schema,
  read,
})

/** A value that is read as a whole. */
export const value = <A, S extends Schema.Top>(schema: S, read: Read<A>, rule?: Rule): Codec<A, S> => ({
  schema,
  ...(rule === undefined ? {} : { rule }),
  read: (input, at, faults) => {
    const result = read(input)
    if (Result.isSuccess(result)) return result.success
    faults.push(fault(at, result.failure))
    return refused
  },
})

type Annotations<S extends Schema.Top> = Schema.Annotations.Bottom<S["Type"], S["~type.parameters"]>

/** The codec with more text in the API description, followed by the rule that only its reader knows. */
export const described = <A, S extends Schema.Top, Given>(
  { schema, read, rule }: Codec<A, S, Given>,
  annotations: Annotations<S>,
): Codec<A, S["Rebuild"], Given> => ({ schema: schema.annotate({ ...annotations, ...told(annotations, rule) }), read })

const told = ({ description }: { readonly description?: string | undefined }, rule: Rule | undefined) => {
  if (rule === undefined) return {}
  if (description === undefined) return { description: `${rule.words}.` }
  const isTold = description.toLowerCase().includes(rule.unless.toLowerCase())
  return { description: isTold ? description : `${description} ${rule.words}.` }
}

/** Processes a value that could be read. `f` may refuse it. */
export const andThen = <A, S extends Schema.Top, Given, B>(
  { read, ...codec }: Codec<A, S, Given>,
  f: (read: A, at: string, faults: Array<Fault>, given: Given) => B | Refused,
): Codec<B, S, Given> => ({
  ...codec,
  read: (input, at, faults, given) => {
    const one = read(input, at, faults, given)
    return one === refused ? refused : f(one, at, faults, given)
  },
})

/** A required value: if it is missing, it is one fault, not one for each of its fields. */
export const present = <A, S extends Schema.Top, Given>({
  read,
  ...codec
}: Codec<A, S, Given>): Codec<A, S, Given> => ({
  ...codec,
  read: (input, at, faults, given) => {
    if (!isBlank(input)) return read(input, at, faults, given)
    faults.push(missing(at))
    return refused
  },
})

/** A field of an object. Undefined means missing: the result has no key for it. */
export interface Field<A, S extends Schema.Top, Given, Always extends boolean> {
  readonly schema: S
  readonly read: Reader<A | undefined, Given>
  /** True if it always has a value after reading. */
  readonly isAlways: Always
}

/** A required field. */
export const required = <A, S extends Schema.Top, Given>(
  codec: Codec<A, S, Given>,
  annotations: Annotations<S> = {},
): Field<A, S["Rebuild"], Given, true> => ({ ...described(present(codec), annotations), isAlways: true })

/** An optional field. If it is missing, it has no key. */
export const optional = <A, S extends Schema.Top, Given>(
  codec: Codec<A, S, Given>,
  annotations: Annotations<S> = {},
): Field<A, Schema.optionalKey<S["Rebuild"]>, Given, false> => ({
  schema: Schema.optionalKey(described(codec, annotations).schema),
  read: (input, at, faults, given) => (isBlank(input) ? undefined : codec.read(input, at, faults, given)),
  isAlways: false,
})

/** An optional field. If it is missing, it is `fallback`. */
export const withDefault = <A, S extends Schema.Top, Given, const B>(
  codec: Codec<A, S, Given>,
  fallback: B,
  annotations: Annotations<S> = {},
): Field<A | B, Schema.optionalKey<S["Rebuild"]>, Given, true> => ({
  schema: Schema.optionalKey(described(codec, annotations).schema),
  read: (input, at, faults, given) => (isBlank(input) ? fallback : codec.read(input, at, faults, given)),
  isAlways: true,
})

/** A field of an update. If it is missing or blank it keeps its value and has no key; `null` clears it. */
export const clearable = <A, S extends Schema.Top, Given>(
  { schema, read, rule }: Codec<A, S, Given>,
  annotations: Annotations<Schema.NullOr<S>> = {},
): Field<A | null, Schema.optionalKey<Schema.NullOr<S>>, Given, false> => ({
  schema: Schema.optionalKey(Schema.NullOr(schema).annotate({ ...annotations, ...told(annotations, rule) })),
  read: (input, at, faults, given) => {
    if (input === null) return null
    return isBlank(input) ? undefined : read(input, at, faults, given)
  },
  isAlways: false,
})

/** A codec whose description allows `null` for a missing value. */
export const orNull = <A, S extends Schema.Top, Given>({
  schema,
  ...codec
}: Codec<A, S, Given>): Codec<A, Schema.NullOr<S>, Given> => ({ ...codec, schema: Schema.NullOr(schema) })

/** True if missing, null or blank. */
export const isBlank = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === "string" && !beginsVisibly(input) && !/\S/u.test(input))

/** True if a text begins with a printable ASCII character, as nearly every text does. */
const beginsVisibly = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return first > 0x20 && first < 0x7f
}

/** Fields by their names on the wire. */
export interface Fields {
  readonly [name: string]: Field<unknown, Schema.Top, never, boolean>
}

type ValueOf<F> = F extends { readonly read: Reader<infer A, never> } ? Exclude<A, undefined | Refused> : never

type AlwaysIn<F extends Fields> = {
  [Name in keyof F]: F[Name]["isAlways"] extends true ? Name : never
}[keyof F]

/** The result of reading an object. */
export type ObjectOf<F extends Fields> = {
  readonly [Name in AlwaysIn<F>]: ValueOf<F[Name]>
} & { readonly [Name in Exclude<keyof F, AlwaysIn<F>>]?: ValueOf<F[Name]> }

type SchemaOf<F extends Fields> = Schema.Struct<{ readonly [Name in keyof F]: F[Name]["schema"] }>

/**
 * The facts that all fields together need: the intersection of each field's type, because readers take them as an
 * argument.
 */
type GivenTo<F extends Fields> = F[keyof F] extends {
  readonly read: (input: unknown, at: string, faults: Array<Fault>, given: infer Given) => unknown
}
  ? Given
  : never

/**
 * A rule between the fields of an object. It is checked at the place of its field, with the readable fields. A missing
 * or unreadable field has no key.
 */
export type RuleBetween<F extends Fields> = (read: Partial<ObjectOf<F>>, at: string) => Fault | undefined

/**
 * The rules of an object, each under the name of a field. A rule runs after its field, and its faults follow that
 * field's.
 */
export type Rules<F extends Fields> = { readonly [Name in keyof F]?: RuleBetween<F> }

/** An object. Unknown fields are ignored. */
export function object<const F extends Fields>(fields: F, rules?: Rules<F>): Codec<ObjectOf<F>, SchemaOf<F>, GivenTo<F>>
export function object(
  fields: Fields,
  rules: Readonly<Record<string, RuleBetween<Fields> | undefined>> = {},
): Codec<Readonly<Record<string, unknown>>, Schema.Top, never> {
  const named = Object.entries(fields).map(([name, { read }]) => ({ name, read, rule: rules[name] }))
  return {
    schema: Schema.Struct(Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))),
    read: (input, at, faults, given) => {
      if (!isObject(input)) {
        faults.push(fault(at, notAnObject))
        return refused
      }
      const before = faults.length
      const found: Record<string, unknown> = {}
      const prefix = at === "" ? "" : `${at}.`
      for (const { name, read, rule } of named) {
        const one = read(input[name], `${prefix}${name}`, faults, given)
        if (one !== refused && one !== undefined) found[name] = one
        const broken = rule?.(found, at)
        if (broken !== undefined) faults.push(broken)
      }
      return faults.length === before ? found : refused
    },
  }
}

/** The fewest and the most elements, both inclusive, and their name. */
export interface ListLimits {
  readonly min: number
  readonly max: number
  /** The name of the elements. */
  readonly of: FaultReason<"too_few">["of"]
}

/**
 * A list. A list that is too long is refused unread, because it could have thousands of faults, and the answer should
 * not.
 *
 * @param rule - checks the elements together; unreadable ones are undefined. Its faults follow those of the elements
 */
export const list = <A, S extends Schema.Top, Given>(
  { schema, read }: Codec<A, S, Given>,
  { min, max, of }: ListLimits,
  rule?: (read: ReadonlyArray<A | undefined>, at: string) => ReadonlyArray<Fault>,
): Codec<ReadonlyArray<A>, Schema.$Array<S>, Given> => ({
  schema: Schema.Array(schema),
  read: (input, at, faults, given) => {
    const problem = Array.isArray(input) ? lengthFault(input.length, { min, max, of }) : notAnArray
    if (!Array.isArray(input) || problem !== undefined) {
      faults.push(fault(at, problem ?? notAnArray))
      return refused
    }
    const before = faults.length
    const found: Array<A> = []
    const tried: Array<A | undefined> = []
    for (const [position, one] of input.entries()) {
      const element = read(one, `${at}.${position}`, faults, given)
      if (element !== refused) found.push(element)
      if (rule !== undefined) tried.push(element === refused ? undefined : element)
    }
    if (rule !== undefined) faults.push(...rule(tried, at))
    return faults.length === before ? found : refused
  },
})

const lengthFault = (length: number, { min, max, of }: ListLimits): FaultReason | undefined => {
  if (length < min) return { code: "too_few", min, of }
  return length > max ? { code: "too_many", max, of } : undefined
}

export const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === "object" && input !== null && !Array.isArray(input)

/** Reads a whole body, or lists all its faults. */
export const bodyOf =
  <A, S extends Schema.Top>(codec: Codec<A, S>) =>
  (body: unknown): Result.Result<A, InvalidFields> =>
    readBody(codec, body, undefined)

/** Reads a whole body whose fields need facts such as the date. */
export const readBody = <A, Given>(
  { read }: { readonly read: Reader<A, Given> },
  body: unknown,
  given: Given,
): Result.Result<A, InvalidFields> => {
  const faults: Array<Fault> = []
  const found = read(body, "", faults, given)
  return found === refused ? Result.fail(invalidFields(faults)) : Result.succeed(found)
}

/** Reads a value without reporting faults. Undefined if it has any. */
export const readable = <A, S extends Schema.Top>({ read }: Codec<A, S>, input: unknown): A | undefined => {
  const found = read(input, "", [], undefined)
  return found === refused ? undefined : found
}
