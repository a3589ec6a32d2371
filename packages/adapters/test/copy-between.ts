import { expect, it } from "@effect/vitest"
import { CompanyId } from "@vintem/domain/identifiers"
import { JobQueue } from "@vintem/domain/ports"
import { exampleNow } from "@vintem/testing"
import { Effect, Exit } from "effect"
import { sql } from "kysely"
import { describe } from "vitest"
import { copiedTables } from "../src/sql/copy/copied-tables.ts"
import type { Copied } from "../src/sql/copy/copy-side.ts"
import { type CopyStep, copyDatabase } from "../src/sql/copy/database-copy.ts"
import { Executor } from "../src/sql/engine/executor.ts"
import { contentsOf, engines, fill, sqlOn, using } from "./copied-shop.ts"

type Engine = keyof typeof engines

/** Small, so that most tables take several batches. */
const rowsAtOnce = 3

/** Copies in small batches. */
export const copied = (
  from: Copied,
  to: Copied,
  options: { readonly rowsAtOnce?: number; readonly onStep?: (step: CopyStep) => Effect.Effect<void> } = {},
) => copyDatabase({ from, to, rowsAtOnce, onStep: () => Effect.void, ...options })

/** Runs a copy that is interrupted after this many commits. @returns true if it ended before */
export const interruptedAfter = (batches: number, from: Copied, to: Copied, size = rowsAtOnce) =>
  Effect.gen(function* () {
    let left = batches
    const onStep = ({ step }: CopyStep) =>
      Effect.suspend(() => {
        if (step === "copied") left -= 1
        return left === 0 ? Effect.interrupt : Effect.void
      })
    const exit = yield* Effect.exit(copied(from, to, { rowsAtOnce: size, onStep }))
    if (Exit.isFailure(exit) && !Exit.hasInterrupts(exit)) return yield* exit
    return Exit.isSuccess(exit)
  })

/** The promises of a copy from one engine to another. */
export const copyBetween = (from: Engine, to: Engine): void => {
  describe(`a copy from ${from} to ${to}`, () => {
    const databases = Effect.gen(function* () {
      const source = yield* engines[from].fresh
      const target = yield* engines[to].empty
      yield* fill(source)
      return { source, target }
    })

    it.live("holds all that the source holds, and counts it once", () =>
      Effect.gen(function* () {
        const { source, target } = yield* databases
        const steps = new Set<CopyStep["step"]>()
        const summary = yield* copied(source, target, { onStep: ({ step }) => Effect.sync(() => steps.add(step)) })
        expect(steps).toStrictEqual(new Set(["copied", "compared"]))
        const contents = yield* contentsOf(source)
        expect(Object.keys(contents).filter((table) => contents[table]?.length === 0)).toStrictEqual([])
        expect(yield* contentsOf(target)).toStrictEqual(contents)
        const rows = copiedTables.reduce((sum, { name }) => sum + (contents[name]?.length ?? 0), 0)
        expect(summary).toStrictEqual({ tables: copiedTables.length, rows, wasThere: false })
      }),
    )

    it.live("continues the source's numbers, even if the last rows are gone", () =>
      Effect.gen(function* () {
        const { source, target } = yield* databases
        yield* sqlOn(source, sql`delete from job`, sql`delete from reminder`)
        yield* copied(source, target)
        const given = yield* numbersGiven(source)
        expect(yield* numbersGiven(target)).toStrictEqual(given)
        const company = yield* using(target, companyIds)
        const job = { queue: "work", kind: "Look", orderingKey: null, dueAt: exampleNow, payload: "{}" } as const
        yield* using(
          target,
          Effect.flatMap(JobQueue, ({ enqueue }) =>
            enqueue(company.map((id) => ({ ...job, company: id, name: "next" }))),
          ),
        )
        expect(yield* numbersGiven(target)).toStrictEqual({ ...given, job: (given["job"] ?? 0) + 1 })
      }),
    )

    it.live("is complete after repeated interruptions", () =>
      Effect.gen(function* () {
        const { source, target } = yield* databases
        let runs = 1
        while (!(yield* interruptedAfter(13, source, target))) runs += 1
        expect(runs).toBeGreaterThan(3)
        expect(yield* contentsOf(target)).toStrictEqual(yield* contentsOf(source))
        expect(yield* numbersGiven(target)).toStrictEqual(yield* numbersGiven(source))
      }),
    )

    it.live("only compares when it is run again", () =>
      Effect.gen(function* () {
        const { source, target } = yield* databases
        const first = yield* copied(source, target)
        const steps: Array<CopyStep> = []
        const again = yield* copied(source, target, { onStep: (step) => Effect.sync(() => steps.push(step)) })
        expect(again).toStrictEqual({ ...first, wasThere: true })
        expect(new Set(steps.map(({ step }) => step))).toStrictEqual(new Set(["compared"]))
      }),
    )

    it.live("finds a row of the target that differs, is missing or is too much", () =>
      Effect.gen(function* () {
        const { source, target } = yield* databases
        yield* copied(source, target)
        yield* sqlOn(
          target,
          sql`update orders set details = ${"{}"} where id = 2`,
          sql`delete from reminder where rule_token = (select min(rule_token) from reminder)`,
          sql`insert into webhook_sequence (company_id, order_number, last) values (1, 'ZUVIEL', 1)`,
        )
        expect(yield* Effect.flip(copied(source, target))).toMatchObject({
          _tag: "CopyDiffers",
          tables: [
            { table: "orders", missing: 1, surplus: 0 },
            { table: "reminder", missing: 1, surplus: -1 },
            { table: "webhook_sequence", missing: 0, surplus: 1 },
          ],
        })
      }),
    )
  })
}

const companyIds = Effect.gen(function* () {
  const { dialect, read } = yield* Executor
  const rows = yield* read("test", dialect.build.selectFrom("company").select("id").compile())
  return rows.map(({ id }) => CompanyId.make(id))
})

/** The last used number of each numbered table. */
const numbersGiven = (database: Copied) =>
  using(
    database,
    Effect.gen(function* () {
      const { dialect, read } = yield* Executor
      const given: Record<string, number | null> = {}
      for (const { name, isNumbered } of copiedTables) {
        if (!isNumbered) continue
        const [row] = yield* read("test", dialect.lastNumber(name).compile(dialect.build))
        given[name] = row?.last ?? null
      }
      return given
    }),
  )
