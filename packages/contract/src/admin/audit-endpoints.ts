/** The log of who changed what in a company. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { QueryFaults } from "../authentication.ts"
import { NotFound } from "../errors.ts"
import { AuditPage, AuditQuery, AuditSheetQuery } from "./audit.ts"
import { company } from "./endpoint-parts.ts"

const latestFirst =
  "latest first, 15 a page. All filters must match. Entries are never changed or deleted, and hold no secrets."

const sheet = HttpApiSchema.StreamUint8Array({ contentType: "text/csv" })

const sheetExample = [
  "sequence,at,actor,address,request_id,action,subject,before,after",
  '1,2026-11-24 10:00:00,api_key 7,203.0.113.7,0b8e4f5e-5b1f-4a3c-9f64-2f1f6a0f9d11,link.create,1kz4q8m7t3x9w2p5r6n0b,,"{""title"":""Aula""}"',
  "",
].join("\r\n")

/** An answer that is sent as text has no schema, and so no example of its own. */
const withExample: OpenApi.Transform["Service"] = (operation) => ({
  ...operation,
  responses: {
    ...operation["responses"],
    200: {
      ...operation["responses"][200],
      content: { "text/csv": { schema: { type: "string" }, example: sheetExample } },
    },
  },
})

const asSheet =
  "The whole log, oldest entry first: UTF-8 by RFC 4180 unless `format` says otherwise. Times are in America/Sao_Paulo."

export const Audit = HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("list", "/companies/:company/audit", {
      params: { company },
      query: AuditQuery,
      success: AuditPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List who changed what",
          description: `What people, keys and operators changed in the company, ${latestFirst}`,
        }),
      ),
    HttpApiEndpoint.get("export", "/companies/:company/audit/export", {
      params: { company },
      query: AuditSheetQuery,
      success: sheet,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Export who changed what as CSV",
          description: asSheet,
          transform: withExample,
        }),
      ),
    HttpApiEndpoint.get("listPlatform", "/audit", { query: AuditQuery, success: AuditPage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List who changed what on the platform",
          description: `Changes to companies as a whole, to operators and to background work, ${latestFirst}`,
        }),
      ),
    HttpApiEndpoint.get("exportPlatform", "/audit/export", { query: AuditSheetQuery, success: sheet })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Export who changed what on the platform as CSV",
          description: asSheet,
          transform: withExample,
        }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "Who changed what." }))
