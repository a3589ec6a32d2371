// No regular expression of the service takes longer than in proportion to its text, whatever the text is.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync, type Expression as Syntax, Visitor } from "oxc-parser"
import { describe, expect, it, vi } from "vitest"

// The checker's only backend that runs everywhere; the others are programs for some machines.
vi.stubEnv("RECHECK_BACKEND", "pure")
const { checkSync } = await import("recheck")

const root = join(import.meta.dirname, "..")

interface Expression {
  /** The place and the text, for a failing test. */
  readonly shown: string
  readonly pattern: string
  readonly flags: string
}

/** Every literal of a file. Expressions made at run time are also listed, without a pattern. */
const expressionsOf = (file: string): { literals: Array<Expression>; made: Array<string> } => {
  const literals: Array<Expression> = []
  const made: Array<string> = []
  const noteMaker = ({ callee }: { readonly callee: Syntax }) => {
    if (callee.type === "Identifier" && callee.name === "RegExp") made.push(file)
  }
  new Visitor({
    Literal: (node) => {
      if (!("regex" in node)) return
      const { flags, pattern } = node.regex
      literals.push({ shown: `${file} /${pattern}/${flags}`, pattern, flags })
    },
    NewExpression: noteMaker,
    CallExpression: noteMaker,
  }).visit(parseSync(file, readFileSync(join(root, file), "utf8")).program)
  return { literals, made }
}

const files = globSync("{packages/{domain,application,adapters,contract},apps/api}/src/**/*.ts", { cwd: root }).filter(
  (file) => !file.endsWith(".test.ts"),
)
const found = files.map(expressionsOf)

/** Only counting limits the work: a time limit would take a busy machine for a slow expression. */
const untimed = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null, timeout: null }

const verdictOf = ({ flags, pattern }: Pick<Expression, "flags" | "pattern">): string => {
  const judged = checkSync(pattern, flags, untimed)
  return judged.status === "vulnerable" ? judged.complexity.summary : judged.status
}

describe("a regular expression", () => {
  it("is found in every place", () => {
    expect(files.length).toBeGreaterThan(300)
    expect(found.flatMap(({ literals }) => literals).length).toBeGreaterThan(100)
  })

  it.each(found.flatMap(({ literals }) => literals))("takes time in proportion to its text: $shown", (expression) => {
    expect(verdictOf(expression)).toBe("safe")
  })

  // Composed of parts in one file, and tried only on a text of at most 77 characters.
  it("is a literal, except those of Pix keys and locations", () => {
    expect(found.flatMap(({ made }) => made).sort()).toEqual([
      "packages/domain/src/pix/br-code.ts",
      "packages/domain/src/pix/pix-key.ts",
    ])
  })

  it("would fail with the square of its text, or worse", () => {
    expect(verdictOf({ pattern: "\\/+$", flags: "u" })).toContain("2nd degree polynomial")
    expect(verdictOf({ pattern: "^(a+)+$", flags: "u" })).toContain("exponential")
  })
})
