// The wrapping of a package's declarations changes neither their values nor their source locations.
import { decode } from "@jridgewell/sourcemap-codec"
import { build, type Plugin, transformSync } from "esbuild"
import { describe, expect, it } from "vitest"
import { type BuiltFile, declarePure } from "./pure-declarations.ts"

const source = `
const schema = (fields) => ({ fields, class: () => class { of = fields } })
export const terms = schema({ percent: 1 })
export const bracket = schema({ upTo: 2, ...terms.fields }); export const used = 3
export class Refused extends schema({ reason: "é 🙂" }).class() {}
export const later = () => schema({}), names = Object.keys(terms.fields)
let counted = 0
export const isCounted = () => counted++ === 0
`

const compiled = transformSync(source, { sourcemap: "external", sourcefile: "source.js" })
const built = declarePure(compiled)

/** The rest of the module in a program that imports one name. */
const bundleOf = async (name: string): Promise<string> => {
  const plugin: Plugin = {
    name: "built",
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /^built$/ }, ({ path }) => ({ path, namespace: "built" }))
      onLoad({ filter: /.*/, namespace: "built" }, () => ({ contents: built.code }))
    },
  }
  const stdin = { contents: `export { ${name} } from "built"` }
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    plugins: [plugin],
  })
  return outputFiles.map(({ text }) => text).join("")
}

describe("declarePure", () => {
  it("leaves every declaration's value unchanged", async () => {
    const module = await import(`data:text/javascript,${encodeURIComponent(built.code)}`)
    expect(module.terms.fields).toEqual({ percent: 1 })
    expect(module.bracket.fields).toEqual({ upTo: 2, percent: 1 })
    expect(new module.Refused().of).toEqual({ reason: "é 🙂" })
    expect(module.names).toEqual(["percent"])
    expect([module.isCounted(), module.isCounted()]).toEqual([true, false])
  })

  it("makes a bundler drop unused declarations, even with calls and spreads", async () => {
    expect(await bundleOf("used")).toMatch(/^var \w+=3;export\{\w+ as used\};\n$/u)
    expect(await bundleOf("terms")).not.toContain("upTo")
  })

  it("keeps the map correct: each word still has its place in the source", () => {
    const before = wordsOf(compiled)
    expect(before.length).toBeGreaterThan(30)
    expect(wordsOf(built)).toEqual(before)
  })
})

/** The words with a known source, each with its place there. */
const wordsOf = ({ code, map }: BuiltFile) => {
  const lines = code.split("\n")
  const { mappings }: { mappings: string } = JSON.parse(map)
  return decode(mappings).flatMap((segments, line) =>
    segments.flatMap(([column, ...place]) => {
      const [word] = /^\w+/u.exec(lines[line]?.slice(column) ?? "") ?? []
      return word === undefined ? [] : [{ word, place }]
    }),
  )
}
