// A customer's data as text: the pieces, joined, are byte for byte the whole.
import { describe, expect, it } from "@effect/vitest"
import type { ExportPiece } from "@vintem/application"
import { CustomerDataView, customerDataLists, customerView } from "@vintem/contract"
import { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { exampleCustomer, exampleLink, exampleNow, exampleOrder, orderCanceled } from "@vintem/testing"
import { Effect, Schema, Stream } from "effect"
import { compact, customerDataText, type JsonLayout, spaced } from "./customer-data-text.ts"

const customer = {
  id: CustomerId.make(42),
  company: CompanyId.make(1),
  token: "00000000-0000-4000-8000-000000000042",
  details: exampleCustomer,
  createdAt: exampleNow,
}
const base = "https://pay.example"
const order = (id: number) => ({ id, order: exampleOrder(orderCanceled) })

const written = (layout: JsonLayout, pieces: ReadonlyArray<ExportPiece>) =>
  Effect.map(
    Stream.runCollect(customerDataText({ customer, pieces: Stream.fromIterable(pieces) }, base, layout)),
    (all) => all.join(""),
  )

describe("the text of a customer's data", () => {
  it.effect.each<[string, ReadonlyArray<ExportPiece>]>([
    ["nothing", []],
    ["pieces without anything", [{ orders: [] }, { links: [], cards: [] }, { deliveries: [] }]],
    ["one piece", [{ orders: [order(1)], links: [exampleLink()] }]],
    [
      "several pieces of a kind",
      [{ orders: [order(1), order(2)] }, { orders: [order(3)] }, { links: [exampleLink()] }],
    ],
    ["lists between that are empty", [{ links: [exampleLink()] }, { links: [exampleLink()] }]],
  ])("equals the whole text: %s", ([, pieces]) =>
    Effect.gen(function* () {
      const whole = {
        customer: customerView(customer),
        ...customerDataLists(
          { orders: pieces.flatMap(({ orders = [] }) => orders), links: pieces.flatMap(({ links = [] }) => links) },
          base,
        ),
      }
      expect(yield* written(compact, pieces)).toBe(JSON.stringify(yield* Schema.encodeEffect(CustomerDataView)(whole)))
      expect(yield* written(spaced, pieces)).toBe(JSON.stringify(whole, null, 2))
    }),
  )
})
