// The generators keep their promises: valid, storable, and of every kind.

import {
  AttemptFact,
  CheckoutSnapshot,
  type Order,
  OrderCommandName,
  OrderDetails,
  OrderEvent,
  OrderRefusal,
  progressFromStored,
  StoredProgress,
  storedFromProgress,
  WebhookKind,
} from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { allReportsOf, arrivalsOf, casts, histories, orderDetails, situations } from "./arbitraries.ts"
import { attemptReported, attemptStarted, caseReported, orderAbandoned, refundReported } from "./example-moves.ts"
import { exampleOrder, exampleOrderDetails, examplePix, exampleSlip } from "./example-order.ts"
import { webhooksIn } from "./tested-order.ts"

/** Encodes as a store would, in JSON, and reads back. */
const roundTrip = <A, E>(schema: Schema.Codec<A, E>, value: A): A =>
  Schema.decodeUnknownSync(schema)(JSON.parse(JSON.stringify(Schema.encodeSync(schema)(value))))

/** An order's progress, stored and read back. */
const readBack = ({ details, version, ...progress }: Order) => ({
  details,
  version,
  ...progressFromStored(roundTrip(StoredProgress, storedFromProgress(progress))),
})

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("the generators", () => {
  it("validity: details, events and orders match their schemas, and can be stored", () => {
    fc.assert(
      fc.property(orderDetails, histories, (details, { changes, order }) => {
        expect(plain(roundTrip(OrderDetails, details))).toEqual(plain(details))
        for (const change of changes) expect(plain(roundTrip(OrderEvent, change))).toEqual(plain(change))
        expect(readBack(order)).toEqual(order)
      }),
    )
  })

  it("consistency: an order's amount is its items minus the discount, plus shipping", () => {
    fc.assert(
      fc.property(orderDetails, ({ items, discount, amount }) => {
        const subtotal = items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
        expect(amount).toBeGreaterThanOrEqual(Math.max(subtotal - discount, 12))
        expect(discount).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it("variety: orders have every part, and some lack each optional part", () => {
    const drawn = fc.sample(orderDetails, { numRuns: 500, seed: 1 })
    const parts = Object.keys(OrderDetails.fields)
    const offers = drawn.flatMap(({ checkout }) => checkout ?? [])
    expect(missingOf(drawn.flatMap(Object.keys), parts)).toEqual([])
    expect(missingOf(offers.flatMap(Object.keys), Object.keys(CheckoutSnapshot.fields))).toEqual([])
    const isLacked = (part: string) => drawn.some((details) => (Reflect.get(details, part) ?? null) === null)
    expect(parts.filter(isLacked).toSorted()).toEqual(
      ["address", "checkout", "coupon", "feeMode", "paymentLink", "ref", "shipping", "src", "subscription"].toSorted(),
    )
  })

  it("variety: lives cause every event, every fact, every refusal and every webhook", () => {
    const steps = fc.sample(histories, { numRuns: 2_500, seed: 1 }).flatMap((history) => history.steps)
    const changes = steps.flatMap((step) => step.changes)
    expect(
      missingOf(
        changes.map(({ _tag }) => _tag),
        Object.keys(OrderEvent.schema.cases),
      ),
    ).toEqual(["OrderPlaced"])
    expect(
      missingOf(
        changes.flatMap((one) => (one._tag === "AttemptReported" ? one.fact : [])),
        AttemptFact.literals,
      ),
    ).toEqual([])
    expect(
      missingOf(
        steps.flatMap(({ refusal }) => refusal?.command ?? []),
        OrderCommandName.literals,
      ),
    ).toEqual([])
    // Generated refunds are at least one centavo.
    expect(
      missingOf(
        steps.flatMap(({ refusal }) => refusal?.reason ?? []),
        OrderRefusal.literals,
      ),
    ).toEqual(["AmountNotPositive"])
    expect(missingOf(webhooksIn(steps), WebhookKind.literals)).toEqual([])
  })

  it("validity: a report is about things of the cast, and a situation has no more payments than requested", () => {
    fc.assert(
      fc.property(casts, situations({ paymentsMax: 1 }), (cast, { reports }) => {
        for (const one of allReportsOf(cast)) {
          if (one._tag === "AttemptUpdate") expect(cast.attempts[one.attempt - 1]).toBeDefined()
        }
        const payments = reports.filter((one) => one._tag === "AttemptUpdate" && one.fact === "confirmed")
        expect(payments.length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it("completeness: an arrival leaves nothing out", () => {
    const all = [1, 2, 3, 4, 5]
    fc.assert(
      fc.property(arrivalsOf(all), (arrival) => {
        expect([...new Set(arrival)].toSorted()).toEqual(all)
      }),
    )
  })
})

/** The values that were not seen. */
const missingOf = (seen: ReadonlyArray<string>, all: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(seen)
  return all.filter((one) => !known.has(one))
}

describe("the example order", () => {
  it("is valid after all changes", () => {
    const order = exampleOrder(
      orderAbandoned,
      attemptStarted(1, "pix"),
      attemptReported(1, "open", { report: { instrument: examplePix } }),
      attemptStarted(2, "bank_slip"),
      attemptReported(2, "open", { report: { instrument: exampleSlip } }),
      attemptStarted(3, "credit"),
      attemptReported(3, "confirmed", { report: { tid: "tid-1", nsu: "000123" } }),
      refundReported(1, "requested"),
      caseReported(1, "opened"),
    )
    expect(readBack(order)).toEqual(order)
  })

  it("takes the values of a story", () => {
    expect(exampleOrderDetails({ src: "campanha" }).src).toBe("campanha")
  })
})
