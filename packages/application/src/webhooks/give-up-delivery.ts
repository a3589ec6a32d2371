/**
 * Gives up a delivery whose job was given up: without a job it would never be sent.
 */
import type { Instant } from "@vintem/domain/calendar"
import { type StorageUnavailable, WebhookDeliveryRepository } from "@vintem/domain/ports"
import { givenUp } from "@vintem/domain/webhook"
import { Effect, Option } from "effect"
import type { WorkOf } from "../queue/work.ts"

/**
 * Part of a unit: the company can ask for it again after the cause is fixed. An unreadable delivery is kept unchanged;
 * otherwise its job could never be given up and would block its order for good.
 */
export const giveUpDelivery = Effect.fnUntraced(function* (
  { company, event }: WorkOf<"DeliverWebhook">,
  reason: string,
  at: Instant,
): Effect.fn.Return<void, StorageUnavailable, WebhookDeliveryRepository> {
  const deliveries = yield* WebhookDeliveryRepository
  const found = yield* deliveries.find(company, event).pipe(
    Effect.catchIf(
      ({ fault }) => fault === "corrupt",
      () => Effect.succeedNone,
    ),
  )
  if (Option.isNone(found) || found.value.state !== "pending") return
  yield* deliveries.save(givenUp(found.value, reason, at))
})
