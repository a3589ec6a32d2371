// Imports between folders go one way: if one folder imports another, nothing there imports it back, even indirectly.
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")

/** The checked source folders. */
const sources = [
  "packages/domain/src",
  "packages/testing/src",
  "packages/application/src",
  "packages/adapters/src",
  "packages/contract/src",
  "apps/api/src",
]

/** The imports of each folder, with one example each. Files next to the folders put them together and do not count. */
const importsOf = (source: string): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const folder = join(root, source)
  const found = new Map<string, Map<string, string>>()
  for (const file of globSync("**/*.ts", { cwd: folder }).filter((name) => !name.endsWith(".test.ts"))) {
    for (const [, imported = ""] of readFileSync(join(folder, file), "utf8").matchAll(/from "(\.[^"]+)"/gu)) {
      const to = relative(folder, dirname(join(folder, dirname(file), imported)))
      const from = dirname(file)
      if (from === to || from === "." || to === "") continue
      const of = found.get(from) ?? new Map<string, string>()
      found.set(from, of.set(to, `${file} imports ${imported}`))
    }
  }
  return found
}

/** The shortest path of imports from one folder to another; null if there is none. */
const wayBetween = (
  imports: ReadonlyMap<string, ReadonlyMap<string, string>>,
  from: string,
  to: string,
): ReadonlyArray<string> | null => {
  const reached = new Map<string, ReadonlyArray<string>>([[from, []]])
  for (const [folder, way] of reached) {
    for (const [next, shown] of imports.get(folder) ?? []) {
      if (next === to) return [...way, shown]
      if (!reached.has(next)) reached.set(next, [...way, shown])
    }
  }
  return null
}

describe.each(sources)("%s", (source) => {
  const imports = importsOf(source)

  it("has folders that import one another", () => {
    expect(imports.size).toBeGreaterThan(0)
  })

  it("has no folder that imports itself by way of others", () => {
    const circles = [...imports.keys()]
      .map((folder) => wayBetween(imports, folder, folder))
      .filter((way) => way !== null)
    expect(circles).toEqual([])
  })
})
