/** Webhook deliveries of a company, by the number of their order. */
import { instant } from "@vintem/domain/calendar"
import { PageNumber, WebhookDeliveryRepository, WebhookEndpointRepository } from "@vintem/domain/ports"
import { newDelivery, redelivered, type WebhookDelivery, WebhookDeliveryState } from "@vintem/domain/webhook"
import { exampleNow, examplePlacedAt, exampleWebhookEvent, notifiedOrder } from "@vintem/testing"
import { Effect } from "effect"
import type { Shop } from "./sqlite-shop.ts"

type Owner = Pick<Shop, "company">

const delivered = (delivery: WebhookDelivery): WebhookDelivery => ({
  ...delivery,
  state: "delivered",
  attempts: [{ at: exampleNow, status: 200, error: null, durationMillis: 12 }],
  tries: 1,
  nextAttemptAt: null,
  endedAt: exampleNow,
})

/** Stores two notifications of an order. Most are delivered; for every tenth order the second one waits. */
export const storeDeliveries = Effect.fnUntraced(function* ({ company }: Owner, n: number) {
  const deliveries = yield* WebhookDeliveryRepository
  const [first, second] = [1, 2].map((sequence) =>
    newDelivery(exampleWebhookEvent(company, n, sequence, { kind: n % 5 === 0 ? "refund" : "paid" })),
  )
  if (first === undefined || second === undefined) return yield* Effect.die("there are two")
  yield* deliveries.add([first.event, second.event])
  yield* deliveries.save(delivered(first))
  if (n % 10 !== 0) yield* deliveries.save(delivered(second))
  return [delivered(first), second] as const
})

/** Calls every method for the objects of a number, and the endpoint's methods that record outcomes. */
export const useDeliveries = Effect.fnUntraced(function* ({ company }: Owner, n: number) {
  const deliveries = yield* WebhookDeliveryRepository
  const endpoints = yield* WebhookEndpointRepository
  const [first, second] = yield* storeDeliveries({ company }, n)
  const order = notifiedOrder(n)
  yield* deliveries.countOf(company, order)
  yield* deliveries.find(company, first.event.id)
  yield* deliveries.ofOrder(company, order)
  for (const filter of [
    {},
    { order },
    ...WebhookDeliveryState.literals.flatMap((state) => [{ state }, { state, order }]),
  ]) {
    for (const page of [1, 3, 1_000_000]) {
      yield* deliveries.list(company, filter, { page: PageNumber.make(page), size: 15 })
    }
  }
  const stretch = { from: examplePlacedAt, before: instant(examplePlacedAt + 1) }
  for (const narrowed of [stretch, { ...stretch, kinds: ["refund", "paid"] as const }]) {
    yield* deliveries.countWithin(company, narrowed)
    yield* deliveries.within(company, narrowed, { after: null, limit: 15 })
    yield* deliveries.within(company, narrowed, { after: second.event.id, limit: 15 })
  }
  yield* deliveries.save(redelivered(first, exampleNow))
  yield* deliveries.findAll([first.event, second.event])
  yield* deliveries.saveAsRead([{ read: second, after: delivered(second) }])
  yield* deliveries.forget(instant(exampleNow + 1), 10)
  const asked = { company, url: "https://loja.example.com/avisos" }
  yield* endpoints.noteFailed(asked, exampleNow)
  yield* endpoints.noteDelivered([company])
  yield* endpoints.noteGone(asked, exampleNow)
})
