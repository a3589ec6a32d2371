/**
 * Writes answers as text. An operation's encoder is made from the schema of its answers once, and is always compiled
 * (`effect/schema/SchemaJITCompiler`).
 *
 * A part of free JSON is taken unchanged and written with the rest. It was JSON when it was read, and the compiler
 * would leave everything around it to the interpreter.
 *
 * @see docs/decisions/wire.md#0282
 */
import { Result, Schema, SchemaAST } from "effect"

/** Fails if a value does not fit the schema of the answer. */
export const answerEncoder = ({ ast }: Schema.Constraint) => {
  const encode = Schema.encodeUnknownResult(Schema.make<Schema.Codec<unknown>>(compilable(ast)))
  return (answer: unknown): Result.Result<string, Schema.SchemaError> =>
    Result.map(encode(answer), (encoded) => JSON.stringify(encoded))
}

/** Replaces free JSON by a node that takes any value. A node without such a part stays the same object. */
export const compilable = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (SchemaAST.isDeclaration(ast) && SchemaAST.isDeclaration(json) && ast.run === json.run)
    return new SchemaAST.Any(undefined, ast.checks, undefined, ast.context)
  if (!hasParts(ast) || partsOf(ast).every((part) => compilable(part) === part)) return ast
  const { annotations, checks, encoding, context } = ast
  const rest = [annotations, checks, encoding, context, ast.encodingChecks] as const
  switch (ast._tag) {
    case "Arrays":
      return new SchemaAST.Arrays(ast.isMutable, ast.elements.map(compilable), ast.rest.map(compilable), ...rest)
    case "Objects":
      return new SchemaAST.Objects(
        ast.propertySignatures.map(({ name, type }) => new SchemaAST.PropertySignature(name, compilable(type))),
        ast.indexSignatures.map(({ parameter, type }) => new SchemaAST.IndexSignature(parameter, compilable(type))),
        ...rest,
      )
    case "Union":
      return new SchemaAST.Union(ast.types.map(compilable), ast.options, ...rest)
  }
}

const json: SchemaAST.AST = Schema.Json.ast

type Composite = SchemaAST.Arrays | SchemaAST.Objects | SchemaAST.Union

const hasParts = (ast: SchemaAST.AST): ast is Composite =>
  SchemaAST.isArrays(ast) || SchemaAST.isObjects(ast) || SchemaAST.isUnion(ast)

const partsOf = (ast: Composite): ReadonlyArray<SchemaAST.AST> => {
  switch (ast._tag) {
    case "Arrays":
      return [...ast.elements, ...ast.rest]
    case "Objects":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    case "Union":
      return ast.types
  }
}
