// A fault can be planted only where its line exists: a change of the line has to change the fault, too.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import mutants from "./mutants.json" with { type: "json" }

const root = join(import.meta.dirname, "..")

describe("the faults that are planted", () => {
  it("are sixty", () => {
    expect(mutants).toHaveLength(60)
  })

  it.each(mutants.map((mutant, index) => ({ number: index + 1, ...mutant })))(
    "number $number changes what stands once in $file",
    ({ file, mutant, original }) => {
      expect(readFileSync(join(root, file), "utf8").split(original)).toHaveLength(2)
      expect(mutant).not.toBe(original)
    },
  )
})
