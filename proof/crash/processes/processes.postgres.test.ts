// Three processes of the service on one PostgreSQL: one is killed, and another cut off.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { emptyPostgresUrl } from "@vintem/api/test/postgres-under-test.ts"
import { afterAll, describe, expect, it } from "vitest"
import { processesRun } from "./processes-run.ts"

const folder = mkdtempSync(join(tmpdir(), "vintem-processes-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("three processes on one PostgreSQL", () => {
  it("keep the service's promises while one is killed and another loses its connections", async () => {
    const told: Array<string> = []
    const databaseUrl = await emptyPostgresUrl()
    const report = await processesRun({ seed: 11, kills: 1, folder, databaseUrl, tell: (line) => told.push(line) })
    expect(report.breaches).toEqual([])
    expect(told).toEqual([
      expect.stringMatching(/vintem-2 killed, [1-9]\d* connections of vintem-3 cut/u),
      expect.stringMatching(/renewals.*vintem-3 killed, [1-9]\d* connections of vintem-1 cut/u),
    ])
  })
})
