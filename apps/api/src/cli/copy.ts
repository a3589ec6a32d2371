/** `vintem copy`: moves a database to another engine or another place. */
import { copyBooks, DatabaseCopy, SimulatedBooks } from "@vintem/adapters"
import { type CheckProgress, checkStorage } from "@vintem/application"
import { Clock, Console, Context, Effect, Layer, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { booksBeside } from "../acquirer/books.ts"
import { type DatabaseLocation, databaseLocationKind } from "../configuration/database-location.ts"
import { BreachesFound, Refused } from "../failures/outcome.ts"
import { jsonFlag } from "../output.ts"
import { counted } from "../status/in-words.ts"
import { storageAsItIs } from "../storage.ts"
import { breachLine } from "./breach-line.ts"
import { checkProgress, lookedAt } from "./check.ts"
import { progressTeller } from "./progress.ts"

/** A database that outlives the command. */
type KeptLocation = Exclude<DatabaseLocation, { readonly _tag: "sqlite_memory" }>

/** The value may hold a password, and is never shown. */
const locationFlag = (name: string) =>
  Flag.Redacted(name).pipe(
    Flag.filterMap(
      (text): Option.Option<KeptLocation> =>
        Option.filter(databaseLocationKind.parse(Redacted.value(text).trim()), isKept),
      () => "`sqlite:PATH` or `postgres://USER:PASSWORD@HOST:PORT/DATABASE` (its value may be secret and is not shown)",
    ),
    Flag.withMetavar("URL"),
  )

const isKept = (location: DatabaseLocation): location is KeptLocation => location._tag !== "sqlite_memory"

export const copy = Command.make(
  "copy",
  {
    from: locationFlag("from").pipe(Flag.withDescription("The database to copy: it is only read")),
    to: locationFlag("to").pipe(Flag.withDescription("The database to copy to: empty or missing")),
    json: jsonFlag,
  },
  ({ from, to, json }) => Effect.scoped(copied(from, to, json)),
).pipe(
  Command.withDescription(
    "Copy a database into another, SQLite or PostgreSQL, and verify the copy: compares all rows and runs `vintem check` on it. Stop the " +
      "service first, on both sides.\n\n" +
      "If it is interrupted, run the same command to resume; after the end, it verifies again. Progress goes to standard error; with --json, " +
      "each step is a line on standard output. Exit status 0 if the copy is complete and correct, and 1 " +
      "otherwise.",
  ),
  Command.withShortDescription("Move a database to another engine or place"),
)

const copied = Effect.fnUntraced(function* (from: KeptLocation, to: KeptLocation, isJson: boolean) {
  const printer = yield* isJson ? jsonPrinter : linePrinter
  const books = Effect.gen(function* () {
    yield* copyBooks(yield* booksOf(from), yield* booksOf(to))
  })
  const summary = yield* DatabaseCopy.copyDatabase(
    { from: copiedFrom(from), to: copiedFrom(to), onStep: printer.step },
    Effect.scoped(books),
  ).pipe(
    Effect.catchTags({
      BooksDiffer: ({ key }) =>
        new Refused({ message: `--to: the simulated acquirer has another charge ${key}. ${anew}` }),
      StorageUnavailable: ({ cause, operation }) =>
        new Refused({ message: `The simulated acquirer's books failed (${operation}): ${String(cause)}` }),
    }),
    Effect.catch((fault) => (fault._tag === "Refused" ? fault : new Refused({ message: sentenceOf(fault) }))),
  )
  const end = yield* Effect.provide(printer.check, storageAsItIs({ database: to, dbPool: 1 }))
  if (end.breaches > 0) {
    const found = `${counted(end.breaches, "breach", "breaches")} in ${lookedAt(end)}`
    return yield* new BreachesFound({ message: `Everything was copied, but vintem check found ${found} in it.` })
  }
  yield* printer.end(summary, end)
})

/** The simulated acquirer's books in a database. A source may have none. */
const booksOf = (location: KeptLocation) =>
  Effect.map(Layer.build(booksBeside(location)), (context) => Context.get(context, SimulatedBooks))

const copiedFrom = (location: KeptLocation): DatabaseCopy.Copied =>
  location._tag === "sqlite_file"
    ? DatabaseCopy.sqliteFile(location.path)
    : DatabaseCopy.postgresDatabase(Redacted.value(location.url))

/** For people: progress on standard error, findings and the result on standard output. */
const linePrinter = Effect.gen(function* () {
  const { lasting, passing } = yield* progressTeller
  const rate = yield* rateOfTables
  return {
    step: (step: DatabaseCopy.CopyStep) =>
      Effect.flatMap(rate(step), (perSecond) => {
        if (step.total === 0) return Effect.void
        const line = () => lineOf(step, perSecond)
        return step.rows < step.total && step.step !== "resumed" ? passing(step.rows / step.total, line) : lasting(line)
      }),
    check: Effect.flatMap(checkProgress, (onProgress) =>
      checkStorage({ onBreach: (found) => Console.log(breachLine(found)), onProgress }),
    ),
    end: ({ tables, rows, wasThere }: DatabaseCopy.CopySummary, end: CheckProgress) => {
      const what = `${counted(rows, "row", "rows")} of ${tables} tables`
      const done = wasThere ? `Everything was already copied: ${what}` : `Copied ${what}`
      return Console.log(`${done}, each compared. No breach in ${lookedAt(end)}.`)
    },
  }
})

/** For programs: one line of JSON per step. */
const jsonPrinter = Effect.gen(function* () {
  const rate = yield* rateOfTables
  const print = (step: object) => Console.log(JSON.stringify(step))
  return {
    step: (step: DatabaseCopy.CopyStep) =>
      Effect.flatMap(rate(step), (perSecond) => print({ ...step, rows_per_second: perSecond })),
    check: checkStorage({
      onBreach: (found) => print({ step: "breach", ...found }),
      onProgress: ({ share, ...counts }) => print({ step: "checked", share, ...counts }),
    }),
    end: ({ tables, rows, wasThere }: DatabaseCopy.CopySummary, _: CheckProgress) =>
      print({ step: "done", tables, rows, was_there: wasThere }),
  }
})

/** A table's rows per second since its first step of this kind. */
const rateOfTables = Effect.gen(function* () {
  let before = { key: "", rows: 0, at: yield* Clock.currentTimeMillis }
  let last = before.at
  return ({ step, table, rows }: DatabaseCopy.CopyStep) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const key = `${step} ${table}`
      // A table's first step begins when the table before it ends.
      if (before.key !== key) before = { key, rows: step === "resumed" ? rows : 0, at: last }
      last = now
      return Math.round(((rows - before.rows) * 1_000) / Math.max(now - before.at, 1))
    })
})

