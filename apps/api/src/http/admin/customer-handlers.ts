/** A company's customers, for its members and the operators. */
import {
  BackOffice,
  customerDetailMax,
  customerDetailView,
  customerFilter,
  customerView,
  NotFound,
  pageOf,
} from "@vintem/contract"
import { CustomerRepository, PersonalData, perPage } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listPage } from "../edge/request/list-page.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf } from "./company-of.ts"
import { customerIn } from "./customer-data-handlers.ts"

export const customers = HttpApiBuilder.group(BackOffice, "customers", (handlers) =>
  handlers
    .handle("list", ({ params, query }) =>
      Effect.gen(function* () {
        const company = yield* companyOf(params)
        const { list } = yield* CustomerRepository
        const page = pageOf(query)
        const found = yield* list(company.id, customerFilter(query), { page, size: perPage })
        return yield* listPage(page, found, customerView)
      }).pipe(orServerError),
    )
    .handle("get", ({ params }) =>
      Effect.gen(function* () {
        const { base } = yield* PublicUrl
        const { id: company } = yield* companyOf(params)
        const { glance } = yield* PersonalData
        const found = Option.getOrNull(yield* glance(company, yield* customerIn(params), customerDetailMax))
        if (found === null) return yield* new NotFound()
        return { data: customerDetailView(found, base) }
      }).pipe(orServerError),
    ),
)
