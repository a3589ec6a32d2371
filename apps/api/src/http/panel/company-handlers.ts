/** Companies for their members, who see and change their own, and for operators. */
import {
  companyPagesBody,
  companyTermsBody,
  moderationBody,
  PanelOwn,
  pageOf,
  panelCompanyView,
} from "@vintem/contract"
import type { Company } from "@vintem/domain/company"
import { CompanyRepository, perPage } from "@vintem/domain/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { createCompany, updateCompany } from "../admin/company-handlers.ts"
import { companyOf } from "../admin/company-of.ts"
import { platformScope } from "../edge/keys/keyed.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { listPage } from "../edge/request/list-page.ts"
import { orServerError } from "../edge/server-error.ts"

export const company = HttpApiBuilder.group(PanelOwn, "company", (handlers) =>
  handlers
    .handle("get", ({ params }) =>
      companyOf(params).pipe(
        Effect.map((found) => ({ data: panelCompanyView(found) })),
        orServerError,
      ),
    )
    .handleRaw("update", ({ params }) => updateCompany(params, companyPagesBody, shown), uninterruptible),
)

export const companies = HttpApiBuilder.group(PanelOwn, "companies", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { list } = yield* CompanyRepository
        const page = pageOf(query)
        return yield* listPage(page, yield* list({ page, size: perPage }), panelCompanyView)
      }).pipe(orServerError),
    )
    .handleRaw("create", () => create, uninterruptible)
    .handleRaw("update", ({ params }) => updateCompany(params, companyTermsBody, shown), uninterruptible)
    .handleRaw("moderate", ({ params }) => updateCompany(params, moderationBody, shown), uninterruptible),
)

const shown = (one: Company) => Effect.succeed(panelCompanyView(one))

const create = createCompany(platformScope("panel"), panelCompanyView)
