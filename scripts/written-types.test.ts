// A use case's result, errors and requirements are written next to it, and not inferred from its body.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"
import { describe, expect, it } from "vitest"

const sources = join(import.meta.dirname, "../packages/application/src")

/** The parts of a syntax tree that this test reads. */
interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

const nodes = (value: unknown): ReadonlyArray<Node> => [value].flat().filter(isNode)

/** `Effect.fn` for a member of `Effect`; null for a call of anything else. */
const calledMember = (callee: unknown): string | null => {
  const [called] = nodes(callee)
  if (called?.type === "CallExpression") return calledMember(called["callee"])
  if (called?.type !== "MemberExpression") return null
  const [object] = nodes(called["object"])
  const [property] = nodes(called["property"])
  return object?.["name"] === "Effect" ? String(property?.["name"]) : null
}

/** True if a variable's value is, or returns, an effect without a written type. */
const isInferred = (init: unknown): boolean => {
  const [begun] = nodes(init)
  if (begun?.type === "ArrowFunctionExpression") {
    const [body] = nodes(begun["body"])
    return isNode(begun["returnType"])
      ? false
      : body?.type === "CallExpression" && calledMember(body["callee"]) !== null
  }
  if (begun?.type !== "CallExpression") return false
  const member = calledMember(begun["callee"])
  if (member === "fn" || member === "fnUntraced") {
    return !nodes(begun["arguments"]).some((one) => isNode(one["returnType"]))
  }
  return member !== null
}

/** Names of a source's exported values that are effects, or return some, without a written type. */
const inferredIn = (source: string): ReadonlyArray<string> =>
  nodes(parseSync("source.ts", source).program.body)
    .filter(({ type }) => type === "ExportNamedDeclaration")
    .flatMap(({ declaration }) => nodes(declaration))
    .flatMap(({ declarations }) => nodes(declarations))
    .flatMap(({ id, init }) => {
      const [name] = nodes(id)
      return name !== undefined && !isNode(name["typeAnnotation"]) && isInferred(init) ? [String(name["name"])] : []
    })

describe("an exported effect of the application", () => {
  it("has its type written", () => {
    const inferred = globSync("**/*.ts", { cwd: sources })
      .filter((name) => !name.endsWith(".test.ts"))
      .flatMap((name) => inferredIn(readFileSync(join(sources, name), "utf8")).map((value) => `${name}: ${value}`))
    expect(inferred).toEqual([])
  })

  it.each([
    "export const a = Effect.fnUntraced(function* (n: number) {})",
    'export const a = Effect.fn("a")(function* () {}, Effect.uninterruptible)',
    "export const a = Effect.gen(function* () {})",
    "export const a = (n: number) => Effect.succeed(n)",
  ])("is found if it has none: %s", (source) => {
    expect(inferredIn(source)).toEqual(["a"])
  })

  it.each([
    "export const a = Effect.fnUntraced(function* (n: number): Effect.fn.Return<void> {})",
    'export const a = Effect.fn("a")(function* (): Effect.fn.Return<void> {}, Effect.uninterruptible)',
    "export const a: Effect.Effect<void> = Effect.gen(function* () {})",
    "export const a = (n: number): Effect.Effect<number> => Effect.succeed(n)",
    "export const a = (n: number) => n + 1",
    "const a = Effect.fnUntraced(function* () {})",
  ])("is not found if it has one, or is no effect: %s", (source) => {
    expect(inferredIn(source)).toEqual([])
  })
})
