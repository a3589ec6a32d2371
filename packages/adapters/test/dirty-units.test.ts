/** The isolation tests of `@vintem/testing` find an adapter whose units run in the open: readers see each write at once. */
import { CompanyRepository, firstPage, UnitOfWork } from "@vintem/domain/ports"
import { exampleCompany, type NumberedWrite, seenDuringUnit } from "@vintem/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as CompanyRepositoryMemory from "../src/memory/company-repository.ts"
import { Tables } from "../src/memory/tables.ts"
import * as UnitOfWorkMemory from "../src/memory/unit-of-work.ts"

/** Rolls back what fails, as it must, but lets every fiber run meanwhile. */
const dirtyUnits = Layer.effect(
  UnitOfWork,
  Effect.map(Tables, ({ undoLog }) =>
    UnitOfWork.of({
      commit: (unit) =>
        Effect.onExit(
          Effect.andThen(
            Effect.sync(() => undoLog.open()),
            unit,
          ),
          (exit) => Effect.sync(() => (Exit.isSuccess(exit) ? undoLog.keep() : undoLog.takeBack())),
        ),
    }),
  ),
)

const companies: NumberedWrite<CompanyRepository> = {
  write: (n) => Effect.flatMap(CompanyRepository, (all) => all.add(exampleCompany({ name: `${n}` }))),
  isWritten: (n) =>
    Effect.map(
      Effect.flatMap(CompanyRepository, (all) => all.list({ page: firstPage, size: 10 })),
      ({ total }) => total >= n,
    ),
}

const seenWith = (units: typeof dirtyUnits, end: Effect.Effect<unknown, unknown>) =>
  seenDuringUnit(companies, end).pipe(
    Effect.provide(Layer.mergeAll(units, CompanyRepositoryMemory.layer).pipe(Layer.provide(Tables.layer))),
    Effect.runPromise,
  )

describe("a reader beside a unit that writes 1 and then 2", () => {
  it("sees halves, and what is rolled back, of units that run in the open", async () => {
    expect(await seenWith(dirtyUnits, Effect.void)).toContainEqual([1])
    expect((await seenWith(dirtyUnits, Effect.fail("given up"))).flat()).toContain(2)
  })

  it("sees neither of units that run at once", async () => {
    expect(await seenWith(UnitOfWorkMemory.layer, Effect.void)).not.toContainEqual([1])
    expect((await seenWith(UnitOfWorkMemory.layer, Effect.fail("given up"))).flat()).toStrictEqual([])
  })
})
