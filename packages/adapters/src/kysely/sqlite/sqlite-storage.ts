/**
 * The executor and the unit of work on one SQLite file, of which this process is the only writer that matters.
 */
import { type StorageFault, StorageUnavailable, UnitOfWork } from "@vintem/domain"
import type BetterSqlite from "better-sqlite3"
import { Context, Effect, Exit, Layer } from "effect"
import type { CompiledQuery } from "kysely"
import { sqlite } from "../dialect.ts"
import { ConstraintViolated, Executor, type Written } from "../executor.ts"
import { inMemory, migrateOpen, openDatabase, pendingMigrations } from "./database.ts"
import { groupCommit } from "./group-commit.ts"

/** The open file, for what only SQLite can be asked. */
export class SqliteDatabase extends Context.Service<
  SqliteDatabase,
  {
    readonly raw: BetterSqlite.Database
    readonly pendingMigrations: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  }
>()("@vintem/adapters/kysely/SqliteDatabase") {}

const statementsMax = 500

/** Whether the running effect is inside a unit: then it joins it. */
const InUnit = Context.Reference<boolean>("@vintem/adapters/kysely/sqlite/InUnit", { defaultValue: () => false })

/** Opens the file, and closes it with the scope. */
const database = (filename: string, isMigrated: boolean) =>
  Layer.effect(
    SqliteDatabase,
    Effect.gen(function* () {
      const failed = (cause: unknown) =>
        new StorageUnavailable({ fault: faultOf(cause), operation: "sqlite.open", cause })
      const raw = yield* Effect.acquireRelease(
        Effect.try({ try: () => openDatabase(filename), catch: failed }),
        (open) => Effect.sync(() => open.close()),
      )
      if (isMigrated) yield* Effect.tryPromise({ try: () => migrateOpen(raw), catch: failed })
      return {
        raw,
        pendingMigrations: Effect.try({
          try: () => pendingMigrations(raw),
          catch: (cause) => new StorageUnavailable({ fault: faultOf(cause), operation: "sqlite.pending", cause }),
        }),
      }
    }),
  )

const executor = Layer.effectContext(
  Effect.gen(function* () {
    const { raw } = yield* SqliteDatabase
    const statements = statementCache(raw)
    const group = groupCommit(raw)

    const commit = <A, E, R>(unit: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
      Effect.contextWith((context: Context.Context<R>) => {
        if (Context.get(context, InUnit)) return unit
        const run = Effect.runSyncExitWith(Context.add(context, InUnit, true))
        return Effect.callback<A, E | StorageUnavailable>((resume) => {
          const { withdraw } = group.submit(
            () => {
              const value = run(unit)
              return { isCommitted: Exit.isSuccess(value), value }
            },
            resume,
            (cause) =>
              resume(Effect.fail(new StorageUnavailable({ fault: faultOf(cause), operation: "commit", cause }))),
          )
          return Effect.sync(withdraw)
        })
      })

    const failed = (operation: string) => (cause: unknown) =>
      isConstraint(cause)
        ? Effect.die(new ConstraintViolated(operation, { cause }))
        : Effect.fail(new StorageUnavailable({ fault: faultOf(cause), operation, cause }))

    const read = <O>(operation: string, query: CompiledQuery<O>) =>
      Effect.try({ try: () => rowsOf<O>(statements(query.sql), query.parameters), catch: (cause) => cause }).pipe(
        Effect.catch(failed(operation)),
      )

    const write = <O>(operation: string, query: CompiledQuery<O>) =>
      commit(
        Effect.try({ try: () => writtenBy<O>(statements(query.sql), query.parameters), catch: (cause) => cause }).pipe(
          Effect.catch(failed(operation)),
        ),
      )

    return Context.make(Executor, { dialect: sqlite, read, write }).pipe(Context.add(UnitOfWork, { commit }))
  }),
)

type Statement = BetterSqlite.Statement<ReadonlyArray<unknown> & unknown[], unknown>

/** Preparing a statement costs more than running it, so each text is prepared once. */
const statementCache = (raw: BetterSqlite.Database) => {
  const known = new Map<string, Statement>()
  return (text: string): Statement => {
    const hit = known.get(text)
    if (hit !== undefined) return hit
    if (known.size >= statementsMax) known.clear()
    const fresh = raw.prepare<unknown[], unknown>(text)
    known.set(text, fresh)
    return fresh
  }
}

/** The rows are what the compiled query says they are: Kysely took their type from the tables. */
const rowsOf = <O>(statement: Statement, parameters: ReadonlyArray<unknown>): ReadonlyArray<O> =>
  statement.all(...parameters) as ReadonlyArray<O>

const writtenBy = <O>(statement: Statement, parameters: ReadonlyArray<unknown>): Written<O> => {
  if (!statement.reader) return { rows: [], changes: statement.run(...parameters).changes }
  const rows = rowsOf<O>(statement, parameters)
  return { rows, changes: rows.length }
}

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""

const isConstraint = (cause: unknown): boolean => codeOf(cause).startsWith("SQLITE_CONSTRAINT")

const faultOf = (cause: unknown): StorageFault => {
  const code = codeOf(cause)
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "locked"
  if (code === "SQLITE_FULL") return "full"
  if (code === "SQLITE_CORRUPT" || code === "SQLITE_NOTADB") return "corrupt"
  if (code.startsWith("SQLITE_CANTOPEN") || code.startsWith("SQLITE_IOERR") || code === "SQLITE_READONLY")
    return "unreachable"
  return "unknown"
}

/** Executor and units of work on a file brought up to date; `":memory:"` for a store that lives as long as the process. */
export const layer = (filename: string) => executor.pipe(Layer.provideMerge(database(filename, true)))

/** The same on a file as it is: for looking at it, and for a server whose migrations somebody else runs. */
export const layerUnmigrated = (filename: string) =>
  executor.pipe(Layer.provideMerge(database(filename, filename === inMemory)))

/** What either layer gives. */
export type Provided = Executor | UnitOfWork | SqliteDatabase
