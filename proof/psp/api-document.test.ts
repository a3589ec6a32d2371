import { describe, expect, it } from "vitest"
import { readApiDocument } from "./api-document.ts"
import type { Exchange } from "./fake-institution.ts"

const document = readApiDocument(`
openapi: 3.0.0
paths:
  /cob/{txid}:
    parameters:
      - { name: txid, in: path, required: true, schema: { type: string, pattern: "[a-z0-9]{4,8}" } }
    put:
      requestBody: { $ref: "#/components/requestBodies/Cob" }
      responses:
        "201": { content: { application/json: { schema: { $ref: "#/components/schemas/Cob" } } } }
        "404": { $ref: "#/components/responses/None" }
  /cob:
    get:
      parameters:
        - { name: inicio, in: query, required: true, schema: { type: string, format: date-time } }
        - { name: pagina, in: query, schema: { type: integer, minimum: 0 } }
      responses:
        "200": { content: { application/json: { schema: { type: object, required: [idCob] } } } }
components:
  requestBodies:
    Cob: { content: { application/json: { schema: { $ref: "#/components/schemas/Cob" } } } }
  responses:
    None: { content: { application/problem+json: { schema: { type: object, required: [type] } } } }
  schemas:
    Cob: { type: object, required: [cpf], properties: { cpf: { type: string, pattern: "/^\\\\d{3}$/" } } }
`)

const put: Exchange = {
  method: "PUT",
  path: "/cob/abcd1",
  query: new URLSearchParams(),
  contentType: "application/json",
  authorization: undefined,
  body: '{"cpf":"123"}',
  status: 201,
  answerType: "application/json",
  answer: '{"cpf":"123"}',
}

const get: Exchange = {
  ...put,
  method: "GET",
  path: "/cob",
  query: new URLSearchParams({ inicio: "2026-11-27T10:00:00Z", pagina: "0" }),
  status: 200,
  answer: "{}",
}

describe("a document", () => {
  it.each([
    ["a request with a body", put],
    ["a list", get],
    ["an error", { ...put, status: 404, answerType: "application/problem+json", answer: '{"type":"a"}' }],
  ])("accepts %s that keeps to it", (_, exchange) => {
    expect(document.faultsOf(exchange)).toEqual([])
  })

  it.each<[string, Partial<Exchange>, string]>([
    ["a path that is too long for its pattern", { path: "/cob/abcdefghi" }, "parameter txid"],
    ["a request that breaks its schema", { body: "{}" }, "request must have"],
    ["a text that only has a part that fits", { body: '{"cpf":"1234"}' }, "request/cpf must match"],
    ["an answer that breaks its schema", { answer: '{"cpf":5}' }, "answer/cpf must be string"],
    ["a status that is not described", { status: 200 }, "status 200 is not described"],
    ["another type of an answer", { answerType: "text/html" }, "answer has the type text/html"],
    ["an operation that it does not have", { method: "DELETE" }, "there is no DELETE /cob/abcd1"],
  ])("names %s", (_, changed, fault) => {
    expect(document.faultsOf({ ...put, ...changed }).join("\n")).toContain(fault)
  })

  it.each<[string, string, string]>([
    ["a missing parameter", "pagina=0", "parameter inicio is missing"],
    ["an unknown parameter", "inicio=2026-11-27T10:00:00Z&de=1", "unknown parameter de"],
    ["a time without a zone", "inicio=2026-11-27T10:00:00", "parameter inicio must match format"],
    ["a number that is too small", "inicio=2026-11-27T10:00:00Z&pagina=-1", "parameter pagina must be >= 0"],
  ])("names %s", (_, query, fault) => {
    expect(document.faultsOf({ ...get, query: new URLSearchParams(query) }).join("\n")).toContain(fault)
  })
})
