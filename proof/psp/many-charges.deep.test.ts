// A thousand charges and their refunds at an institution that fails often: none is lost, none is made twice, and the
// sums agree.
import type { Psp, PspCharge, PspRefund } from "@vintem/adapters"
import { instant } from "@vintem/domain/calendar"
import { RefundKey } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { expect, it } from "vitest"
import { type Random, randomFrom } from "../crash/random.ts"
import type { FakeInstitution } from "./fake-institution.ts"
import { byChance, noFaults } from "./fault.ts"
import type { Dialect } from "./ledger.ts"
import { impatience, keyOf, opened, payer, pixCharge, refTo } from "./opened-account.ts"
import { run } from "./run.ts"

const charges = 1_000
const concurrency = 24

/** One request in this many fails. */
const every = 8

const seed = Number(process.env["VINTEM_TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 32))

/** Repeats a question until there is an outcome. All of these can be repeated. */
const untilKnown = <A, E extends { readonly _tag: string }>(asking: Effect.Effect<A, E>): Effect.Effect<A> =>
  asking.pipe(
    Effect.retry({ while: ({ _tag }) => _tag === "OutcomeUnknown" || _tag === "AccountRejected", times: 200 }),
    Effect.orDie,
  )

/**
 * Requests the charge once, and afterwards only looks it up. A charge that does not show is given up, and its key is
 * blocked.
 */
const settled = Effect.fnUntraced(function* (psp: Psp, number: number) {
  const key = keyOf(number)
  const asked = yield* Effect.result(psp.create(pixCharge(key, { amount: centavos(1_000 + number) })))
  if (asked._tag === "Success") return asked.success
  const found = yield* untilKnown(psp.find(refTo(key)))
  return Option.isSome(found) ? found.value : yield* untilKnown(psp.cancel(refTo(key), payer))
})

/** A random later life of a charge. */
const livedThrough = Effect.fnUntraced(function* (
  { ledger }: FakeInstitution,
  psp: Psp,
  made: PspCharge,
  random: Random,
): Effect.fn.Return<ReadonlyArray<PspRefund>> {
  const { key } = made
  const ref = refTo(key)
  if (random.below(4) === 0) {
    yield* untilKnown(psp.cancel(ref, payer))
    if (!made.isFence && random.below(4) === 0) ledger.pay(key) // It was in flight.
  } else if (made.fact === "open") ledger.pay(key)
  const now = Option.getOrThrow(yield* untilKnown(psp.find(ref)))
  if (now.fact !== "confirmed" || random.below(2) === 0) return []
  const parts = random.below(2) === 0 ? [now.amount] : [100, 200, now.amount] // The last of three exceeds the amount.
  const given: Array<PspRefund> = []
  for (const [place, part] of parts.entries()) {
    const refund = { key: RefundKey.make(`${number(key)}r${place}`), charge: ref, amount: centavos(part) }
    const first = yield* untilKnown(psp.giveBack(refund))
    if (random.below(3) === 0) expect(yield* untilKnown(psp.giveBack(refund))).toEqual(first)
    given.push(first)
  }
  return given
})

const number = (key: string): number => Number.parseInt(key, 16)

it.each<Dialect>(["standard", "efi"])(
  `with ${charges} charges and refunds by %s nothing is lost and nothing is made twice (seed ${seed})`,
  (dialect) =>
    run(
      Effect.gen(function* () {
        const { institution, psp } = yield* opened({ dialect }, impatience)
        const { ledger } = institution
        const random = randomFrom(seed)
        institution.setFaults(byChance(random, every))
        institution.setTokenFaults(byChance(random, every, ["error_before", "lost_answer", "wrong_body"]))
        const began = instant(Date.now() - 1_000)

        const given: Array<PspRefund> = []
        const settlements = yield* Effect.forEach(
          Array.from({ length: charges }, (_, place) => [place + 1, random.fork()] as const),
          ([place, chance]) =>
            Effect.gen(function* () {
              const made = yield* settled(psp, place)
              given.push(...(yield* livedThrough(institution, psp, made, chance)))
              return made.key
            }),
          { concurrency },
        )

        institution.setFaults(noFaults)
        institution.setTokenFaults(noFaults)
        yield* Effect.promise(institution.lateWrites)
        ledger.settle()
        const listed = yield* psp.list("pix", { from: began, until: instant(Date.now()) })
        const shown = new Map(listed.map((charge) => [charge.key, charge]))
        const states = yield* Effect.forEach(settlements, (key) => Effect.map(psp.find(refTo(key)), Option.getOrThrow))

        // The institution has each charge, and no other.
        expect([...ledger.charges.keys()].sort()).toEqual([...settlements].sort())
        for (const state of states) {
          const { payments, request } = ledger.charges.get(state.key) ?? expect.fail(state.key)
          if (!state.isFence) expect(shown.get(state.key)).toEqual(state)
          // A charge that can be paid, or was paid, is the requested one.
          if (state.fact !== "voided")
            expect(Number(request.valor.original) * 100).toBeCloseTo(1_000 + number(state.key))
          expect(payments.length).toBeLessThanOrEqual(1)
          const ids = payments.flatMap(({ refunds }) => refunds.map(({ id }) => id))
          expect(new Set(ids).size).toBe(ids.length)
          expect(sumOf(state.refunds)).toBeLessThanOrEqual(sumOf(state.payments))
        }
        // Each refund is there with its answered state, and a failed one is not.
        const refunds = new Map(
          [...ledger.charges.values()]
            .flatMap(({ payments }) => payments.flatMap((payment) => payment.refunds))
            .map(({ id, cents }) => [id, cents]),
        )
        const promised = given.filter(({ fact }) => fact !== "failed").map(({ key, amount }) => [key, amount])
        expect([...refunds].sort()).toEqual(promised.sort())
        expect(promised.length).toBeGreaterThan(charges / 4)
        expect(given.length).toBeGreaterThan(promised.length)
        // Only a key that was given up was written twice: the second write blocks it.
        for (const key of ledger.rewritten) expect(states.find((state) => state.key === key)?.fact).toBe("voided")
        // Both sides have equal sums.
        const paid = [...ledger.charges.values()].flatMap(({ payments }) => payments)
        expect(states.reduce((sum, { report }) => sum + (report.captured ?? 0), 0)).toBe(
          paid.reduce((sum, { cents }) => sum + cents, 0),
        )
        expect(states.reduce((sum, { refunds }) => sum + sumOf(refunds), 0)).toBe(
          paid.flatMap(({ refunds }) => refunds).reduce((sum, { cents }) => sum + cents, 0),
        )
      }),
    ),
)

const sumOf = (amounts: ReadonlyArray<{ readonly amount: number }>): number =>
  amounts.reduce((sum, { amount }) => sum + amount, 0)