const lineOf = ({ step, table, rows, total }: DatabaseCopy.CopyStep, perSecond: number): string => {
  const place = `${table}: ${rows}/${total}`
  switch (step) {
    case "resumed":
      return `${place} were already copied, resuming`
    case "copied":
      return `${place} copied, ${perSecond}/s`
    case "compared":
      return `${place} compared, ${perSecond}/s`
  }
}

const anew = "Empty the target, make sure that nothing writes to either database, and start again."

const sentenceOf = (fault: DatabaseCopy.CopyFault): string => {
  switch (fault._tag) {
    case "SideUnavailable":
      return `${flagOf(fault.side)}: the database failed (${fault.operation}): ${String(fault.cause)}`
    case "SideIsNewer":
      return `${flagOf(fault.side)}: the database was migrated by a later version: copy it with that one.`
    case "SourceOutdated":
      return `--from: the database is not up to date (${fault.pending.join(", ")}). Run: DATABASE_URL=… vintem migrate`
    case "SourceUnfinished":
      return "--from: the database is itself a copy that was interrupted. Finish that copy, or copy from its source."
    case "SourceServed":
      return `--from: a service is running on ${fault.file}, or another copy of it. Stop it first: the copy would lack its writes.`
    case "SourceInUse":
      return (
        `--from: ${counted(fault.jobs, "job is", "jobs are")} running. Stop the service. If it was killed, start it once more and ` +
        "stop it with SIGTERM, or wait until its leases run out."
      )
    case "SourceChanged":
      return `--from: something has written to ${fault.tables.join(", ")} since the copy began. ${anew}`
    case "OneDatabase":
      return "--from and --to are the same database."
    case "TargetNotEmpty":
      return `--to: the database is in use: ${fault.table} has rows. Name an empty one.`
    case "TargetOfAnother":
      return "--to: the database is a copy of another one. Name an empty one."
    case "TargetChanged":
      return `--to: another process writes to ${fault.table}: another copy, or a service. Stop it, and run this again.`
    case "SourceBroken":
      return `--from: a row of ${fault.table} refers to nothing, or breaks another rule of its table: see vintem check.`
    case "CopyDiffers":
      return `The copy differs from its source. ${fault.tables.map(differenceOf).join(" ")} ${anew}`
  }
}

const differenceOf = ({ table, missing, surplus }: DatabaseCopy.CopyDifference): string =>
  `${table}: ${counted(missing, "row", "rows")} missing or different, ${Math.abs(surplus)} too ${surplus < 0 ? "few" : "many"}.`

const flagOf = (side: "source" | "target"): string => (side === "source" ? "--from" : "--to")
