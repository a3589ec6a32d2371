// Marks every declaration of a built package as free of side effects, so that a bundler drops those that a program does
// not use. The compiler cannot add this mark, and a bundler cannot know it of a call: a program that uses one function
// would get every schema.
import { decode, encode } from "@jridgewell/sourcemap-codec"
import { type Expression, parseSync, Visitor } from "oxc-parser"

/** A built file, and its source map. */
export interface BuiltFile {
  readonly code: string
  readonly map: string
}

/**
 * Wraps a module's declarations by calls, `const name = made()` or `class Name extends made()`, into functions that are
 * called at once and marked as pure. Calls inside functions stay unchanged: they run only when used.
 *
 * It wraps because a mark covers only one call, and bundlers keep an expression that also reads a field or spreads one.
 * They unwrap the used ones.
 */
export const declarePure = ({ code, map }: BuiltFile): BuiltFile => {
  const wrapped = declaredIn(code).filter(({ start, end }) => doesSomething(code.slice(start, end)))
  const insertions = wrapped
    .flatMap(
      ({ start, end }): ReadonlyArray<Insertion> => [
        { at: start, text: "/* @__PURE__ */ (() => (" },
        { at: end, text: "))()" },
      ],
    )
    .toSorted((left, right) => left.at - right.at)
  return { code: inserted(code, insertions), map: shifted(map, code, insertions) }
}

interface Insertion {
  readonly at: number
  readonly text: string
}

/** The module's `const` declarations and extended classes, each as a part of the text. */
const declaredIn = (code: string): ReadonlyArray<Expression> =>
  parseSync("built.js", code).program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    if (declaration?.type === "VariableDeclaration") return declaration.declarations.flatMap(({ init }) => init ?? [])
    return declaration?.type === "ClassDeclaration" ? (declaration.superClass ?? []) : []
  })

/**
 * True if a bundler has to assume a side effect: the expression calls, reads a field or spreads, outside of any
 * function.
 */
const doesSomething = (expression: string): boolean => {
  let depth = 0
  let found = false
  const enter = () => void depth++
  const leave = () => void depth--
  const note = () => {
    if (depth === 0) found = true
  }
  new Visitor({
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    CallExpression: note,
    NewExpression: note,
    MemberExpression: note,
    SpreadElement: note,
  }).visit(parseSync("expression.js", `(${expression})`).program)
  return found
}

const inserted = (code: string, insertions: ReadonlyArray<Insertion>): string => {
  const ends = [...insertions.map(({ at }) => at), code.length]
  const between = ends.map((end, position) => code.slice(ends[position - 1] ?? 0, end))
  return between.map((text, position) => text + (insertions[position]?.text ?? "")).join("")
}

/** The map of the text with its insertions. None has a line break: the text after one moves on its line. */
const shifted = (map: string, code: string, insertions: ReadonlyArray<Insertion>): string => {
  const { mappings, ...rest }: { mappings: string } = JSON.parse(map)
  const lines = code.split("\n")
  let lineStart = 0
  const decoded = decode(mappings)
  for (const [line, segments] of decoded.entries()) {
    const lineEnd = lineStart + (lines[line]?.length ?? 0)
    const own = insertions.filter(({ at }) => at >= lineStart && at <= lineEnd)
    for (const segment of segments) {
      const before = own.filter(({ at }) => at <= lineStart + segment[0])
      segment[0] += before.reduce((sum, { text }) => sum + text.length, 0)
    }
    lineStart = lineEnd + 1
  }
  return JSON.stringify({ ...rest, mappings: encode(decoded) })
}
