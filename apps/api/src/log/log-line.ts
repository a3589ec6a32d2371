/**
 * An entry of the log as one line of JSON, in the shape of `Logger.formatJson`.
 *
 * Every request leaves a line, so usual entries are composed directly: one text, plain values, no cause. Other entries
 * use the general formatter, which inspects every value.
 */
import { Logger, References } from "effect"
import { type AnsweredRequest, lineMessage } from "./request-log.ts"

type Entry = Parameters<typeof Logger.formatJson.log>[0]

export const logLine: Logger.Logger<unknown, string> = Logger.make(
  (entry) => plainLine(entry) ?? Logger.formatJson.log(entry),
)

/** The logger's line for a request. @param fiber - the number of the fiber that answered it */
export const requestLine = ({ at, id, method, ms, path, status }: AnsweredRequest, fiber: number): string =>
  `{"message":"${lineMessage}","level":"INFO","timestamp":"${timestampOf(at)}",` +
  `"annotations":{"request_id":${quoted(id)},"method":${quoted(method)},"path":${quoted(path)},"status":${status},"ms":${ms}},` +
  `"spans":{},"fiberId":"#${fiber}"}`

/** Undefined if the entry is not a usual one. */
const plainLine = ({ cause, date, fiber, logLevel, message }: Entry): string | undefined => {
  const text: unknown = Array.isArray(message) && message.length === 1 ? message[0] : message
  if (typeof text !== "string" || cause.reasons.length > 0) return
  if (fiber.getRef(References.CurrentLogSpans).length > 0) return
  const annotations = plainFields(fiber.getRef(References.CurrentLogAnnotations))
  if (annotations === undefined) return
  return (
    `{"message":${quoted(text)},"level":"${logLevel.toUpperCase()}","timestamp":"${timestampOf(date.getTime())}",` +
    `"annotations":{${annotations}},"spans":{},"fiberId":"#${fiber.id}"}`
  )
}

const plainFields = (annotations: Readonly<Record<string, unknown>>): string | undefined => {
  let fields = ""
  for (const name in annotations) {
    const value = plainValue(annotations[name])
    if (value === undefined) return
    fields += `${fields === "" ? "" : ","}${quoted(name)}:${value}`
  }
  return fields
}

const plainValue = (value: unknown): string | undefined => {
  switch (typeof value) {
    case "string":
      return quoted(value)
    case "number":
      return Number.isFinite(value) ? `${value}` : "null"
    case "boolean":
      return `${value}`
    default:
      return
  }
}

const quoted = (text: string): string => (needsNoEscape.test(text) ? `"${text}"` : JSON.stringify(text))

/** Printable ASCII, except the quotation mark and the backslash. */
const needsNoEscape = /^[ !#-[\]-~]*$/u

/** Formats an instant. Entries within one millisecond share the text. */
const timestampOf = (millis: number): string => {
  if (millis !== lastMillis) {
    lastMillis = millis
    lastTimestamp = new Date(millis).toISOString()
  }
  return lastTimestamp
}

let lastMillis = Number.NaN
let lastTimestamp = ""
