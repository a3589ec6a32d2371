// Our API descriptions are good OpenAPI: Spectral finds nothing, by the rules of openapi.spectral.yaml.
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
// @boundaries-ignore linters stand outside of the workspaces, for all deep tests
import { linter } from "../../../scripts/linters/linter.ts"
import { describedSides } from "./described-sides.ts"

const folder = mkdtempSync(join(tmpdir(), "vintem-openapi-"))
afterAll(() => rmSync(folder, { recursive: true }))

const documents = {
  public: describedSides.public.description,
  administration: describedSides.administration.description,
  sandbox: describedSides.sandbox.description,
  payer: describedSides.payer.description,
}

/** No contact, an operation without a name, an answer without a description, and an example that does not match. */
const broken = {
  ...documents.public,
  info: { title: "Broken", version: "1.0.0" },
  paths: {
    "/broken": {
      get: { responses: { 200: { content: { "application/json": { schema: { type: "integer" }, example: "x" } } } } },
    },
  },
}

const Findings = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ source: Schema.String, code: Schema.String, message: Schema.String })),
)

/** The linter's findings in all documents in one run, by file name. */
const lint = (names: ReadonlyArray<string>): Promise<typeof Findings.Type> => {
  const spectral = linter("@stoplight/spectral-cli/dist/index.js")
  const ruleset = fileURLToPath(new URL("../openapi.spectral.yaml", import.meta.url))
  const files = names.map((name) => join(folder, `${name}.json`))
  return new Promise((resolve, reject) => {
    const options = ["--ruleset", ruleset, "--format", "json", "--quiet", "--fail-severity", "hint"]
    execFile(process.execPath, [spectral, "lint", ...files, ...options], (error, stdout, stderr) => {
      // It ends with 1 if it finds something, with 2 if it could not look.
      if (error !== null && error.code !== 1) reject(new Error(`${stdout}\n${stderr}`))
      else resolve(Schema.decodeSync(Findings)(stdout))
    })
  })
}

let found: typeof Findings.Type
beforeAll(async () => {
  const all = { ...documents, broken }
  for (const [name, document] of Object.entries(all)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(document))
  }
  found = await lint(Object.keys(all))
})

const Requirements = Schema.Array(Schema.Record(Schema.String, Schema.Unknown))
const Secured = Schema.Struct({
  components: Schema.Struct({ securitySchemes: Schema.optional(Schema.Record(Schema.String, Schema.Unknown)) }),
  security: Schema.optional(Requirements),
  paths: Schema.Record(
    Schema.String,
    Schema.Record(Schema.String, Schema.Struct({ security: Schema.optional(Requirements) })),
  ),
})

const securityIn = (path: (typeof Secured.Type)["paths"][string]) =>
  Object.values(path).map(({ security }) => security ?? [])

const foundIn = (name: string) => found.filter(({ source }) => basename(source) === `${name}.json`)

describe("the linter of API descriptions", () => {
  it.each(Object.keys(documents))("finds nothing in that of the %s API", (name) => {
    expect(foundIn(name)).toEqual([])
  })

  it.each(Object.entries(documents))(
    "has no finding on schemes: the %s API declares each that it names",
    (_, document) => {
      const { components, ...rest } = Schema.decodeUnknownSync(Secured)(document)
      const named = [rest.security ?? [], ...Object.values(rest.paths).flatMap(securityIn)].flat().flatMap(Object.keys)
      expect(Object.keys(components.securitySchemes ?? {})).toEqual(expect.arrayContaining(named))
    },
  )

  it("finds the faults of a broken one", () => {
    expect(foundIn("broken").map(({ code }) => code)).toEqual(
      expect.arrayContaining(["info-contact", "oas3-schema", "oas3-valid-media-example", "operation-operationId"]),
    )
  })
})
