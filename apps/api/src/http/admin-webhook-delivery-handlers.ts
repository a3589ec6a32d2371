/**
 * The administration API: what became of the webhooks of a company, and sending them again.
 */
import { once, redeliverWebhook, replayWebhooks, type WebhookOff } from "@vintem/application"
import {
  AdminApi,
  decodeWebhookReplay,
  invalid,
  invalidFields,
  NotFound,
  pageOf,
  webhookDeliveryFilter,
  webhookDeliveryView,
  webhookEventIdFromPath,
  webhookOff,
} from "@vintem/contract"
import { perPage, WebhookDeliveryRepository } from "@vintem/domain"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, failed } from "./answers.ts"
import { companyOf, type OfCompany } from "./company-of.ts"
import { jsonBody, jsonBodyOrNone } from "./json-body.ts"
import { answered, faultsOf, keyedRequest, keyOf, keyRefusals, operatorScope } from "./keyed.ts"
import { listPage } from "./list-page.ts"
import { orServerError } from "./server-error.ts"

export const webhookDeliveries = HttpApiBuilder.group(AdminApi, "webhookDeliveries", (handlers) =>
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
    .handleRaw("redeliver", ({ params }) => redeliver(params), { uninterruptible: true })
    .handleRaw("replay", ({ params }) => replay(params), { uninterruptible: true }),
)

interface OfWebhook extends OfCompany {
  readonly id: string
}

const redeliver = (params: OfWebhook) =>
  Effect.gen(function* () {
    const body = yield* jsonBodyOrNone
    const key = yield* keyOf
    if (Result.isFailure(key)) return failed(invalid(key.failure))
    const { id: company } = yield* companyOf(params)
    const id = webhookEventIdFromPath(params.id)
    if (Option.isNone(id)) return yield* new NotFound()
    const answer = yield* once(
      yield* keyedRequest(operatorScope(company), key.success, body),
      Effect.as(redeliverWebhook({ company, id: id.value }), answerText(202, { data: { id: id.value } })),
    )
    return answered(answer)
  }).pipe(Effect.catchTags({ ...keyRefusals, ...cannotSend, NoSuchDelivery: () => new NotFound() }), orServerError)

const replay = (params: OfCompany) =>
  Effect.gen(function* () {
    const body = yield* jsonBody
    const stretch = decodeWebhookReplay(body)
    const key = yield* keyOf
    if (Result.isFailure(stretch) || Result.isFailure(key)) {
      return failed(invalid(invalidFields(faultsOf(stretch, key))))
    }
    const { id: company } = yield* companyOf(params)
    const answer = yield* once(
      yield* keyedRequest(operatorScope(company), key.success, body),
      Effect.map(replayWebhooks({ company, stretch: stretch.success }), (count) =>
        answerText(202, { data: { count } }),
      ),
    )
    return answered(answer)
  }).pipe(Effect.catchTags({ ...keyRefusals, ...cannotSend }), orServerError)

const cannotSend = { WebhookOff: (off: WebhookOff) => Effect.succeed(failed(invalid(webhookOff(off)))) } as const
