// The published laws find faults of money: each of them is planted in a copy of the domain.
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeAll, describe, expect, it } from "vitest"
import { plantedFaults } from "./faults.ts"

/** What the laws say of each fault, in the faults' order. */
let violations: ReadonlyArray<ReadonlyArray<string>>

beforeAll(async () => {
  const program = join(import.meta.dirname, "find-faults.ts")
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=vintem-source", program])
  violations = JSON.parse(stdout)
}, 600_000)

describe("the published laws", () => {
  it.each(plantedFaults.map(({ name }, index) => ({ name, index })))("find it if $name", ({ index }) => {
    expect(violations[index]).not.toEqual([])
  })
})
