/** Reports progress on standard error: a bar in place on a terminal, a plain line now and then elsewhere. */
import { Clock, Effect, type Scope, Stdio, Stream, Terminal } from "effect"

/** The pause between progress lines in milliseconds, on a terminal and in a log. */
const toTerminalMillis = 200
const toLogMillis = 10_000

/** The number of cells in a bar. */
const barWidth = 20

/** The assumed width of a terminal that does not report one. */
const columnsUsual = 80

/**
 * An estimate is shown after this many milliseconds, and once this share is done: an earlier one would vary too much.
 */
const estimateAfterMillis = 5_000
const estimateAfterShare = 0.01

const clearLine = "\r\u001b[2K"

/** Makes a line when it is written. @param millis - since the work began */
type ProgressLine = (millis: number) => string

/** Two ways to write a line: one that is overwritten, and one that stays. */
export interface ProgressTeller {
  /**
   * Writes a line that the next one may replace. Skips it if the last line is recent. @param share - the share of the
   * work that is done, from 0 to 1; null if unknown
   */
  readonly passing: (share: number | null, line: ProgressLine) => Effect.Effect<void>
  /** Writes a line that stays. */
  readonly lasting: (line: ProgressLine) => Effect.Effect<void>
}

/** Starts the clock. At the end of the scope the temporary line is removed from a terminal, so that the next output begins a line. */
export const progressTeller: Effect.Effect<ProgressTeller, never, Stdio.Stdio | Terminal.Terminal | Scope.Scope> =
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const { columns } = yield* Terminal.Terminal
    const isTerminal = yield* stdio.stderrIsTerminal
    const everyMillis = isTerminal ? toTerminalMillis : toLogMillis
    const start = yield* Clock.currentTimeMillis
    let toldAt = start
    let isLinePassing = false
    let begun: { readonly share: number; readonly at: number } | null = null
    let last = 0
    // A closed standard error does not stop the command: its result is still wanted.
    const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr({ endOnDone: false })))
    const inPlace = Effect.fnUntraced(function* (text: string) {
      isLinePassing = true
      // A line that the terminal broke in two could not be replaced.
      const width = (yield* columns) || columnsUsual
      yield* write(`${clearLine}${text.slice(0, width - 1)}`)
    })
    const cleared = Effect.suspend(() => {
      if (!isLinePassing) return Effect.void
      isLinePassing = false
      return write(clearLine)
    })
    yield* Effect.addFinalizer(() => cleared)
    return {
      passing: Effect.fnUntraced(function* (share, line) {
        const now = yield* Clock.currentTimeMillis
        // Another table began: the speed of the previous table says nothing about it.
        if (share !== null && (begun === null || share < last)) begun = { share, at: now }
        last = share ?? 0
        if (now - toldAt < everyMillis) return
        toldAt = now
        const left = share === null || begun === null ? "" : timeLeft(share - begun.share, 1 - share, now - begun.at)
        const text = `${line(now - start)}${left}`
        yield* isTerminal ? inPlace(share === null ? text : `${progressBar(share)} ${text}`) : write(`${text}\n`)
      }),
      lasting: Effect.fnUntraced(function* (line) {
        toldAt = yield* Clock.currentTimeMillis
        yield* cleared
        yield* write(`${line(toldAt - start)}\n`)
      }),
    }
  })

/** `[#####---------------]`. @param share - clamped to 0 to 1 */
export const progressBar = (share: number): string => {
  const full = Math.floor(Math.min(Math.max(share, 0), 1) * barWidth)
  return `[${"#".repeat(full)}${"-".repeat(barWidth - full)}]`
}

/**
 * The estimated remaining time at this speed; empty if there is no estimate yet.
 *
 * @param done - share of the work that took `millis`
 * @param left - share that is not done yet
 */
export const timeLeft = (done: number, left: number, millis: number): string => {
  if (millis < estimateAfterMillis || done < estimateAfterShare || left <= 0) return ""
  const seconds = Math.ceil((millis / done) * left * 1e-3)
  return seconds < 90 ? `, ${seconds} s left` : `, ${Math.ceil(seconds / 60)} min left`
}
