import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Tracer } from "effect"
import { carefulTracer } from "./careful-tracer.ts"

const number = "4242424242424242"

/** The exported span of work under a careful tracer. */
const sentOf = <A, E>(work: Effect.Effect<A, E>) => {
  const sent: Array<Tracer.NativeSpan> = []
  const exporting = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      sent.push(span)
      return span
    },
  })
  return Effect.as(
    Effect.exit(Effect.provideService(Effect.withSpan(work, "work"), Tracer.Tracer, carefulTracer(exporting))),
    sent,
  )
}

const endOf = ([span]: ReadonlyArray<Tracer.NativeSpan>) =>
  span?.status._tag === "Ended" ? span.status.exit : Exit.void

describe("a careful tracer", () => {
  it.effect("exports listed attributes, if their values have the right form", () =>
    Effect.gen(function* () {
      const [span] = yield* sentOf(
        Effect.annotateCurrentSpan({
          "http.request.method": "POST",
          "http.route": `/l/${number} `,
          "http.response.status_code": 200,
          "url.full": `https://vintem.example/l/${number}`,
          key: "4vf0jyrthx2m8k6q3wz9c5nb7d1sag0e",
          email: "maria@example.com",
        }),
      )
      expect(span?.attributes).toEqual(
        new Map<string, unknown>([
          ["http.request.method", "POST"],
          ["http.response.status_code", 200],
          ["key", "4vf0jyrthx2m8k6q3wz9c5nb7d1sag0e"],
        ]),
      )
    }),
  )

  it.effect("exports no log line, and of a failure only its tag", () =>
    Effect.gen(function* () {
      const failing = Effect.andThen(
        Effect.logInfo(`a card ${number}`),
        Effect.fail({ _tag: "CardRefused", message: number, number }),
      )
      const failed = yield* sentOf(failing)
      expect(failed[0]?.events).toEqual([])
      const broken = yield* sentOf(Effect.die(new Error(`no card ${number}`, { cause: number })))
      for (const [spans, tag] of [
        [failed, "CardRefused"],
        [broken, "fault"],
      ] as const) {
        const exit = endOf(spans)
        const told = Exit.isFailure(exit) ? Cause.prettyErrors(exit.cause, { includeCauseInStack: true }) : []
        expect(told.map(({ message }) => message)).toEqual([tag])
        expect(
          `${Exit.isFailure(exit) ? Cause.pretty(exit.cause) : number}${told.map(({ stack }) => stack)}`,
        ).not.toContain(number)
      }
    }),
  )

  it.effect("exports that work was interrupted, and hides which fiber", () =>
    Effect.gen(function* () {
      const exit = endOf(yield* sentOf(Effect.interrupt))
      expect(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)).toBe(true)
    }),
  )
})
