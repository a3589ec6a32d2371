/**
 * Who changed what about a company.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { QueryFaults } from "../authentication.ts"
import { NotFound } from "../errors.ts"
import { AuditPage, AuditQuery, AuditSheetQuery } from "./audit.ts"
import { company } from "./endpoint-parts.ts"

const latestFirst =
  "latest first, 15 a page. Filters combine by and. Entries are only ever added, and kept for good. Secrets are never in them."

const sheet = HttpApiSchema.StreamUint8Array({ contentType: "text/csv" })

const sheetExample = [
  "sequence,at,actor,address,request_id,action,subject,before,after",
  '1,2026-11-24 10:00:00,api_key 7,203.0.113.7,0b8e4f5e-5b1f-4a3c-9f64-2f1f6a0f9d11,link.create,1kz4q8m7t3x9w2p5r6n0b,,"{""title"":""Aula""}"',
  "",
].join("\r\n")

/** What is sent as it is has no schema of its own to have an example. */
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
  "UTF-8 after RFC 4180 unless `format` says otherwise, the oldest entry first, as long as the log is. Times are those of America/Sao_Paulo."

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
          description: `What people, keys and operators did to the company and what is its own, ${latestFirst}`,
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
        OpenApi.annotations({ summary: "Write who changed what as CSV", description: asSheet, transform: withExample }),
      ),
    HttpApiEndpoint.get("listPlatform", "/audit", { query: AuditQuery, success: AuditPage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List who changed what on the platform",
          description: `What was done to companies as a whole, to the operators of the service, and to its work, ${latestFirst}`,
        }),
      ),
    HttpApiEndpoint.get("exportPlatform", "/audit/export", { query: AuditSheetQuery, success: sheet })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Write who changed what on the platform as CSV",
          description: asSheet,
          transform: withExample,
        }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "Who changed what." }))
