import { AdminApi, PanelApi, PayerApi, PublicApi, SandboxApi } from "@vintem/contract"
import { Result, Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { compile } from "effect/schema/SchemaAOTCompiler"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { answerEncoder, compilable } from "./answer-encoder.ts"

/** The answers of an API that are written by a schema, with their operations. */
const answersOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const found: Array<readonly [operation: string, ast: SchemaAST.AST]> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path, success }, successes }) => {
      if ([...success].some((schema) => "sseMode" in schema)) return
      for (const [schema] of successes.values()) if (schema) found.push([`${method} ${path}`, schema.ast])
    },
  })
  return found
}

const answers = [
  ...answersOf(AdminApi),
  ...answersOf(PanelApi),
  ...answersOf(PayerApi),
  ...answersOf(PublicApi),
  ...answersOf(SandboxApi),
]

const schemaOf = (ast: SchemaAST.AST) => Schema.make<Schema.Codec<unknown>>(ast)

describe("the encoder of an answer", () => {
  it("is compiled, whatever the answer holds", () => {
    expect(answers.length).toBeGreaterThan(100)
    const isCompiled = (ast: SchemaAST.AST) =>
      compile([{ ast: SchemaAST.flip(ast), operations: ["decode"] }]).includes('case "decode":')
    expect(answers.filter(([, ast]) => !isCompiled(compilable(ast))).map(([operation]) => operation)).toEqual([])
    expect(isCompiled(Schema.Array(Schema.Json).ast)).toBe(false)
  })

  it.each(answers)("writes what the schema of %s encodes", (_, ast) => {
    const written = answerEncoder(schemaOf(ast))
    const encode = Schema.encodeUnknownSync(schemaOf(ast))
    fc.assert(
      fc.property(valueOf(ast), (answer) => {
        expect(Result.getOrThrow(written(answer))).toBe(JSON.stringify(encode(answer)))
      }),
      { numRuns: 20 },
    )
  })

  it("refuses what does not fit the schema, except inside free JSON", () => {
    const written = answerEncoder(Schema.Struct({ id: Schema.Int, payload: Schema.Json }))
    expect(written({ id: 1, payload: { a: [1, "\u2028"] } })).toEqual(
      Result.succeed('{"id":1,"payload":{"a":[1,"\u2028"]}}'),
    )
    expect(Result.isFailure(written({ id: "1", payload: null }))).toBe(true)
    expect(Result.isFailure(written({ id: 1 }))).toBe(true)
  })
})

const hostileText = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: "binary" }) },
  {
    weight: 9,
    arbitrary: fc.string({
      unit: fc.constantFrom('"', "\\", "\0", "\n", "\u007f", "\u2028", "\ud800", "\udc00", "😀", "ã", "</"),
    }),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 2000, maxLength: 3000 }) },
)

/** Texts in the formats that answers have. */
const formed = [
  "2026-11-21 10:15:00",
  "189.80",
  "-0.05",
  "evt_7K3M9Q2X5R8T_1",
  `evt_test_${"djfcmahledoikcmf".repeat(2)}`,
]

/** Hostile values of a schema; objects have their keys in reverse order, and one too many. */
const valueOf = (ast: SchemaAST.AST): fc.Arbitrary<unknown> => {
  const fits = Schema.is(schemaOf(ast))
  switch (ast._tag) {
    case "String":
      return ast.checks === undefined ? hostileText : fc.constantFrom(...formed.filter(fits))
    case "Number":
      return fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true })).filter(fits)
    case "Boolean":
      return fc.boolean()
    case "Null":
      return fc.constant(null)
    case "Literal":
      return fc.constant(ast.literal)
    case "Declaration":
      return fc.jsonValue({ stringUnit: "binary" }).filter(fits)
    case "Union":
      return fc.oneof(...ast.types.map(valueOf))
    case "Arrays":
      return fc.array(fc.oneof(...ast.rest.map(valueOf)), { maxLength: 3 })
    case "Objects": {
      const [entries] = ast.indexSignatures
      if (entries !== undefined) return fc.dictionary(hostileText, valueOf(entries.type))
      const fields = ast.propertySignatures.map(({ name, type }) => [String(name), valueOf(type)] as const)
      return fc
        .record(Object.fromEntries(fields))
        .map((object) => Object.fromEntries([["one too many", "\ud800"], ...Object.entries(object).reverse()]))
    }
    default:
      throw new Error(`No answer has had a ${ast._tag}.`)
  }
}
