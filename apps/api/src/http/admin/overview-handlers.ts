/**
 * The overview of a company's orders, for its members.
 */
import { overview } from "@vintem/application"
import { BackOffice, invalid, overviewPeriod, overviewView } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orServerError } from "../edge/server-error.ts"
import { companyOf } from "./company-of.ts"

export const overviewOfCompany = HttpApiBuilder.group(BackOffice, "overview", (handlers) =>
  handlers.handle("get", ({ params, query }) =>
    Effect.gen(function* () {
      const { id } = yield* companyOf(params)
      const period = overviewPeriod(query, instant(yield* Clock.currentTimeMillis))
      if ("reason" in period) return yield* invalid({ faults: [period] })
      return { data: overviewView(yield* overview(id, period)) }
    }).pipe(orServerError),
  ),
)
