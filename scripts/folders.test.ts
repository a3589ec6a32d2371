// Folders face one way: if one imports another, nothing there imports it back, by whatever detour. A file beside folders counts as a folder
// of its own. Files face one way, too.
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
  "apps/panel/src",
  "apps/pay/src",
]

const filesIn = (source: string): ReadonlyArray<string> =>
  globSync("**/*.ts", { cwd: join(root, source) }).filter((name) => !name.endsWith(".test.ts"))

/** Which parts each part imports, with one import that shows it. */
const importsOf = (
  source: string,
  files: ReadonlyArray<string>,
  partOf: (file: string) => string,
): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const folder = join(root, source)
  const found = new Map<string, Map<string, string>>()
  for (const file of files) {
    for (const [, imported = ""] of readFileSync(join(folder, file), "utf8").matchAll(/from "(\.[^"]+)"/gu)) {
      const [from, to] = [partOf(file), partOf(relative(folder, join(folder, dirname(file), imported)))]
      if (from === to) continue
      const of = found.get(from) ?? new Map<string, string>()
      found.set(from, of.set(to, `${file} imports ${imported}`))
    }
  }
  return found
}

/** The part that a file belongs to: its folder, or itself if it stands beside folders. */
const partsOf = (files: ReadonlyArray<string>): ((file: string) => string) => {
  const above = new Set(files.map((file) => dirname(dirname(file))))
  return (file) => (above.has(dirname(file)) ? file : dirname(file))
}

/** The shortest way from one part to another, import by import; null if there is none. */
const wayBetween = (
  imports: ReadonlyMap<string, ReadonlyMap<string, string>>,
  from: string,
  to: string,
): ReadonlyArray<string> | null => {
  const reached = new Map<string, ReadonlyArray<string>>([[from, []]])
  for (const [part, way] of reached) {
    for (const [next, shown] of imports.get(part) ?? []) {
      if (next === to) return [...way, shown]
      if (!reached.has(next)) reached.set(next, [...way, shown])
    }
  }
  return null
}

/** Texts in two languages, whose type is that of the first. */
const isText = (file: string): boolean => file.startsWith("text/")

describe.each(sources)("%s", (source) => {
  const files = filesIn(source)

  const circlesOf = (imports: ReturnType<typeof importsOf>) =>
    [...imports.keys()].map((part) => wayBetween(imports, part, part)).filter((way) => way !== null)

  it("has parts that import one another, and none that imports itself by way of others", () => {
    const imports = importsOf(source, files, partsOf(files))
    expect(imports.size).toBeGreaterThan(0)
    expect(circlesOf(imports)).toEqual([])
  })

  it("has no file that imports itself by way of others", () => {
    const judged = files.filter((file) => !isText(file))
    expect(circlesOf(importsOf(source, judged, (file) => file))).toEqual([])
  })
})
