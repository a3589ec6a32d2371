// Caching the value decoded from a row, while the row is the same.
import { describe, expect, it } from "@effect/vitest"
import { StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Exit } from "effect"
import { rememberingReader } from "./remembering-reader.ts"

interface Row {
  readonly id: number
  readonly name: string
  readonly note: string | null
}

const ana: Row = { id: 1, name: "Ana", note: null }

/** Counts how often a row is decoded, and fails for a row without a name. */
const counting = () => {
  const made: Array<number> = []
  const read = rememberingReader("id", { id: true, name: true, note: true }, (operation, row: Row) => {
    made.push(row.id)
    return row.name === ""
      ? Effect.fail(new StorageUnavailable({ fault: "corrupt", operation, cause: new Error("no name") }))
      : Effect.succeed({ greeting: `Olá, ${row.name}` })
  })
  return { made, read: (row: Row) => read("greetings.find", row) }
}

describe("a reader that remembers", () => {
  it.effect("decodes the same row once", () =>
    Effect.gen(function* () {
      const { made, read } = counting()
      const first = yield* read(ana)
      expect(yield* read({ ...ana })).toBe(first)
      expect(made).toEqual([1])
    }),
  )

  it.effect.each([{ name: "Bia" }, { note: "nova" }, { id: 2 }])("decodes a row that differs: %o", (change) =>
    Effect.gen(function* () {
      const { made, read } = counting()
      const first = yield* read(ana)
      expect(yield* read({ ...ana, ...change })).not.toBe(first)
      expect(yield* read(ana)).toEqual(first)
      expect(made.slice(0, 2)).toEqual([1, change.id ?? 1])
    }),
  )

  it.effect("ignores other columns than those of the row", () =>
    Effect.gen(function* () {
      const { made, read } = counting()
      for (const beside of [{ key: 1 }, {}, { key: 2, other: "text" }]) yield* read({ ...ana, ...beside })
      expect(made).toEqual([1])
    }),
  )

  it.effect("does not remember a failure", () =>
    Effect.gen(function* () {
      const { made, read } = counting()
      for (const _ of [1, 2]) expect(Exit.isFailure(yield* Effect.exit(read({ ...ana, name: "" })))).toBe(true)
      expect(made).toEqual([1, 1])
    }),
  )

  it.effect("forgets everything when it is full", () =>
    Effect.gen(function* () {
      const { made, read } = counting()
      for (let id = 1; id <= 1_001; id += 1) yield* read({ ...ana, id })
      yield* read({ ...ana, id: 1_001 })
      expect(made).toHaveLength(1_001)
      yield* read(ana)
      expect(made).toHaveLength(1_002)
    }),
  )
})
