/**
 * How a command tells how far it is, on standard error: on a terminal in place, elsewhere now and then a line.
 */
import { Clock, Effect, Stdio, Stream } from "effect"

/** How often progress is told, milliseconds: to whoever watches, and to a log. */
const toTerminalMillis = 200
const toLogMillis = 10_000

/** Two ways of telling, one of which may be overwritten. */
export interface ProgressTeller {
  readonly isTerminal: boolean
  /** Tells what the next line may replace, unless the last one was told just now. @param line - after so many milliseconds of work */
  readonly passing: (line: (millis: number) => string) => Effect.Effect<void>
  /** Tells what stays. */
  readonly lasting: (line: (millis: number) => string) => Effect.Effect<void>
}

/** Begins to count the milliseconds. */
export const progressTeller: Effect.Effect<ProgressTeller, never, Stdio.Stdio> = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const isTerminal = yield* stdio.stderrIsTerminal
  const [everyMillis, before, after] = isTerminal ? [toTerminalMillis, "\r\u001b[2K", ""] : [toLogMillis, "", "\n"]
  const start = yield* Clock.currentTimeMillis
  let toldAt = start
  // Who no longer listens to the progress still wants the result.
  const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr({ endOnDone: false })))
  return {
    isTerminal,
    passing: Effect.fnUntraced(function* (line) {
      const now = yield* Clock.currentTimeMillis
      if (now - toldAt < everyMillis) return
      toldAt = now
      yield* write(`${before}${line(now - start)}${after}`)
    }),
    lasting: Effect.fnUntraced(function* (line) {
      toldAt = yield* Clock.currentTimeMillis
      yield* write(`${before}${line(toldAt - start)}\n`)
    }),
  }
})
