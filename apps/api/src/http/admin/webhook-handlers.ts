/**
 * The back office: a company's webhook.
 */
import {
  configureWebhook,
  enableWebhook,
  type NewWebhookSecret,
  once,
  removeWebhook,
  rotateWebhook,
  sendTestEvent,
} from "@vintem/application"
import {
  BackOffice,
  companyWebhookView,
  done,
  NotFound,
  sentTestEventView,
  webhookAddressRefused,
  webhookBody,
  webhookOff,
  webhookView,
} from "@vintem/contract"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  Secrets,
  type StorageUnavailable,
  type Trail,
  WebhookEndpointRepository,
  WebhookSender,
} from "@vintem/domain/ports"
import type { WebhookEndpoint } from "@vintem/domain/webhook"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, faulty, json } from "../edge/body/answers.ts"
import { operatorScope } from "../edge/keys/keyed.ts"
import { RateLimits, tooManyRequests } from "../edge/limits/rate-limit.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation, unread } from "../edge/received-request.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf, type OfCompany } from "./company-of.ts"

export const webhook = HttpApiBuilder.group(BackOffice, "webhook", (handlers) =>
  handlers
    .handle("get", ({ params }) =>
      Effect.gen(function* () {
        const { find } = yield* WebhookEndpointRepository
        const { id } = yield* companyOf(params)
        const found = yield* find(id)
        return Option.isNone(found) ? yield* new NotFound() : { data: companyWebhookView(found.value) }
      }).pipe(orServerError),
    )
    .handleRaw("configure", ({ params }) => configure(params), uninterruptible)
    .handle("remove", ({ params }) =>
      Effect.gen(function* () {
        const { id } = yield* companyOf(params)
        return (yield* removeWebhook(id)) ? done("The webhook was removed.") : yield* new NotFound()
      }).pipe(orServerError),
    )
    .handleRaw("rotate", ({ params }) => change(params, rotateWebhook), uninterruptible)
    .handleRaw("enable", ({ params }) => change(params, enableWebhook), uninterruptible)
    .handleRaw("test", ({ params }) => test(params), uninterruptible),
)

const configure = (params: OfCompany) =>
  operation(
    { body: webhookBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { id } = yield* companyOf(params)
      const { url, long_tail: hasLongTail, events } = input
      const checked = yield* Effect.result((yield* WebhookSender).check(url))
      if (Result.isFailure(checked)) return faulty(webhookAddressRefused(checked.failure))
      return json(200, { data: webhookView(yield* configureWebhook(id, { url, hasLongTail, events })) })
    }),
  )

/**
 * The outcome is shown once and not stored, so an idempotency key would add nothing: another request is another test.
 */
const test = (params: OfCompany) =>
  operation(
    { body: unread, isOptional: true, isKeyed: false },
    Effect.fnUntraced(function* () {
      const { id } = yield* companyOf(params)
      const seconds = yield* (yield* RateLimits).takeTestEvent(id)
      if (seconds !== null) return tooManyRequests(seconds)
      return json(200, { data: sentTestEventView(yield* sendTestEvent(id)) })
    }),
  ).pipe(Effect.catchTag("WebhookOff", (off) => Effect.succeed(faulty(webhookOff(off)))))

/** Part of a unit. */
type Step = Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable, Trail | WebhookEndpointRepository>

/** @param step - changes a company's webhook, maybe to a new secret; none if it has no webhook */
const change = (params: OfCompany, step: (company: CompanyId, next: NewWebhookSecret) => Step) =>
  operation(
    { body: unread, isOptional: true },
    Effect.fnUntraced(function* ({ keyed, now }) {
      const { id } = yield* companyOf(params)
      const secret = yield* (yield* Secrets).newWebhookSecret
      return yield* once(
        {
          keyed: keyed(operatorScope(id)),
          encode: (changed: WebhookEndpoint) => answerText(200, { data: webhookView(changed) }),
        },
        Effect.flatMap(
          step(id, { secret, at: now }),
          Option.match({ onNone: () => Effect.fail(new NotFound()), onSome: Effect.succeed }),
        ),
      )
    }),
  )
