// The reports that a sandbox can send.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../input/codec.ts"
import { invalid } from "../invalid.ts"
import { OrderEventKind, orderEventBody } from "./order-event.ts"

const decodeOrderEvent = bodyOf(orderEventBody)

describe("orderEventBody", () => {
  it.each(OrderEventKind.literals)("accepts %s", (kind) => {
    expect(decodeOrderEvent({ kind })).toEqual(Result.succeed({ kind }))
  })

  it.each([
    [{}, { kind: ["The kind field is required."] }],
    [{ kind: "lost" }, { kind: [`The kind must be one of ${OrderEventKind.literals.join(", ")}.`] }],
    [[], { body: ["The body must be an object."] }],
  ])("refuses %j", (body, errors) => {
    const refused = Result.flip(decodeOrderEvent(body))
    expect(Result.map(refused, (faults) => invalid(faults).response.errors)).toEqual(Result.succeed(errors))
  })
})
