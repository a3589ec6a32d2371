/**
 * The 422 of a request with faults.
 */
import type * as SchemaIssue from "effect/SchemaIssue"
import { Invalid } from "./errors.ts"
import { fault, faultsOf, type InvalidFields, messageOf } from "./input/fault.ts"
import type { FaultDetail, FaultReason } from "./input/fault-code.ts"

/** A reason as it is sent: without the words of its sentence. */
const detailOf = (reason: FaultReason): FaultDetail => {
  if (!("words" in reason)) return reason
  const { words: _words, ...detail } = reason
  return detail
}

/** The answer to a request with these faults: messages and codes by path, the first message in front. */
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

/** The answer if a schema found faults in a whole query or body. */
export const invalidFromIssue = (issue: SchemaIssue.Issue): Invalid => {
  const [first = fault("", { code: "invalid" }), ...rest] = faultsOf(issue)
  return invalid({ faults: [first, ...rest] })
}
