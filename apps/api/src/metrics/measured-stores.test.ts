import type { Order, OrderChange } from "@vintem/domain/order"
import {
  CardAttempts,
  JobQueue,
  MailCounts,
  OrderRepository,
  UnitOfWork,
  WebhookDeliveryRepository,
  WriteSets,
} from "@vintem/domain/ports"
import { attemptReported, attemptStarted, exampleOrder, refundReported } from "@vintem/testing"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { measuredStores } from "./measured-stores.ts"
import { Meter } from "./meter.ts"

/** Stores that store nothing. */
const stores = Layer.mergeAll(
  Layer.mock(OrderRepository, { save: () => Effect.void }),
  Layer.mock(CardAttempts, {}),
  Layer.mock(WebhookDeliveryRepository, {}),
  Layer.mock(JobQueue, {}),
  Layer.mock(MailCounts, {}),
  Layer.mock(UnitOfWork, {}),
  Layer.mock(WriteSets, { commit: () => Effect.void }),
)

/** A metric's lines that are not zero after an order was saved with these events. */
const counted = (metric: string, order: Order, ...events: ReadonlyArray<OrderChange>) =>
  Effect.gen(function* () {
    const { save } = yield* OrderRepository
    yield* save(order, order, events)
    const { text } = yield* Meter
    return text()
      .split("\n")
      .filter((line) => line.startsWith(`${metric}{`) && !line.endsWith(" 0"))
  }).pipe(Effect.provide(Layer.provideMerge(measuredStores, Layer.merge(stores, Meter.layer))), Effect.runPromise)

describe("a saved order", () => {
  const order = exampleOrder(attemptStarted(1, "pix"), attemptReported(1, "confirmed"))

  it("is counted by its attempt's method", async () => {
    expect(await counted("vintem_refunds_total", order, refundReported(1, "settled"))).toEqual([
      'vintem_refunds_total{method="pix",outcome="settled"} 1',
    ])
  })

  it("is counted under an unknown method if the order has no such attempt", async () => {
    expect(await counted("vintem_refunds_total", order, refundReported(1, "settled", { attempt: 9 }))).toEqual([
      'vintem_refunds_total{method="unknown",outcome="settled"} 1',
    ])
    expect(await counted("vintem_charge_outcomes_total", order, attemptReported(9, "confirmed"))).toEqual([
      'vintem_charge_outcomes_total{method="unknown",outcome="confirmed"} 1',
    ])
  })
})

describe("money of a charge that was recorded as never sent", () => {
  const metric = "vintem_unsent_charges_paid_total"
  const [started, confirmed] = [attemptStarted(1, "pix"), attemptReported(1, "confirmed")]
  const unsent = attemptReported(1, "refused", { report: { unreached: "open" } })
  const once = [`${metric}{method="pix"} 1`]

  it("is counted once, whichever report comes last", async () => {
    expect(await counted(metric, exampleOrder(started, unsent), unsent)).toEqual([])
    expect(await counted(metric, exampleOrder(started, unsent, confirmed), confirmed)).toEqual(once)
    expect(await counted(metric, exampleOrder(started, confirmed), confirmed)).toEqual([])
    expect(await counted(metric, exampleOrder(started, confirmed, unsent), unsent)).toEqual(once)
  })

  it("is not counted if a renewal was sent again under its key", async () => {
    const waiting = attemptReported(1, "unknown", { report: { unreached: "open" } })
    const charged = attemptReported(1, "confirmed", { report: { unreached: "closed" } })
    expect(await counted(metric, exampleOrder(started, waiting, charged), charged)).toEqual([])
  })
})
