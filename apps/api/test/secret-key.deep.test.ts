/** The secret key of a sandbox on SQLite, if several processes create it at once. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { spawnedPrograms } from "./spawned-service.ts"

const { newFolder, start } = spawnedPrograms()

it("has one key if several processes start at once, and no draft of another remains", async () => {
  const folder = newFolder()
  const data = join(folder, "data")
  const environment = { DATABASE_URL: `sqlite:${join(data, "vintem.db")}` }
  const list = () => start(["company", "list"], { folder, environment }).ended
  const ended = await Promise.all([list(), list(), list(), list()])
  expect(ended.map(({ status, stderr }) => [status, stderr])).toEqual(ended.map(() => [0, ""]))
  expect(readdirSync(data).toSorted()).toEqual(["secret-key", "vintem.db"])
  const again = await list()
  expect([again.status, again.stderr]).toEqual([0, ""])
})
