/**
 * The faults of a request, field by field, and the 422 with them. The only place that composes messages.
 *
 * No message repeats what was sent: it may be a card number.
 */
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { Invalid } from "../errors.ts"

/** One thing wrong with one field. `path` is dotted, positions are numbers from 0: `items.0.title`. */
export const Fault = Schema.Struct({ path: Schema.String, message: Schema.String })
export type Fault = typeof Fault.Type

/** The request has faults that the caller can correct. Every fault is listed, in the order of the fields. */
export class InvalidFields extends Data.TaggedClass("InvalidFields")<{
  readonly faults: readonly [Fault, ...ReadonlyArray<Fault>]
}> {}

/** @param faults - at least one; without any there is nothing to refuse, and asking for it is a defect */
export const invalidFields = ([first, ...rest]: ReadonlyArray<Fault>): InvalidFields => {
  if (first === undefined) throw new RangeError("A refusal has a fault.")
  return new InvalidFields({ faults: [first, ...rest] })
}

/**
 * @param path - dotted; empty for the whole body
 * @param predicate - the rest of the sentence after the path: `must be an integer.`
 */
export const fault = (path: string, predicate: string): Fault => {
  const named = path === "" ? wholeBody : path
  return { path: named, message: `The ${named} ${predicate}` }
}

/** A required field is absent, blank or null. */
export const missing = (path: string): Fault => fault(path, isRequired)

/** Whether that is what is wrong. */
export const isMissing = ({ message }: Pick<Fault, "message">): boolean => message.endsWith(isRequired)

/** A field names something that the company does not have. */
export const unknownReference = (path: string): Fault => fault(path, doesNotExist)

export const doesNotExist = "does not exist."

/** The answer to a request with these faults: messages by path, the first of them in front. */
export const invalid = (refusal: Pick<InvalidFields, "faults">): Invalid => new Invalid(invalidBody(refusal))

/** The body of that answer. */
export const invalidBody = ({ faults }: Pick<InvalidFields, "faults">): Pick<Invalid, "hasError" | "response"> => {
  const errors: Record<string, Array<string>> = {}
  for (const { path, message } of faults) {
    const messages = errors[path] ?? []
    messages.push(message)
    errors[path] = messages
  }
  const rest = faults.length - 1
  const more = rest === 0 ? "" : ` (and ${rest} more ${rest === 1 ? "error" : "errors"})`
  return { hasError: true, response: { message: `${faults[0].message}${more}`, errors } }
}

/**
 * The faults a schema found.
 *
 * @param at - path of the part that was decoded; empty for a whole body
 */
export const faultsOf = (issue: SchemaIssue.Issue, at = ""): ReadonlyArray<Fault> =>
  format(issue).issues.map(({ path = [], message }) =>
    fault([at, ...path.map(segmentOf)].filter((segment) => segment !== "").join("."), message),
  )

/** The answer where a schema found faults in a whole query or body. */
export const invalidFromIssue = (issue: SchemaIssue.Issue): Invalid => {
  const [first = fault("", isInvalid), ...rest] = faultsOf(issue)
  return invalid({ faults: [first, ...rest] })
}

const isRequired = "field is required."
const isInvalid = "is invalid."
const wholeBody = "body"

const segmentOf = (segment: PropertyKey | { readonly key: PropertyKey }): string =>
  String(typeof segment === "object" ? segment.key : segment)

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    switch (issue._tag) {
      case "MissingKey":
        return isRequired
      case "InvalidType":
        return annotatedMessage(issue.ast.annotations) ?? wrongType[issue.ast._tag] ?? isInvalid
      case "InvalidValue":
        return issue.annotations?.message ?? isInvalid
      default:
        return isInvalid
    }
  },
})

const annotatedMessage = (annotations: { readonly message?: unknown } | undefined): string | undefined =>
  typeof annotations?.message === "string" ? annotations.message : undefined

const wrongType: Readonly<Record<string, string>> = {
  Objects: "must be an object.",
  Arrays: "must be an array.",
  String: "must be a string.",
}
