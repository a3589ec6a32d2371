// One kill of the real service under load. The deep tests next to this one have more, amid renewals and on several
// processes.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { crashRun } from "./crash-run.ts"

/** Its first kill meets the service serving. */
const seed = 29

const folder = mkdtempSync(join(tmpdir(), "vintem-crash-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the service, killed under load", () => {
  it("keeps its promises", async () => {
    const told: Array<string> = []
    const { breaches } = await crashRun({ seed, kills: 1, folder, tell: (line) => told.push(line) })
    expect(breaches).toEqual([])
    expect(told.join("\n")).toMatch(/serving[\s\S]*[1-9]\d* webhooks received/u)
  })
})
