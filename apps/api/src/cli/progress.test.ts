import { Effect, Layer, Sink, Stdio, Terminal } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { progressBar, progressTeller, timeLeft } from "./progress.ts"

const wiped = "\r\u001b[2K"

/** Returns what standard error gets from work of this many steps, one a second. */
const told = (isTerminal: boolean, steps: number, columns = 80, line = (step: number) => `step ${step}`) => {
  let written = ""
  const stdio = Stdio.layerTest({
    stderrIsTerminal: Effect.succeed(isTerminal),
    stderr: () =>
      Sink.forEachArray((texts: ReadonlyArray<string | Uint8Array>) =>
        Effect.sync(() => {
          written += texts.join("")
        }),
      ),
  })
  const terminal = Layer.mock(Terminal.Terminal, {
    "~effect/Terminal": "~effect/Terminal",
    columns: Effect.succeed(columns),
  })
  return Effect.gen(function* () {
    const { lasting, passing } = yield* progressTeller
    for (let step = 1; step <= steps; step += 1) {
      yield* TestClock.adjust("1 second")
      yield* passing(step / steps, () => line(step))
    }
    if (!isTerminal) yield* lasting((millis) => `done after ${millis}`)
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.mergeAll(stdio, terminal, TestClock.layer())),
    Effect.map(() => written),
    Effect.runPromise,
  )
}

describe("progress", () => {
  it("is a bar in place on a terminal, and disappears when the work ends", async () => {
    expect(await told(true, 4)).toBe(
      [
        "[#####---------------] step 1",
        "[##########----------] step 2",
        "[###############-----] step 3",
        "[####################] step 4",
        "",
      ]
        .map((text) => `${wiped}${text}`)
        .join(""),
    )
  })

  it("is a plain line every ten seconds elsewhere, with the remaining time", async () => {
    expect(await told(false, 25)).toBe("step 10, 15 s left\nstep 20, 5 s left\ndone after 25000\n")
  })

  it("fits in one line of a terminal, however narrow or silent about its width", async () => {
    expect(await told(true, 1, 12)).toBe(`${wiped}[##########${wiped}`)
    expect((await told(true, 1, 0, () => "x".repeat(200))).length).toBe(79 + 2 * wiped.length)
  })
})

describe("a bar", () => {
  it.each([
    [-1, "[--------------------]"],
    [0, "[--------------------]"],
    [0.049, "[--------------------]"],
    [0.05, "[#-------------------]"],
    [0.999, "[###################-]"],
    [1, "[####################]"],
    [2, "[####################]"],
  ])("of %d is %s", (share, bar) => {
    expect(progressBar(share)).toBe(bar)
  })
})

describe("the remaining time", () => {
  it.each([
    [0.5, 0.5, 4_999, ""],
    [0.009, 0.991, 60_000, ""],
    [1, 0, 60_000, ""],
    [0.5, 0.5, 10_000, ", 10 s left"],
    [0.1, 0.9, 10_000, ", 2 min left"],
    [0.1, 0.4, 10_000, ", 40 s left"],
  ])("for %d done and %d left after %d ms is '%s'", (done, left, millis, text) => {
    expect(timeLeft(done, left, millis)).toBe(text)
  })
})
