/** The back office: a company's webhook deliveries, and redelivery. */
import { once, redeliverWebhook, replayWebhooks, type WebhookOff } from "@vintem/application"
import {
  BackOffice,
  NotFound,
  pageOf,
  webhookDeliveryFilter,
  webhookDeliveryView,
  webhookEventIdFromPath,
  webhookOff,
  webhookReplayBody,
} from "@vintem/contract"
import { perPage, WebhookDeliveryRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, faulty } from "../edge/body/answers.ts"
import { operatorScope } from "../edge/keys/keyed.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation, unread } from "../edge/received-request.ts"
import { listPage } from "../edge/request/list-page.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf, type OfCompany } from "./company-of.ts"

export const webhookDeliveries = HttpApiBuilder.group(BackOffice, "webhookDeliveries", (handlers) =>
  handlers
    .handle("list", ({ params, query }) =>
      Effect.gen(function* () {
        const { list } = yield* WebhookDeliveryRepository
        const { id } = yield* companyOf(params)
        const page = pageOf(query)
        const found = yield* list(id, webhookDeliveryFilter(query), { page, size: perPage })
        return yield* listPage(page, found, webhookDeliveryView)
      }).pipe(orServerError),
    )
    .handleRaw("redeliver", ({ params }) => redeliver(params), uninterruptible)
    .handleRaw("replay", ({ params }) => replay(params), uninterruptible),
)

interface OfWebhook extends OfCompany {
  readonly id: string
}

const redeliver = (params: OfWebhook) =>
  operation(
    { body: unread, isOptional: true },
    Effect.fnUntraced(function* ({ keyed }) {
      const { id: company } = yield* companyOf(params)
      const id = webhookEventIdFromPath(params.id)
      if (Option.isNone(id)) return yield* new NotFound()
      return yield* once(
        { keyed: keyed(operatorScope(company)), encode: () => answerText(202, { data: { id: id.value } }) },
        redeliverWebhook({ company, id: id.value }),
      )
    }),
  ).pipe(Effect.catchTags({ ...cannotSend, NoSuchDelivery: () => new NotFound() }))

const replay = (params: OfCompany) =>
  operation(
    { body: webhookReplayBody },
    Effect.fnUntraced(function* ({ input, keyed }) {
      const { id: company } = yield* companyOf(params)
      return yield* once(
        { keyed: keyed(operatorScope(company)), encode: (count) => answerText(202, { data: { count } }) },
        replayWebhooks({ company, stretch: input }),
      )
    }),
  ).pipe(Effect.catchTags(cannotSend))

const cannotSend = { WebhookOff: (off: WebhookOff) => Effect.succeed(faulty(webhookOff(off))) } as const
