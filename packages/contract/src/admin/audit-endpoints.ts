/**
 * Who changed what about a company.
 */
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { QueryFaults } from "../authentication.ts"
import { NotFound } from "../errors.ts"
import { AuditPage, AuditQuery } from "./audit.ts"
import { company } from "./endpoint-parts.ts"

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
          description:
            "What people, keys and operators did to the company and what is its own, latest first, 15 a page. Filters combine by and. " +
            "Entries are only ever added, and kept for good. Secrets are never in them.",
        }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "Who changed what." }))
