/**
 * Sends a test event to a company's webhook, once and now, and returns the answer.
 *
 * It is signed and sent like an order's event. Only the trail records it. It is not retried, and does not change the
 * webhook: a receiver that answers 410 is not disabled. It is also sent to a disabled webhook, because that is when a
 * company repairs its receiver.
 *
 * @see docs/decisions/webhooks.md#0294
 */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  Identifiers,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
  WebhookEndpointRepository,
  WebhookPayload,
  WebhookSender,
  WebhookSigner,
} from "@vintem/domain/ports"
import { answerReadMax, type SentTestEvent, shownAnswer, type TestEvent } from "@vintem/domain/webhook"
import { Clock, Effect, Option } from "effect"
import { recordInCompany } from "../trail/record-change.ts"
import { signedMessage } from "./signed-message.ts"
import { webhookSubject } from "./webhook-fields.ts"
import { WebhookOff } from "./webhook-off.ts"
import { WebhookPolicy } from "./webhook-policy.ts"

/**
 * The trail has the entry before anything is sent: what was sent is there, even if the process ends meanwhile. Fails with
 * `WebhookOff` if the company has no webhook. Takes as long as the receiver may take.
 */
export const sendTestEvent = Effect.fn("sendTestEvent")(function* (
  company: CompanyId,
): Effect.fn.Return<
  SentTestEvent,
  StorageUnavailable | WebhookOff,
  | Trail
  | Identifiers
  | UnitOfWork
  | WebhookEndpointRepository
  | WebhookPayload
  | WebhookPolicy
  | WebhookSender
  | WebhookSigner
> {
  const event = { id: yield* (yield* Identifiers).testEventId, at: instant(yield* Clock.currentTimeMillis) }
  const endpoint = yield* asked(company, event)
  const body = (yield* WebhookPayload).encodeTest(event)
  const { receiversNow } = yield* WebhookPolicy
  const signer = yield* WebhookSigner
  const sender = yield* WebhookSender
  const sentAt = yield* receiversNow
  const message = signedMessage(signer, endpoint, { company, ...event, body, receivedAt: sentAt })
  const answered = yield* Effect.match(sender.sendAndRead(message, answerReadMax), {
    onSuccess: ({ beginning, status }) => ({ status, error: null, answer: shownAnswer(beginning) }),
    onFailure: ({ detail, reason }) => ({ status: null, error: `${reason}: ${detail}`, answer: null }),
  })
  const sent: SentTestEvent = { event, body, ...answered, durationMillis: (yield* receiversNow) - sentAt }
  return sent
})

/** Records the request. */
const asked = Effect.fnUntraced(function* (company: CompanyId, { id }: TestEvent) {
  const { commit } = yield* UnitOfWork
  return yield* commit(
    Effect.gen(function* () {
      const found = yield* (yield* WebhookEndpointRepository).find(company)
      if (Option.isNone(found)) return yield* new WebhookOff({ because: "not_configured" })
      const after = { id, url: found.value.url }
      yield* recordInCompany(company, { action: "webhook.test", subject: webhookSubject, before: null, after })
      return found.value
    }),
  )
})
