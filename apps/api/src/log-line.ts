/**
 * An entry of the log as one line of JSON, in the shape of `Logger.formatJson`.
 *
 * Every request leaves one, so the usual kind is put together directly: one text, values without parts, no cause. Everything else goes the
 * general way, which looks into whatever it is given.
 */
import { Logger, References } from "effect"

type Entry = Parameters<typeof Logger.formatJson.log>[0]

export const logLine: Logger.Logger<unknown, string> = Logger.make(
  (entry) => plainLine(entry) ?? Logger.formatJson.log(entry),
)

/** Undefined where there is more to an entry than this knows to write. */
const plainLine = ({ cause, date, fiber, logLevel, message }: Entry): string | undefined => {
  const text: unknown = Array.isArray(message) && message.length === 1 ? message[0] : message
  if (typeof text !== "string" || cause.reasons.length > 0) return
  if (fiber.getRef(References.CurrentLogSpans).length > 0) return
  const annotations = fiber.getRef(References.CurrentLogAnnotations)
  for (const name in annotations) {
    if (!isPlain(annotations[name])) return
  }
  return JSON.stringify({
    message: text,
    level: logLevel.toUpperCase(),
    timestamp: date.toISOString(),
    annotations,
    spans: noSpans,
    fiberId: `#${fiber.id}`,
  })
}

const isPlain = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const noSpans = {}
