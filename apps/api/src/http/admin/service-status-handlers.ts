/**
 * The back office: the state of the service.
 */
import { AskNow } from "@vintem/application"
import { BackOffice, done, pageOf, unknownOutcomeView } from "@vintem/contract"
import { perPage } from "@vintem/domain/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ServiceStatus } from "../../status/service-status.ts"
import { listPage } from "../edge/request/list-page.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"

export const serviceStatus = HttpApiBuilder.group(BackOffice, "serviceStatus", (handlers) =>
  handlers
    .handle("get", () =>
      Effect.gen(function* () {
        const { base } = yield* PublicUrl
        return { data: yield* (yield* ServiceStatus).read(base) }
      }).pipe(orServerError),
    )
    .handle("unknownOutcomes", ({ query }) =>
      Effect.gen(function* () {
        const page = pageOf(query)
        const all = yield* (yield* ServiceStatus).unknownOutcomes
        const entries = all.slice((page - 1) * perPage, page * perPage)
        return yield* listPage(page, { entries, total: all.length }, unknownOutcomeView)
      }).pipe(orServerError),
    )
    .handle("ask", () =>
      Effect.gen(function* () {
        yield* (yield* AskNow).ask
        return done("The service now asks the acquirer about everything without an outcome.")
      }).pipe(orServerError),
    ),
)
