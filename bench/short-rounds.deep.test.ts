// Every bench still ends: with its figures, and without an error. Its figures here mean nothing.
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { benches } from "./benches.ts"

const run = fileURLToPath(new URL("run.ts", import.meta.url))

const shortRound = (name: string) =>
  promisify(execFile)(process.execPath, ["--conditions=vintem-source", run, name], {
    env: { ...process.env, BENCH_SHORT: "1" },
  })

describe("a short round of", () => {
  it.each(Object.keys(benches))("%s prints its figures", async (name) => {
    const { stdout } = await shortRound(name)
    const [, figures = ""] = stdout.split(`# ${name}\n`)
    expect(figures).toMatch(/\d/u)
    expect(figures).not.toMatch(/NaN|Infinity/u)
  })
})
