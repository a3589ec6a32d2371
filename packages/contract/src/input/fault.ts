/** The faults of a request, field by field, and the 422 with them. */
import * as Data from "effect/Data"
import type * as SchemaIssue from "effect/SchemaIssue"
import { Invalid } from "../errors.ts"
import type { FaultDetail, FaultReason } from "./fault-code.ts"
import { predicateOf } from "./fault-sentence.ts"

/** One fault of one field. */
export interface Fault {
  /** Dotted; positions count from 0: `items.0.title`. */
  readonly path: string
  readonly reason: FaultReason
}

/** The request has faults that the caller can correct. Every fault is listed, in the order of the fields. */
export class InvalidFields extends Data.TaggedClass("InvalidFields")<{
  readonly faults: readonly [Fault, ...ReadonlyArray<Fault>]
}> {}

/** @param faults - at least one; an empty list is a defect */
export const invalidFields = ([first, ...rest]: ReadonlyArray<Fault>): InvalidFields => {
  if (first === undefined) throw new RangeError("A refusal has a fault.")
  return new InvalidFields({ faults: [first, ...rest] })
}

/** @param path - dotted; empty for the whole body */
export const fault = (path: string, reason: FaultReason): Fault => ({ path: path === "" ? wholeBody : path, reason })

/** A required field is missing, blank or null. */
export const missing = (path: string): Fault => fault(path, { code: "required" })

/** A field refers to something that the company does not have. */
export const unknownReference = (path: string): Fault => fault(path, { code: "does_not_exist" })

/** A fault as an English sentence. */
export const messageOf = ({ path, reason }: Fault): string => `The ${path} ${predicateOf(reason)}`

/** A reason as it is sent: without the words of its sentence. */
const detailOf = (reason: FaultReason): FaultDetail => {
  if (!("words" in reason)) return reason
  const { words: _words, ...detail } = reason
  return detail
}

/** The answer to a request with these faults: the first message, then messages and codes by path. */
export const invalid = (refusal: Pick<InvalidFields, "faults">): Invalid => new Invalid(invalidBody(refusal))

/** The body of that answer. */
export const invalidBody = ({ faults }: Pick<InvalidFields, "faults">): Pick<Invalid, "hasError" | "response"> => {
  const errors: Record<string, Array<string>> = {}
  const codes: Record<string, Array<FaultDetail>> = {}
  let first: string | undefined
  for (const fault of faults) {
    const message = messageOf(fault)
    const detail = detailOf(fault.reason)
    first ??= message
    errors[fault.path] = pushed(errors[fault.path], message)
    codes[fault.path] = pushed(codes[fault.path], detail)
  }
  const rest = faults.length - 1
  const more = rest === 0 ? "" : ` (and ${rest} more ${rest === 1 ? "error" : "errors"})`
  return { hasError: true, response: { message: `${first}${more}`, errors, codes } }
}

const pushed = <A>(all: Array<A> = [], one: A): Array<A> => {
  all.push(one)
  return all
}

/** The reason why a schema refuses a value: an annotation of the schema, or of the issue that its check makes. */
class Reason extends Data.Class<{ readonly reason: FaultReason }> {}

/** The annotation with a reason. */
export const because = (reason: FaultReason) => ({ because: new Reason({ reason }) })

/**
 * The faults that a schema found.
 *
 * @param at - path of the decoded part; empty for a whole body
 */
export const faultsOf = (issue: SchemaIssue.Issue, at = ""): ReadonlyArray<Fault> => {
  switch (issue._tag) {
    case "Pointer":
      return faultsOf(issue.issue, [at, ...issue.path.map(String)].filter((segment) => segment !== "").join("."))
    case "Filter":
    case "Encoding":
      return faultsOf(issue.issue, at)
    case "Composite":
      return issue.issues.flatMap((one) => faultsOf(one, at))
    case "AnyOf":
      return issue.issues.length === 0 ? [fault(at, invalidValue)] : issue.issues.flatMap((one) => faultsOf(one, at))
    case "MissingKey":
      return [missing(at)]
    case "InvalidType":
      return [fault(at, reasonIn(issue.ast.annotations) ?? wrongType[issue.ast._tag] ?? invalidValue)]
    case "InvalidValue":
      return [fault(at, reasonIn(issue.annotations) ?? invalidValue)]
    default:
      return [fault(at, invalidValue)]
  }
}

/** The answer to a query or body in which a schema found faults. */
export const invalidFromIssue = (issue: SchemaIssue.Issue): Invalid => {
  const [first = fault("", invalidValue), ...rest] = faultsOf(issue)
  return invalid({ faults: [first, ...rest] })
}

const wholeBody = "body"
const invalidValue: FaultReason = { code: "invalid" }

const reasonIn = (annotations: { readonly [name: string]: unknown } | undefined): FaultReason | undefined => {
  const found = annotations?.["because"]
  return found instanceof Reason ? found.reason : undefined
}

const wrongType: Readonly<Record<string, FaultReason>> = {
  Objects: { code: "wrong_type", expected: "object" },
  Arrays: { code: "wrong_type", expected: "array" },
  String: { code: "wrong_type", expected: "string" },
}
