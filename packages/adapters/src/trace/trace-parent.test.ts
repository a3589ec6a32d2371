import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { spanFromTraceParent, traceParent } from "./trace-parent.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const spanId = "00f067aa0ba902b7"

const exporting = Tracer.make({ span: (options) => new Tracer.NativeSpan(options) })

describe("the traceparent of work", () => {
  it.effect("is absent if the span is not sampled", () =>
    Effect.gen(function* () {
      expect(yield* traceParent).toBeNull()
      expect(yield* Effect.withSpan(traceParent, "work")).toBeNull()
    }),
  )

  it.effect("names the current trace and span, even in a trace that others began", () =>
    Effect.gen(function* () {
      const parent = Tracer.externalSpan({ traceId, spanId })
      const header = yield* Effect.withSpan(traceParent, "work", { parent })
      expect(header).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`, "u"))
      expect(header).not.toContain(spanId)
    }).pipe(Effect.provideService(Tracer.Tracer, exporting)),
  )

  it.effect("is absent for a span that is not sampled", () =>
    Effect.gen(function* () {
      const parent = Tracer.externalSpan({ traceId, spanId, sampled: false })
      expect(yield* Effect.withSpan(traceParent, "work", { parent })).toBeNull()
    }).pipe(Effect.provideService(Tracer.Tracer, exporting)),
  )
})

describe("a received traceparent", () => {
  it.each([
    ["01", true],
    ["00", false],
    ["03", true],
    ["02", false],
  ])("with the flags %s names its span", (flags, sampled) => {
    expect(Option.getOrNull(spanFromTraceParent(`00-${traceId}-${spanId}-${flags}`))).toMatchObject({
      traceId,
      spanId,
      sampled,
    })
  })

  it.each([
    "",
    "x",
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}`,
    ` 00-${traceId}-${spanId}-01`,
  ])("is ignored if it reads %j", (header) => {
    expect(spanFromTraceParent(header)).toEqual(Option.none())
  })
})
