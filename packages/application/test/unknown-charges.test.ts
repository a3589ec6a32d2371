/**
 * Stories of a shop whose database was restored from an old backup: the acquirer's charges since then are found, and
 * refunded once.
 */
import { describe, expect, it } from "@effect/vitest"
import { SandboxReports, SimulatedChargeList } from "@vintem/adapters"
import { type Instant, instant, LocalDate } from "@vintem/domain/calendar"
import { parseCardDetails } from "@vintem/domain/card"
import { AttemptKey, RefundKey } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import { centavos } from "@vintem/domain/money"
import { Acquirer, ChargeList, type ChargeMeans, type ListedCharge, OutcomeUnknown } from "@vintem/domain/ports"
import { chargeRequest, examplePlacedAt } from "@vintem/testing"
import { Effect, Layer, Result } from "effect"
import { compareCharges, giveBackCharge, remedyOf } from "../src/index.ts"
import { card, cards, layer, pix, place, Seller } from "./shop.ts"

const restored = Layer.merge(SimulatedChargeList.layer, SandboxReports.SandboxReports.layer).pipe(
  Layer.provideMerge(layer),
)

const since = instant(examplePlacedAt)

/** A key without a company. */
const keyOf = (letter: string): AttemptKey => AttemptKey.make(letter.repeat(32))

const byCard = (number: string): ChargeMeans => ({
  _tag: "card",
  card: Result.getOrThrow(
    parseCardDetails(
      { holder: "MARIA EXEMPLO", number, expiration: "12/2099", security: "123" },
      LocalDate.make("2026-03-02"),
    ),
  ),
  installments: singlePayment,
})

/** Charges like the service before its database was lost. */
const lost = Effect.fnUntraced(function* (letter: string, means: ChargeMeans) {
  const acquirer = yield* Acquirer
  yield* acquirer.charge(chargeRequest(keyOf(letter), means))
  return keyOf(letter)
})

const lostPix: ChargeMeans = { _tag: "pix", expiresAt: instant(examplePlacedAt + 3_600_000) }

const unknownSince = Effect.fnUntraced(function* (from: Instant = since) {
  const unknown: Array<ListedCharge> = []
  const counts = yield* compareCharges({
    since: from,
    onUnknown: (charge) => Effect.sync(() => unknown.push(charge)),
  })
  return { unknown, counts }
})

const onlyUnknown = Effect.map(unknownSince(), ({ unknown: [charge] }) => charge ?? expect.fail("nothing is unknown"))

describe("compareCharges", () => {
  it.effect("reports each charge that is in no order, and none that is in one", () =>
    Effect.gen(function* () {
      yield* place(card(cards.approved))
      yield* place(pix())
      const key = yield* lost("a", byCard(cards.approved))
      yield* lost("b", byCard(cards.refused))
      const { code } = yield* Seller
      const ours = AttemptKey.make(`${code.toUpperCase()}${"C".repeat(26)}`)
      yield* (yield* Acquirer).charge(chargeRequest(ours, lostPix))
      const { unknown, counts } = yield* unknownSince()
      const found = unknown.map((charge) => [charge.key, charge.amount, charge.fact, remedyOf(charge)])
      expect(found).toHaveLength(3)
      expect(found).toEqual(
        expect.arrayContaining([
          [key, 12_345, "confirmed", "refund"],
          [keyOf("b"), 12_345, "refused", "none"],
          [ours, 12_345, "open", "void"],
        ]),
      )
      expect(counts).toEqual({ listed: 5, unknown: 3, withMoney: 2 })
    }).pipe(Effect.provide(restored)),
  )

  it.effect("reads every page of a long list", () =>
    Effect.gen(function* () {
      const keys = Array.from({ length: 250 }, (_, n) => AttemptKey.make(n.toString(36).padStart(32, "0")))
      const acquirer = yield* Acquirer
      for (const key of keys) yield* acquirer.charge(chargeRequest(key, lostPix))
      const { unknown, counts } = yield* unknownSince()
      expect(unknown.map(({ key }) => key)).toEqual(keys)
      expect(counts).toEqual({ listed: 250, unknown: 250, withMoney: 250 })
    }).pipe(Effect.provide(restored)),
  )

  it.effect("leaves out earlier charges", () =>
    Effect.gen(function* () {
      yield* lost("a", lostPix)
      expect((yield* unknownSince(instant(since + 1))).counts).toEqual({ listed: 0, unknown: 0, withMoney: 0 })
    }).pipe(Effect.provide(restored)),
  )

  it.effect("fails if the list is not read to its end: unread charges are not ignored", () =>
    Effect.gen(function* () {
      yield* lost("a", lostPix)
      const silent = new OutcomeUnknown({ detail: "HTTP 503" })
      const list = ChargeList.of({ page: () => silent })
      expect(yield* Effect.flip(Effect.provideService(unknownSince(), ChargeList, list))).toEqual(silent)
    }).pipe(Effect.provide(restored)),
  )
})

describe("giveBackCharge", () => {
  it.effect("refunds received money, once, however often it is called", () =>
    Effect.gen(function* () {
      yield* lost("a", byCard(cards.approved))
      const charge = yield* onlyUnknown
      expect(yield* giveBackCharge(charge)).toBe("settled")
      expect(yield* giveBackCharge(charge)).toBe("settled")
      expect(yield* onlyUnknown).toMatchObject({ fact: "confirmed", returned: 12_345 })
      expect(yield* giveBackCharge(yield* onlyUnknown)).toBe("none")
    }).pipe(Effect.provide(restored)),
  )

  it.effect("refunds no more than is left of a charge", () =>
    Effect.gen(function* () {
      const key = yield* lost("a", byCard(cards.approved))
      const acquirer = yield* Acquirer
      yield* acquirer.refund({ key: RefundKey.make("part"), charge: { key }, amount: centavos(100), way: "reversal" })
      expect((yield* onlyUnknown).returned).toBe(100)
      expect(yield* giveBackCharge(yield* onlyUnknown)).toBe("settled")
      expect((yield* onlyUnknown).returned).toBe(12_345)
    }).pipe(Effect.provide(restored)),
  )

  it.effect("voids a charge that could still be paid, and refunds it if it was paid meanwhile", () =>
    Effect.gen(function* () {
      const reports = yield* SandboxReports.SandboxReports
      yield* lost("a", lostPix)
      const open = yield* onlyUnknown
      expect(remedyOf(open)).toBe("void")
      expect(yield* giveBackCharge(open)).toBe("voided")
      const paid = yield* lost("b", lostPix)
      const [, second = expect.fail("nothing more is unknown")] = (yield* unknownSince()).unknown
      yield* reports.report(paid, "paid")
      expect(yield* giveBackCharge(second)).toBe("settled")
      expect((yield* unknownSince()).counts).toEqual({ listed: 2, unknown: 2, withMoney: 0 })
    }).pipe(Effect.provide(restored)),
  )

  it.effect("says that it failed if the acquirer refunds nothing", () =>
    Effect.gen(function* () {
      const reports = yield* SandboxReports.SandboxReports
      const key = yield* lost("a", byCard(cards.approved))
      yield* reports.report(key, "dispute")
      expect(yield* giveBackCharge(yield* onlyUnknown)).toBe("failed")
    }).pipe(Effect.provide(restored)),
  )
})
