/** How a process that serves from an SQLite file learns of commands that write to it. */

import { BatchRepository, ChangedKind, ChangeFeed, CompanyRepository } from "@vintem/domain/ports"
import { exampleBatchCreated, exampleBatchToken, exampleCompany, exampleEntries } from "@vintem/testing"
import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshFile } from "./sqlite-file.ts"

const storesOn = (file: string) =>
  Layer.build(Layer.fresh(KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(file)))))

describe("a file that another process writes to as well", () => {
  it("makes listeners read again after another connection's writes, and reports its own", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      const own = yield* storesOn(file)
      const { id: company } = yield* Context.get(own, CompanyRepository).add(exampleCompany())
      const { listen } = Context.get(own, ChangeFeed)
      const { arrival, take } = yield* listen({ company, kinds: new Set(ChangedKind.literals), after: null })
      yield* take
      const storeBatch = (stores: typeof own, n: number) =>
        Context.get(stores, BatchRepository).add(
          exampleBatchCreated(1, { company, token: exampleBatchToken(n) }),
          exampleEntries(1),
        )
      yield* storeBatch(own, 1)
      yield* arrival
      expect((yield* take).changes).toMatchObject([{ kind: "batch", id: exampleBatchToken(1) }])
      yield* Effect.scoped(Effect.flatMap(storesOn(file), (command) => storeBatch(command, 2)))
      yield* arrival
      expect((yield* take).changes).toBe(null)
      yield* storeBatch(own, 3)
      yield* arrival
      expect((yield* take).changes).toMatchObject([{ kind: "batch", id: exampleBatchToken(3) }])
    }).pipe(Effect.scoped, Effect.runPromise))
})
