// The log of a service whose process crashes in the middle of a tick of the event loop.
import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"

const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** Logs a line, and crashes in the tick before the line is written. */
const crashing = `
  import { Effect, Layer } from "effect"
  const { batchedLogging } = await import(${url("./logging.ts")})
  const crash = Effect.sync(() => process.nextTick(() => { throw new Error("nobody waits for this") }))
  await Effect.runPromise(Layer.build(batchedLogging).pipe(
    Effect.flatMap((logging) =>
      Effect.provide(Effect.andThen(Effect.logInfo("the last request"), Effect.andThen(crash, Effect.never)), logging)),
    Effect.scoped,
  ))`

describe("the log of a service", () => {
  it("has the lines of the tick that crashed", () => {
    const ended = spawnSync(
      process.execPath,
      ["--conditions=vintem-source", "--input-type=module", "--eval", crashing],
      {
        cwd: new URL("..", import.meta.url),
        encoding: "utf8",
      },
    )
    expect(ended.status).toBe(1)
    expect(ended.stderr).toContain('{"message":"the last request","level":"INFO"')
  })
})
