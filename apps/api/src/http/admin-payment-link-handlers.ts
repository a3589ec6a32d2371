/**
 * The administration API: what an operator sees of a payment link.
 */
import { linkHistory } from "@vintem/application"
import { AdminApi, linkHistoryView, linkSlugFromPath, NotFound } from "@vintem/contract"
import { instant } from "@vintem/domain"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { companyOf } from "./company-of.ts"
import { orServerError } from "./server-error.ts"

export const paymentLinks = HttpApiBuilder.group(AdminApi, "paymentLinks", (handlers) =>
  handlers.handle("history", ({ params }) =>
    Effect.gen(function* () {
      const company = yield* companyOf(params)
      const slug = yield* Effect.fromOption(linkSlugFromPath(params.slug))
      const history = yield* linkHistory(company.id, slug)
      return { data: linkHistoryView(history, instant(yield* Clock.currentTimeMillis)) }
    }).pipe(
      Effect.catchTag(["NoSuchElementError", "NoSuchLink"], () => new NotFound()),
      orServerError,
    ),
  ),
)
