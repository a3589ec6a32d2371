/**
 * The administration API: who changed what about a company.
 */
import { auditEntryView, auditFilter, BackOffice, pageOf } from "@vintem/contract"
import { inCompany } from "@vintem/domain/access"
import { AuditLog, perPage } from "@vintem/domain/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listPage } from "../edge/list-page.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf } from "./company-of.ts"

export const audit = HttpApiBuilder.group(BackOffice, "audit", (handlers) =>
  handlers.handle("list", ({ params, query }) =>
    Effect.gen(function* () {
      const { id } = yield* companyOf(params)
      const { list } = yield* AuditLog
      const page = pageOf(query)
      const found = yield* list(inCompany(id), auditFilter(query), { page, size: perPage })
      return yield* listPage(page, found, auditEntryView)
    }).pipe(orServerError),
  ),
)
