/** The administration API: the log of who changed what, for a company and for the platform. */
import {
  type AuditQuery,
  type AuditSheetQuery,
  auditEntryView,
  auditFilter,
  BackOffice,
  pageOf,
} from "@vintem/contract"
import { inCompany, platform, type Realm } from "@vintem/domain/access"
import { perPage, Trail } from "@vintem/domain/ports"
import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { auditEntries, auditSheet } from "../../sheets/audit-sheet.ts"
import { listPage } from "../edge/request/list-page.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf } from "./company-of.ts"

export const audit = HttpApiBuilder.group(BackOffice, "audit", (handlers) =>
  handlers
    .handle("list", ({ params, query }) =>
      Effect.flatMap(companyOf(params), ({ id }) => listed(inCompany(id), query)).pipe(orServerError),
    )
    .handleRaw("export", ({ params, query }) =>
      Effect.flatMap(companyOf(params), ({ id }) => sheetOf(inCompany(id), query)).pipe(orServerError),
    )
    .handle("listPlatform", ({ query }) => listed(platform, query).pipe(orServerError))
    .handleRaw("exportPlatform", ({ query }) => sheetOf(platform, query)),
)

const listed = Effect.fnUntraced(function* (realm: Realm, query: AuditQuery) {
  const { list } = yield* Trail
  const page = pageOf(query)
  const found = yield* list(realm, auditFilter(query), { page, size: perPage })
  return yield* listPage(page, found, auditEntryView)
})

/** If the storage fails on the way, the answer breaks off, and its client can tell. */
const sheetOf = (realm: Realm, query: AuditSheetQuery) =>
  Effect.map(Effect.context<Trail>(), (services) =>
    HttpServerResponse.stream(
      auditSheet(auditEntries(realm, auditFilter(query)), query.format ?? "csv").pipe(
        Stream.encodeText,
        Stream.provideContext(services),
      ),
      { contentType: "text/csv; charset=utf-8" },
    ),
  )
