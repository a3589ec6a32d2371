/**
 * The contract of every acquirer with a list of charges: each charge is in it once, in order, in its current state,
 * whatever the page size.
 *
 * Every run makes new keys, so it can run against an acquirer that remembers the last run, and while others charge. An
 * acquirer without a list fails with `NoChargeList`; do not run this contract for it.
 */

import { type Instant, instant, instantMax } from "@vintem/domain/calendar"
import type { AttemptKey } from "@vintem/domain/identifiers"
import {
  Acquirer,
  type ChargeCursor,
  ChargeList,
  type ChargeMeans,
  type ChargePage,
  chargePageMax,
  type ListedCharge,
} from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, describe, expect, it } from "vitest"
import { type AcquirerMeans, chargeRequest, refOf } from "./acquirer.ts"
import { newKey, newRefundKey } from "./new-keys.ts"

/**
 * The largest difference between the two clocks, in milliseconds: the tolerance of the gateway protocol's signatures.
 */
const clockDifference = 300_000

/**
 * Defines the laws as tests of `name`.
 *
 * @param layer - built once for all of them, and closed after the last
 * @param means - for the same acquirer, as in `acquirerContract`
 */
export const chargeListContract = <E>(
  name: string,
  layer: Layer.Layer<Acquirer | ChargeList, E>,
  means: AcquirerMeans,
): void => {
  describe(`${name}, as a list of charges`, () => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())

    const law = (title: string, body: () => Effect.Effect<void, unknown, Acquirer | ChargeList>) =>
      it(title, () => runtime.runPromise(body()))

    const { cards, pix, slip } = means
    const kinds: ReadonlyArray<readonly [string, ListedCharge["fact"], ChargeMeans]> = [
      ...(cards === undefined
        ? []
        : ([
            ["approved", "confirmed", cards.approved],
            ["refused", "refused", means.refused],
            ["held", "review", cards.held],
          ] as const)),
      ...(pix === undefined ? [] : [["open as a Pix", "open", pix] as const]),
      ...(slip === undefined ? [] : [["open as a slip", "open", slip] as const]),
    ]
    const usual = cards?.approved ?? pix ?? slip ?? means.refused
    const cancelable = pix ?? slip

    describe.each(kinds)("a charge whose outcome is %s", (_, fact, by) => {
      law("completeness: is listed once, as requested, in its current state", () =>
        Effect.gen(function* () {
          const since = yield* aWhileAgo
          const request = yield* charged(by)
          const found = (yield* whole(since)).filter(({ key }) => key === request.key)
          expect(found).toEqual([
            {
              key: request.key,
              order: request.order,
              amount: request.amount,
              method: refOf(request).method,
              madeAt: expect.any(Number),
              fact,
              returned: 0,
            },
          ])
        }),
      )
    })

    law("identity: is listed once after a second request under its key", () =>
      Effect.gen(function* () {
        const since = yield* aWhileAgo
        const request = yield* charged(usual)
        yield* Effect.flatMap(Acquirer, (acquirer) => acquirer.charge(request))
        expect((yield* whole(since)).filter(({ key }) => key === request.key)).toHaveLength(1)
      }),
    )

    law("order: the earliest comes first, none before the requested time, none twice", () =>
      Effect.gen(function* () {
        const since = yield* aWhileAgo
        const requests = yield* Effect.all(Array.from({ length: 5 }, () => charged(usual)))
        const charges = yield* whole(since)
        const times = charges.map(({ madeAt }) => madeAt)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
        expect(times[0]).toBeGreaterThanOrEqual(since)
        expect(new Set(charges.map(({ key }) => key)).size).toBe(charges.length)
        // Each was answered before the next request. Those of one millisecond may come in any order.
        const own = charges.filter(({ key }) => requests.some((request) => request.key === key))
        const answered = requests.map(({ key }) => own.find((one) => one.key === key)?.madeAt ?? -1)
        expect(answered).toEqual(answered.toSorted((one, other) => one - other))
      }),
    )

    law("paging: any page size gives the same charges in the same order", () =>
      Effect.gen(function* () {
        const since = yield* aWhileAgo
        yield* Effect.all(Array.from({ length: 7 }, () => charged(usual)))
        const last = (yield* whole(since)).at(-1)?.madeAt ?? 0
        const until = (charges: ReadonlyArray<ListedCharge>) =>
          charges.filter(({ madeAt }) => madeAt <= last).map(({ key }) => key)
        const at = until(yield* whole(since))
        for (const limit of [1, 2, 3, 7]) expect(until(yield* whole(since, limit))).toEqual(at)
      }),
    )

    law("bound: a page has at most the requested number of charges, and the last page has no next one", () =>
      Effect.gen(function* () {
        const since = yield* aWhileAgo
        yield* Effect.all(Array.from({ length: 3 }, () => charged(usual)))
        const page = yield* pageOf(since, null, 2)
        expect(page.charges).toHaveLength(2)
        expect(page.next).not.toBeNull()
        expect(yield* pageOf(instant(instantMax), null, 2)).toEqual({ charges: [], next: null })
      }),
    )

    law("idempotence: a repeated request has the same answer while nothing happens", () =>
      Effect.gen(function* () {
        const since = yield* aWhileAgo
        yield* Effect.all(Array.from({ length: 3 }, () => charged(usual)))
        const first = yield* pageOf(since, null, 1)
        expect(yield* pageOf(since, null, 1)).toEqual(first)
        expect(yield* pageOf(since, first.next, 1)).toEqual(yield* pageOf(since, first.next, 1))
      }),
    )

    law("includes the charges of exactly the requested time", () =>
      Effect.gen(function* () {
        const since = yield* aWhileAgo
        const { key } = yield* charged(usual)
        const { madeAt } = yield* listedAs(since, key)
        expect((yield* whole(madeAt)).map((one) => one.key)).toContain(key)
        expect((yield* whole(instant(madeAt + 1))).map((one) => one.key)).not.toContain(key)
      }),
    )

    if (cancelable !== undefined) {
      law("shows a voided charge", () =>
        Effect.gen(function* () {
          const since = yield* aWhileAgo
          const acquirer = yield* Acquirer
          const open = yield* charged(cancelable)
          yield* acquirer.void(refOf(open))
          expect(yield* listedAs(since, open.key)).toMatchObject({ fact: "voided", returned: 0 })
        }),
      )
    }

    if (cards !== undefined) {
      law("shows the refunds of a charge", () =>
        Effect.gen(function* () {
          const since = yield* aWhileAgo
          const acquirer = yield* Acquirer
          const paid = yield* charged(cards.approved)
          const refund = {
            key: yield* newRefundKey,
            charge: refOf(paid),
            amount: paid.amount,
            way: "reversal",
          } as const
          yield* acquirer.refund(refund)
          expect(yield* listedAs(since, paid.key)).toMatchObject({ fact: "confirmed", returned: paid.amount })
        }),
      )
    }

    law("has no charge for a key that was only voided", () =>
      Effect.gen(function* () {
        const since = yield* aWhileAgo
        const key = yield* newKey
        yield* Effect.flatMap(Acquirer, (acquirer) => acquirer.void(refOf(chargeRequest(key, usual))))
        expect((yield* whole(since)).map((one) => one.key)).not.toContain(key)
      }),
    )
  })
}

const aWhileAgo: Effect.Effect<Instant> = Effect.map(Clock.currentTimeMillis, (now) => instant(now - clockDifference))

const charged = Effect.fnUntraced(function* (means: ChargeMeans) {
  const acquirer = yield* Acquirer
  const request = chargeRequest(yield* newKey, means)
  yield* acquirer.charge(request)
  return request
})

const pageOf = (since: Instant, after: ChargeCursor | null, limit: number) =>
  Effect.flatMap(ChargeList, (list) => list.page({ since, after, limit }))

/** The list from a time to its end. */
const whole = Effect.fnUntraced(function* (since: Instant, limit = chargePageMax) {
  const charges: Array<ListedCharge> = []
  let page: ChargePage = yield* pageOf(since, null, limit)
  charges.push(...page.charges)
  while (page.next !== null) {
    page = yield* pageOf(since, page.next, limit)
    expect(page.charges.length).toBeLessThanOrEqual(limit)
    charges.push(...page.charges)
  }
  return charges
})

const listedAs = Effect.fnUntraced(function* (since: Instant, key: AttemptKey) {
  const found = (yield* whole(since)).find((one) => one.key === key)
  return found ?? expect.fail(`${key} is not listed`)
})
