/** The back office: background work that the service gave up, and retrying it. */
import { retryDeadJob } from "@vintem/application"
import { BackOffice, deadJobView, invalid, jobIdFromPath, NotFound, pageOf, webhookOff } from "@vintem/contract"
import { JobQueue, perPage } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listPage } from "../edge/request/list-page.ts"
import { orServerError } from "../edge/server-error.ts"

export const deadJobs = HttpApiBuilder.group(BackOffice, "deadJobs", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { dead } = yield* JobQueue
        const page = pageOf(query)
        return yield* listPage(page, yield* dead({ page, size: perPage }), deadJobView)
      }).pipe(orServerError),
    )
    .handle("retry", ({ params }) =>
      Effect.gen(function* () {
        const id = jobIdFromPath(params.id)
        if (Option.isNone(id) || !(yield* retryDeadJob(id.value))) return yield* new NotFound()
        return { data: { id: id.value } }
      }).pipe(
        Effect.catchTag("WebhookOff", (off) => Effect.fail(invalid(webhookOff(off)))),
        orServerError,
      ),
    ),
)
