/**
 * The back office: payment links, one by one.
 */
import { linkHistory } from "@vintem/application"
import { BackOffice, linkHistoryView, linkSlugFromPath, NotFound } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { createLink, getLink, listLinks, removeLink, updateLink } from "../company/payment-links.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf, operatorAt } from "./company-of.ts"

export const paymentLinks = HttpApiBuilder.group(BackOffice, "paymentLinks", (handlers) =>
  handlers
    .handleRaw("create", ({ params }) => createLink(operatorAt(params)), uninterruptible)
    .handle("list", ({ params, query }) => listLinks(operatorAt(params), query))
    .handle("get", ({ params }) => getLink(operatorAt(params), params))
    .handleRaw("update", ({ params }) => updateLink(operatorAt(params), params), uninterruptible)
    .handleRaw("remove", ({ params }) => removeLink(operatorAt(params), params), uninterruptible)
    .handle("history", ({ params }) =>
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
