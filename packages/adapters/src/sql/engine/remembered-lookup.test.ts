// Caching lookups: until something is committed, and only what was found.
import { describe, expect, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { type Misses, rememberedLookup, rememberedMax } from "./remembered-lookup.ts"

/**
 * A database that counts its queries. It contains the names below "n"; the value of each is the number of commits so
 * far.
 */
const counting = (misses?: Misses) => {
  const asked: Array<string> = []
  let commits = 0
  let epoch = (): number | null => commits
  let meanwhile: Effect.Effect<unknown> = Effect.void
  const ask = (name: string) =>
    Effect.suspend(() => {
      asked.push(name)
      const found = name < "n" ? Option.some({ name, commits }) : Option.none()
      const happens = meanwhile
      meanwhile = Effect.void
      return Effect.as(happens, found)
    })
  const find = rememberedLookup({ epochOf: () => Effect.sync(() => epoch()) }, ["company"], ask, misses)
  return {
    asked,
    find,
    commit: () => {
      commits += 1
    },
    cannotTell: () => {
      epoch = () => null
    },
    duringALookup: (happens: Effect.Effect<unknown>) => {
      meanwhile = happens
    },
  }
}

describe("a lookup that remembers", () => {
  it.effect("asks once for what it found", () =>
    Effect.gen(function* () {
      const { asked, find } = counting()
      const first = yield* find("ana")
      expect(first).toEqual(Option.some({ name: "ana", commits: 0 }))
      expect(yield* find("ana")).toBe(first)
      yield* find("bia")
      expect(asked).toEqual(["ana", "bia"])
    }),
  )

  it.effect("asks again for everything after any commit", () =>
    Effect.gen(function* () {
      const { asked, commit, find } = counting()
      yield* find("ana")
      yield* find("bia")
      commit()
      expect(yield* find("ana")).toEqual(Option.some({ name: "ana", commits: 1 }))
      expect(yield* find("bia")).toEqual(Option.some({ name: "bia", commits: 1 }))
      expect(asked).toEqual(["ana", "bia", "ana", "bia"])
    }),
  )

  it.effect("does not remember what was found while another lookup learned of a commit", () =>
    Effect.gen(function* () {
      const { commit, duringALookup, find } = counting()
      duringALookup(Effect.andThen(Effect.sync(commit), Effect.orDie(find("bia"))))
      expect(yield* find("ana")).toEqual(Option.some({ name: "ana", commits: 0 }))
      expect(yield* find("ana")).toEqual(Option.some({ name: "ana", commits: 1 }))
    }),
  )

  it.effect("caches misses if it may, until anything is committed", () =>
    Effect.gen(function* () {
      const { asked, commit, find } = counting("cached")
      yield* find("zoe")
      expect(yield* find("zoe")).toEqual(Option.none())
      expect(asked).toEqual(["zoe"])
      commit()
      yield* find("zoe")
      expect(asked).toEqual(["zoe", "zoe"])
    }),
  )

  it.effect("caches no misses by default, however many keys it looks up", () =>
    Effect.gen(function* () {
      const { asked, find } = counting()
      yield* find("zoe")
      expect(yield* find("zoe")).toEqual(Option.none())
      expect(asked).toEqual(["zoe", "zoe"])
    }),
  )

  it.effect("remembers no more than it may", () =>
    Effect.gen(function* () {
      const { asked, find } = counting()
      for (let number = 0; number <= rememberedMax; number += 1) yield* find(`ana ${number}`)
      yield* find("ana 0")
      yield* find(`ana ${rememberedMax}`)
      expect(asked.slice(rememberedMax)).toEqual([`ana ${rememberedMax}`, "ana 0"])
    }),
  )

  it.effect("asks each time if it cannot see commits", () =>
    Effect.gen(function* () {
      const { asked, cannotTell, find } = counting()
      cannotTell()
      yield* find("ana")
      yield* find("ana")
      expect(asked).toEqual(["ana", "ana"])
    }),
  )
})
