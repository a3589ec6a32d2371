/**
 * The faults of a request, field by field.
 */
import * as Data from "effect/Data"
import type * as SchemaIssue from "effect/SchemaIssue"
import type { FaultReason } from "./fault-code.ts"
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

/** Says why a value of a schema is refused: an annotation of the schema, or of the issue that its check makes. */
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
