// Log lines: the fast path writes the general formatter's text, and lines go out together and in order.
import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger, References } from "effect"
import fc from "fast-check"
import { lineBatches } from "./line-batches.ts"
import { logLine, requestLine } from "./log-line.ts"
import { RequestLog } from "./request-log.ts"

const value = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.bigInt(),
  fc.array(fc.string(), { maxLength: 2 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
)

/** Characters that JSON escapes, among others that it does not. */
const text = fc.string({ unit: fc.constantFrom(..."aZ 09/~", '"', "\\", "\n", "\u007f", "\u2028", "é", "\ud800") })

/** Entries that the fast path can write. */
const plainEntry = fc.record({
  message: text,
  annotations: fc.dictionary(text, fc.oneof(text, fc.double(), fc.constantFrom(Number.NaN, -0), fc.boolean())),
  spans: fc.constant([]),
  fault: fc.constant(null),
})

const anyEntry = fc.record({
  message: fc.oneof(fc.string(), value, fc.array(value, { maxLength: 3 })),
  annotations: fc.dictionary(fc.string(), value, { maxKeys: 4 }),
  spans: fc.array(fc.string(), { maxLength: 1 }),
  fault: fc.option(fc.string()),
})

describe("logLine", () => {
  it("equality: any entry has the general formatter's line", () => {
    fc.assert(
      fc.property(fc.oneof(plainEntry, anyEntry), ({ annotations, fault, message, spans }) => {
        const lines: Array<string> = []
        const both = Logger.make((one) => {
          lines.push(logLine.log(one), Logger.formatJson.log(one))
        })
        const logged = (fault === null ? Effect.log(message) : Effect.logError(message, new Error(fault))).pipe(
          Effect.annotateLogs(annotations),
          Effect.provideService(
            References.CurrentLogSpans,
            spans.map((label) => [label, 0] as const),
          ),
          Effect.provide(Logger.layer([both])),
        )
        Effect.runSync(logged)
        expect(lines).toHaveLength(2)
        expect(lines[0]).toBe(lines[1])
      }),
      { numRuns: 300 },
    )
  })
})

describe("lineBatches", () => {
  it("writes the lines of a tick together, in their order", async () => {
    const written: Array<string> = []
    const { add } = lineBatches((text) => written.push(text))
    for (const line of ["a", "b", "c"]) add(line)
    expect(written).toEqual([])
    await setImmediate()
    add("d")
    await setImmediate()
    expect(written).toEqual(["a\nb\nc\n", "d\n"])
  })

  it("holds back no more than its limit", () => {
    const written: Array<string> = []
    const { add } = lineBatches((text) => written.push(text))
    for (let line = 0; line < 100; line += 1) add("x".repeat(1_000))
    expect(written.map((text) => text.length)).toEqual([66 * 1_001])
  })

  it("writes the waiting lines on a flush, once", async () => {
    const written: Array<string> = []
    const { add, flush } = lineBatches((text) => written.push(text))
    add("a")
    flush()
    flush()
    await setImmediate()
    expect(written).toEqual(["a\n"])
  })
})

describe("the log line of a request", () => {
  it("equality: it is the logger's own line", () => {
    const request = fc.record({
      id: text,
      method: text,
      path: text,
      status: fc.integer({ min: 100, max: 599 }),
      ms: fc.integer({ min: 0, max: 10_000_000 }).map((hundredths) => hundredths / 100),
    })
    fc.assert(
      fc.property(request, (answered) => {
        const lines: Array<string> = []
        const logger = Logger.make((entry) => {
          const at = entry.date.getTime()
          lines.push(Logger.formatJson.log(entry), requestLine({ ...answered, at }, entry.fiber.id))
        })
        const logged = Effect.withFiber((fiber) =>
          Effect.map(RequestLog, (write) => write({ ...answered, at: 0 }, fiber)),
        )
        Effect.runSync(Effect.provide(logged, Logger.layer([logger])))
        expect(lines).toHaveLength(2)
        expect(lines[1]).toBe(lines[0])
      }),
    )
  })
})
