// Every state that a link can reach with a few orders.

import { endOfDayExclusive } from "@vintem/domain/calendar"
import type { LinkTerms, PaymentLink } from "@vintem/domain/payment-link"
import {
  exampleLastDay,
  exampleLink,
  type LinkMove,
  linkLaws,
  linkStepLaws,
  paymentUpdate,
  removeLink,
  startPayment,
  testedLink,
  updateLink,
  walkOf,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

/** The state without versions and the time of the last event, which change no behaviour. */
const markOf = ({ version: _version, updatedAt: _updatedAt, details: _details, ...rest }: PaymentLink): string =>
  JSON.stringify(rest)

const paying = (order: number): ReadonlyArray<LinkMove> => [
  startPayment(order),
  paymentUpdate(order, "open"),
  paymentUpdate(order, "ended"),
  paymentUpdate(order, "confirmed"),
]

const tooLate = { at: endOfDayExclusive(exampleLastDay) }

const walks: ReadonlyArray<{
  readonly about: string
  readonly terms: Partial<LinkTerms>
  readonly moves: ReadonlyArray<LinkMove>
  readonly depthMax: number
  readonly shows: ReadonlyArray<string>
}> = [
  {
    about: "paid once, two orders, to the end",
    terms: {},
    moves: [...paying(1), ...paying(2), removeLink()],
    depthMax: Number.POSITIVE_INFINITY,
    shows: ["open", "paid", "removed"],
  },
  {
    about: "paid often, two orders of which one is late, to the end",
    terms: { expireAfterPayment: false },
    moves: [
      ...paying(1),
      ...[startPayment(2, tooLate), paymentUpdate(2, "open"), paymentUpdate(2, "confirmed", tooLate), removeLink()],
    ],
    depthMax: Number.POSITIVE_INFINITY,
    shows: ["open", "expired", "removed"],
  },
  {
    about: "whose terms change, three orders, five moves deep",
    terms: {},
    moves: [
      ...[...paying(1), ...paying(2), ...paying(3), paymentUpdate(3, "in_flight")],
      ...[updateLink({ expireAfterPayment: false }), updateLink({ expireAfterPayment: true }), removeLink()],
      ...[startPayment(1, tooLate), paymentUpdate(1, "confirmed", tooLate)],
    ],
    depthMax: 5,
    shows: ["open", "paid", "expired", "removed"],
  },
]

describe("every reachable state of a link", () => {
  it.each(walks)("keeps the laws: $about", ({ terms, moves, depthMax, shows }) => {
    const { counterexample, shown } = walkOf(testedLink, {
      start: exampleLink(terms),
      moves,
      depthMax,
      markOf,
      stepLaws: linkStepLaws,
      stateLaws: linkLaws,
    })
    expect(counterexample).toBeNull()
    expect(shown).toEqual(new Set(shows))
  })

  it("is reached by the shortest way, which a failure prints", () => {
    const { counterexample } = walkOf(testedLink, {
      start: exampleLink(),
      moves: [...paying(1), ...paying(2)],
      depthMax: Number.POSITIVE_INFINITY,
      markOf,
      stepLaws: [],
      stateLaws: [{ name: "once", violation: ({ flagged }) => (flagged.length > 0 ? "paid twice" : null) }],
    })
    expect(counterexample).toBe(
      ["once (paid twice) after", "  1. EXEMPLO1 confirmed: paid", "  2. EXEMPLO2 confirmed: paid"].join("\n"),
    )
  })
})
