/** Companies with webhooks: a webhook, its due deliveries, and the clock that makes its retries pass. */
import type { Company } from "@vintem/domain/company"
import type { OrderNumber } from "@vintem/domain/identifiers"
import { JobQueue, WebhookDeliveryRepository, WebhookNotAnswered } from "@vintem/domain/ports"
import type { WebhookDelivery } from "@vintem/domain/webhook"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { configureWebhook, deliverDue, runDueJobs } from "../src/index.ts"
import { answered, now, Receiver, Seller } from "./shop.ts"

export const url = "https://loja.example.com/avisos"

/** Configures a company's webhook; the seller's if no company is given. */
export const configure = Effect.fnUntraced(function* (wish: { company?: Company; url?: string; tail?: boolean } = {}) {
  const company = wish.company ?? (yield* Seller)
  return yield* configureWebhook(company.id, { url: wish.url ?? url, hasLongTail: wish.tail ?? false })
})

/** The receiver answers this from now on. */
export const answering = Effect.fnUntraced(function* (status: number, retryAfterMillis: number | null = null) {
  const receiver = yield* Receiver
  receiver.answer = () => Effect.succeed(answered(status, retryAfterMillis))
})

/** The receiver no longer listens. */
export const silence = Effect.map(Receiver, (receiver) => {
  receiver.answer = () => new WebhookNotAnswered({ reason: "not_connected", detail: "ECONNREFUSED" })
})

/** Runs due jobs in both queues, and the jobs they make due. */
export const doAll = Effect.gen(function* () {
  while ((yield* runDueJobs()) + (yield* deliverDue()) > 0);
})

/** Lets time pass, and runs everything that falls due on the way at its hour, including deliveries. */
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

/** The seller's stored deliveries of an order, in sequence. */
export const deliveriesOf = Effect.fnUntraced(function* (order: OrderNumber) {
  const { ofOrder } = yield* WebhookDeliveryRepository
  return yield* ofOrder((yield* Seller).id, order)
})

/** A delivery, in short. */
export const shownOf = ({ event, state, attempts }: WebhookDelivery) => ({
  kind: event.kind,
  state,
  attempts: attempts.map(({ status, error }) => status ?? error),
})

/** The ids of the received messages, in order. */
export const idsReceived = Effect.map(Receiver, ({ received }) =>
  received.map(({ headers }) => headers["webhook-id"] ?? ""),
)
