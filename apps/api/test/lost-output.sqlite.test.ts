// Standard output that cannot be written: the result is lost, and a script has to know.
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { fullDevice, runWithoutRoom } from "./spawned-program.ts"

const folder = mkdtempSync(join(tmpdir(), "vintem-lost-output-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!existsSync(fullDevice))("a command whose result cannot be written", () => {
  it.each([
    ["a line", ["company", "list"]],
    ["a stream", ["export", "orders", "--from", "2026-11-01", "--to", "2026-11-30"]],
  ])("ends with 1 and a sentence: %s", async (_, args) => {
    expect(await runWithoutRoom(args, { folder })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^Standard output could not be written \(Error: ENOSPC: .+\): the output is .+\n$/u,
      ),
    })
  })
})
