/** Stories of work in one unit, done once for each key. */
import { describe, expect, it } from "@effect/vitest"
import { CompanyRepository, idempotencyRetentionMillis, PageNumber, type StoredAnswer } from "@vintem/domain/ports"
import { exampleCompany } from "@vintem/testing"
import { Data, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { type KeyedRequest, KeyMismatched, once as onceAnswering } from "../src/index.ts"
import { processDyingAt } from "./process.ts"
import { inNewShop, layer, untilAtRest } from "./shop.ts"

const keyed: KeyedRequest = { company: null, scope: "administration", key: "key", fingerprint: "the same body" }

/** The outcome of the work is its answer. */
const once = <E, R>(request: KeyedRequest | null, work: Effect.Effect<StoredAnswer, E, R>) =>
  onceAnswering({ keyed: request, encode: (answer) => answer }, work)

/** Registers a company: what is seen afterwards if the work was done. */
const register: Effect.Effect<StoredAnswer, never, CompanyRepository> = Effect.gen(function* () {
  const companies = yield* CompanyRepository
  const { id } = yield* Effect.orDie(companies.add(exampleCompany()))
  return { status: 201, body: `company ${id}` }
})

/** Companies besides the seller of every story. */
const registered = Effect.gen(function* () {
  const companies = yield* CompanyRepository
  return (yield* companies.list({ page: PageNumber.make(1), size: 1_000 })).total - 1
})

class Unwilling extends Data.TaggedError("Unwilling") {}

describe("once", () => {
  it.effect("does the work, and repeats its answer without doing it again", () =>
    Effect.gen(function* () {
      const first = yield* once(keyed, register)
      const answer = { status: 201, body: "company 2" }
      expect(first).toEqual({ answer, outcome: answer, isReplayed: false })
      expect(yield* once(keyed, register)).toEqual({ answer: first.answer, isReplayed: true })
      expect(yield* registered).toBe(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does the work each time without a key", () =>
    Effect.gen(function* () {
      yield* once(null, register)
      expect((yield* once(null, register)).isReplayed).toBe(false)
      expect(yield* registered).toBe(2)
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    ["key", { ...keyed, key: "another" }],
    ["scope", { ...keyed, scope: "another" }],
  ] as const)("does the work again under another %s", ([, other]) =>
    Effect.gen(function* () {
      yield* once(keyed, register)
      expect((yield* once(other, register)).isReplayed).toBe(false)
      expect(yield* registered).toBe(2)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refuses a key that was used for another body, with its name, and does nothing", () =>
    Effect.gen(function* () {
      yield* once(keyed, register)
      const refused = yield* Effect.flip(once({ ...keyed, fingerprint: "another body" }, register))
      expect(refused).toBeInstanceOf(KeyMismatched)
      expect(yield* registered).toBe(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps nothing of failed work, neither its writes nor the key", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(once(keyed, Effect.andThen(register, new Unwilling())))
      expect(failed).toBeInstanceOf(Unwilling)
      expect(yield* registered).toBe(0)
      expect((yield* once(keyed, register)).isReplayed).toBe(false)
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    "before UnitOfWork.commit",
    "after IdempotencyStore.claim",
    "before IdempotencyStore.answer",
    "after IdempotencyStore.answer",
  ])("is done again, at once, after a process that died %s", (boundary) =>
    Effect.gen(function* () {
      const dying = yield* processDyingAt(({ name }) => name === boundary)
      yield* Effect.forkDetach(dying(once(keyed, register)))
      yield* untilAtRest
      expect(yield* registered).toBe(0)
      expect((yield* once(keyed, register)).isReplayed).toBe(false)
      expect(yield* registered).toBe(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("repeats the answer after a process that died after the last write", () =>
    Effect.gen(function* () {
      const dying = yield* processDyingAt(({ name }) => name === "after UnitOfWork.commit")
      yield* Effect.forkDetach(dying(once(keyed, register)))
      yield* untilAtRest
      expect(yield* once(keyed, register)).toEqual({ answer: { status: 201, body: "company 2" }, isReplayed: true })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("forgets a key after 24 hours", () =>
    Effect.gen(function* () {
      yield* once(keyed, register)
      yield* TestClock.adjust(idempotencyRetentionMillis)
      expect((yield* once(keyed, register)).isReplayed).toBe(false)
    }).pipe(Effect.provide(layer)),
  )

  it("uniqueness: of concurrent requests one does the work of each key, and all get the same answer", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 20 }), (keys) =>
        inNewShop(
          Effect.gen(function* () {
            const answers = yield* Effect.forEach(
              keys,
              (key) => Effect.map(once({ ...keyed, key }, register), (answered) => ({ key, ...answered })),
              { concurrency: "unbounded" },
            )
            for (const key of new Set(keys)) {
              const ofKey = answers.filter((answered) => answered.key === key)
              expect(ofKey.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
              expect(new Set(ofKey.map(({ answer }) => answer.body)).size).toBe(1)
            }
            expect(yield* registered).toBe(new Set(keys).size)
          }),
        ),
      ),
      { numRuns: 50 },
    ))
})
