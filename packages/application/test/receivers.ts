/**
 * Companies that are told of their orders: a webhook, what is due for it, and the clock that makes its retries pass.
 */
import type { Company } from "@vintem/domain/company"
import type { OrderNumber } from "@vintem/domain/identifiers"
import { JobQueue, WebhookDeliveryRepository, WebhookNotAnswered } from "@vintem/domain/ports"
import type { WebhookDelivery } from "@vintem/domain/webhook"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { configureWebhook, deliverDue, runDueJobs } from "../src/index.ts"
import { answered, now, Receiver, Seller } from "./shop.ts"

export const url = "https://loja.example.com/avisos"

/** Tells a company's webhook where to go; the seller's where no company is given. */
export const configure = Effect.fnUntraced(function* (wish: { company?: Company; url?: string; tail?: boolean } = {}) {
  const company = wish.company ?? (yield* Seller)
  return yield* configureWebhook(company.id, { url: wish.url ?? url, hasLongTail: wish.tail ?? false })
})

/** The receiver says this to everything that follows. */
export const answering = Effect.fnUntraced(function* (status: number, retryAfterMillis: number | null = null) {
  const receiver = yield* Receiver
  receiver.answer = () => Effect.succeed(answered(status, retryAfterMillis))
})

/** The receiver listens no more. */
export const silence = Effect.map(Receiver, (receiver) => {
  receiver.answer = () => new WebhookNotAnswered({ reason: "not_connected", detail: "ECONNREFUSED" })
})

/** Does what is due now in both queues, and what that makes due. */
export const doAll = Effect.gen(function* () {
  while ((yield* runDueJobs()) + (yield* deliverDue()) > 0);
})

/** Lets time pass, and has everything that falls due on the way done at its hour, deliveries too. */
export const deliverFor = Effect.fnUntraced(function* (millis: number) {
  const { nextDue } = yield* JobQueue
  const until = (yield* now) + millis
  while (true) {
    const due = yield* nextDue
    if (due === null || due > until) break
    yield* TestClock.setTime(Math.max(due, yield* now))
    yield* doAll
  }
  yield* TestClock.setTime(Math.max(until, yield* now))
})

/** What was kept for an order of the seller, in sequence. */
export const deliveriesOf = Effect.fnUntraced(function* (order: OrderNumber) {
  const { ofOrder } = yield* WebhookDeliveryRepository
  return yield* ofOrder((yield* Seller).id, order)
})

/** What a delivery shows, in short. */
export const shownOf = ({ event, state, attempts }: WebhookDelivery) => ({
  kind: event.kind,
  state,
  attempts: attempts.map(({ status, error }) => status ?? error),
})

/** The ids of what was received, in order. */
export const idsReceived = Effect.map(Receiver, ({ received }) =>
  received.map(({ headers }) => headers["webhook-id"] ?? ""),
)
