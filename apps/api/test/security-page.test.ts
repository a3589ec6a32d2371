// docs/security.md names the tests that prove its claims: each of them exists.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./started-service.ts"

const rows = readFileSync(join(root, "docs/security.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| (?:API\d|3\.)/u.test(line))
  .map((line) => line.split(" | "))

const proofs = (cell: string) =>
  [...cell.matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/gu)].map(([, file = "", title = ""]) => [file, title])

describe("the page on security", () => {
  it("has all ten items of OWASP's list, and the requirements on stored cards", () => {
    const names = rows.map(([name = ""]) => name.replace(/^\| /u, "").split(" ")[0])
    expect(names.filter((name) => name?.startsWith("API"))).toEqual(
      Array.from({ length: 10 }, (_, at) => `API${at + 1}`),
    )
    expect(names).toEqual(expect.arrayContaining(["3.2.1", "3.3.1", "3.3.2", "3.4.1", "3.5.1", "3.6.1", "3.7"]))
  })

  it.each(rows.map(([name = "", , tests = ""]) => [name.replace(/^\| /u, ""), tests]))(
    "names existing tests for %s",
    (_, tests) => {
      const named = proofs(tests)
      expect(named).not.toEqual([])
      expect(named.filter(([file = "", title = ""]) => !isThere(file, title))).toEqual([])
    },
  )
})

/** True if the file has a test of this title, not only a mention: the first of several arguments. */
const isThere = (file: string, title: string): boolean => {
  const path = join(root, file)
  if (!existsSync(path)) return false
  const parts = readFileSync(path, "utf8").split(`"${title}",`)
  return parts.slice(0, -1).some((before) => before.trimEnd().endsWith("("))
}
