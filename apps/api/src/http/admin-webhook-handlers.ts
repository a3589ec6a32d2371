/**
 * The administration API: where a company is told of its orders.
 */
import { configureWebhook, enableWebhook, type NewWebhookSecret, once, rotateWebhook } from "@vintem/application"
import { AdminApi, decodeWebhook, done, invalid, NotFound, webhookAddressRefused, webhookView } from "@vintem/contract"
import {
  type CompanyId,
  instant,
  Secrets,
  type StorageUnavailable,
  type WebhookEndpoint,
  WebhookEndpointRepository,
  WebhookSender,
} from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, failed, json } from "./answers.ts"
import { companyOf, type OfCompany } from "./company-of.ts"
import { jsonBody, jsonBodyOrNone } from "./json-body.ts"
import { answered, keyedRequest, keyOf, keyRefusals, operatorScope } from "./keyed.ts"
import { orServerError } from "./server-error.ts"

export const webhook = HttpApiBuilder.group(AdminApi, "webhook", (handlers) =>
  handlers
    .handleRaw("configure", ({ params }) => configure(params), { uninterruptible: true })
    .handle("remove", ({ params }) =>
      Effect.gen(function* () {
        const { remove } = yield* WebhookEndpointRepository
        const { id } = yield* companyOf(params)
        return (yield* remove(id)) ? done("The webhook was removed.") : yield* new NotFound()
      }).pipe(orServerError),
    )
    .handleRaw("rotate", ({ params }) => change(params, rotateWebhook), { uninterruptible: true })
    .handleRaw("enable", ({ params }) => change(params, enableWebhook), {
      uninterruptible: true,
    }),
)

const configure = Effect.fnUntraced(function* (params: OfCompany) {
  const setting = decodeWebhook(yield* jsonBody)
  if (Result.isFailure(setting)) return failed(invalid(setting.failure))
  const { id } = yield* companyOf(params)
  const { url, long_tail: hasLongTail } = setting.success
  const checked = yield* Effect.result((yield* WebhookSender).check(url))
  if (Result.isFailure(checked)) return failed(invalid(webhookAddressRefused(checked.failure)))
  return json(200, { data: webhookView(yield* configureWebhook(id, { url, hasLongTail })) })
}, orServerError)

/** Part of a unit. */
type Step = Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable, WebhookEndpointRepository>

/** @param step - changes a company's webhook, maybe to a secret just made; none where it has none */
const change = (params: OfCompany, step: (company: CompanyId, next: NewWebhookSecret) => Step) =>
  Effect.gen(function* () {
    const body = yield* jsonBodyOrNone
    const key = yield* keyOf
    if (Result.isFailure(key)) return failed(invalid(key.failure))
    const { id } = yield* companyOf(params)
    const secret = yield* (yield* Secrets).newWebhookSecret
    const at = instant(yield* Clock.currentTimeMillis)
    const answer = yield* once(
      yield* keyedRequest(operatorScope(id), key.success, body),
      Effect.flatMap(step(id, { secret, at }), (changed) =>
        Option.isNone(changed)
          ? Effect.fail(new NotFound())
          : Effect.succeed(answerText(200, { data: webhookView(changed.value) })),
      ),
    )
    return answered(answer)
  }).pipe(Effect.catchTags(keyRefusals), orServerError)
