/** The generated names have the domain's shapes, are new each time, and order numbers sort by time. */
import { CompanyCode, OrderNumber } from "@vintem/domain/identifiers"
import { Identifiers } from "@vintem/domain/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as IdentifiersNode from "../src/node/identifiers.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u

const code = CompanyCode.make("c0mpan")
const number = OrderNumber.make("C0MPAN0123456789ABCDE")

const shapes = [
  // the company's code, then 15 characters without I, L, O and U, so that none is mistaken for a digit
  ["orderNumber", /^C0MPAN[0-9A-HJKMNP-TV-Z]{15}$/u],
  ["orderToken", uuid],
  // the order's number, then 128 bits in base64url
  ["publicKey", /^C0MPAN0123456789ABCDE[A-Za-z0-9_-]{22}$/u],
  // the order's number, then 70 bits; also a Pix txid: 26 to 35 letters and digits
  ["attemptKey", /^C0MPAN0123456789ABCDE[0-9A-HJKMNP-TV-Z]{14}$/u],
  // the code, then 130 bits
  ["refundKey", /^C0MPAN[0-9A-HJKMNP-TV-Z]{26}$/u],
  ["savedCardToken", uuid],
  // the code, the second, then 80 bits, five a character, without i, l, o and u
  ["linkSlug", /^c0mpan[0-9a-hjkmnp-tv-z]{23}$/u],
  ["batchToken", uuid],
  // 256 bits in hexadecimal
  ["batchSecret", /^[0-9a-f]{64}$/u],
  ["subscriptionToken", uuid],
  ["customerToken", uuid],
  ["reminderRuleToken", uuid],
  ["testEventId", /^evt_test_[a-p]{32}$/u],
  ["lease", uuid],
] as const

const make = <A>(use: (identifiers: Identifiers["Service"]) => Effect.Effect<A>): Promise<A> =>
  Effect.runPromise(Effect.provide(Effect.flatMap(Identifiers, use), IdentifiersNode.layer))

type Name = (typeof shapes)[number][0]

/** Makes a name of each kind: some of them of a company or of an order. */
const oneOf = (identifiers: Identifiers["Service"]): Readonly<Record<Name, Effect.Effect<string>>> => ({
  ...identifiers,
  orderNumber: identifiers.orderNumber(code),
  publicKey: identifiers.publicKey(number),
  attemptKey: identifiers.attemptKey(number),
  refundKey: identifiers.refundKey(number),
  linkSlug: identifiers.linkSlug(code),
})

describe("identifiers", () => {
  it("are all tested here", async () => {
    const names = await make((identifiers) => Effect.succeed(Object.keys(identifiers)))
    expect(names.toSorted()).toStrictEqual(shapes.map(([name]) => name).toSorted())
  })

  it.each(shapes)("%s has the shape %s, and another value each time", async (name, shape) => {
    const made = await make((identifiers) =>
      Effect.forEach(Array.from({ length: 2_000 }), () => oneOf(identifiers)[name]),
    )
    for (const one of made) expect(one).toMatch(shape)
    expect(new Set(made).size).toBe(made.length)
  })
})

/** Names that an index holds: neighbors in time are neighbors there. */
const inOrderOfTime = ["orderNumber", "savedCardToken"] as const

describe.each(inOrderOfTime)("%s", (name) => {
  /** A name made at this time, in milliseconds since 1970. */
  const madeAt = (millis: number): Promise<string> =>
    make((identifiers) => {
      const named = oneOf(identifiers)[name]
      return Effect.andThen(TestClock.setTime(millis), named).pipe(Effect.provide(TestClock.layer()))
    })

  /** Until the year 3084, the limit of nine digits of 32. */
  const moments = fc.nat({ max: 32 ** 9 - 1 })

  it("order: a later name sorts after every earlier one", () =>
    fc.assert(
      fc.asyncProperty(moments, moments, async (one, other) => {
        fc.pre(one !== other)
        const [earlier, later] = [await madeAt(Math.min(one, other)), await madeAt(Math.max(one, other))]
        expect([later, earlier].toSorted()).toStrictEqual([earlier, later])
      }),
    ))
})

describe("order numbers", () => {
  it("are unique within one millisecond, too", async () => {
    const made = await make(({ orderNumber }) =>
      Effect.forEach(Array.from({ length: 100_000 }), () => orderNumber(code)).pipe(Effect.provide(TestClock.layer())),
    )
    expect(new Set(made.map((one) => one.slice(0, 15))).size).toBe(1)
    expect(new Set(made).size).toBe(made.length)
  })
})
