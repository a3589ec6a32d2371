// The limit on concurrent exports of customers.
import { describe, expect, it } from "@effect/vitest"
import { CompanyId } from "@vintem/domain/identifiers"
import { Duration, Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { ExportsUnderWay } from "./exports-under-way.ts"

const one = CompanyId.make(1)
const two = CompanyId.make(2)
const three = CompanyId.make(3)

const begin = Effect.fnUntraced(function* (company: CompanyId) {
  const { begin: begun } = yield* ExportsUnderWay
  const scope = yield* Scope.make()
  return { isBegun: yield* Scope.provide(begun(company), scope), end: Scope.close(scope, Exit.void) }
})

describe("ExportsUnderWay", () => {
  it.effect("allows one export per company and two in all, and the next one when one ends", () =>
    Effect.gen(function* () {
      const first = yield* begin(one)
      const again = yield* begin(one)
      const second = yield* begin(two)
      expect([first, again, second, yield* begin(three)].map(({ isBegun }) => isBegun)).toEqual([
        true,
        false,
        true,
        false,
      ])
      yield* again.end
      expect((yield* begin(three)).isBegun).toBe(false)
      yield* first.end
      expect((yield* begin(three)).isBegun).toBe(true)
    }).pipe(Effect.provide(ExportsUnderWay.layer)),
  )

  it.effect("stops counting an export that does not end, so that a client that stopped reading blocks nobody", () =>
    Effect.gen(function* () {
      yield* begin(one)
      yield* begin(two)
      yield* TestClock.adjust(Duration.minutes(10))
      expect((yield* begin(one)).isBegun).toBe(true)
    }).pipe(Effect.provide(ExportsUnderWay.layer)),
  )
})
