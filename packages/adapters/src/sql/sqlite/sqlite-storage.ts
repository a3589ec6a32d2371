/**
 * The executor and the unit of work on one SQLite file. Only this process writes to it in normal use.
 */
import type { Realm } from "@vintem/domain/access"
import { ChangeFeed, type StorageFault, StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import type BetterSqlite from "better-sqlite3"
import { Context, Effect, Exit, Layer, Result } from "effect"
import type { CompiledQuery } from "kysely"
import { processFeed } from "../../changes/process-feed.ts"
import { WrittenAfterUnit } from "../../unit-of-work/unit-defects.ts"
import { DatabaseIsNewer } from "../engine/database-is-newer.ts"
import { sqlite } from "../engine/dialect.ts"
import { ConstraintViolated, Executor } from "../engine/executor.ts"
import type { Procedure, ProcedureSet, Written } from "../engine/procedure.ts"
import { sharedListen } from "../engine/shared-feed.ts"
import { sumStatements } from "../engine/sum-statements.ts"
import { readsSums, type Sum } from "../engine/sums.ts"
import type { Tables } from "../engine/tables.ts"
import { uncleanedWarning } from "../engine/uncleaned.ts"
import { CommitWatch } from "./commit-watch.ts"
import { inMemory, migrateOpen, openDatabase, openReadOnly, pendingMigrations, setUpWaitMillis } from "./database.ts"
import { epochsOf, tableWrittenBy, type WrittenTable } from "./epoch.ts"
import { cleanFreedPages } from "./freed-pages.ts"
import { groupCommit } from "./group-commit.ts"
import { longReads } from "./long-reads.ts"
import { onOthersCommits } from "./others-commits.ts"
import { faultOf, isConstraint } from "./result-code.ts"
import { newUnit, type RunningUnit, runAtOnce, unitAround } from "./running-unit.ts"
import { checkpoint } from "./wal-checkpoint.ts"
import { walCheckpointing } from "./wal-checkpointing.ts"

/** The open file, for operations that only SQLite has. */
export class SqliteDatabase extends Context.Service<
  SqliteDatabase,
  {
    readonly raw: BetterSqlite.Database
    readonly pendingMigrations: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  }
>()("@vintem/adapters/sql/SqliteDatabase") {}

/** Executor and units of work on a file brought up to date; `":memory:"` for a store that lives as long as the process. */
export const layer = (filename: string) => executor().pipe(Layer.provideMerge(database(filename, true)))

/** The storage without migrations: for reading, and for a server that another tool migrates. */
export const layerUnmigrated = (filename: string) =>
  executor().pipe(Layer.provideMerge(database(filename, filename === inMemory)))

/** The storage, read-only, while others write: a write fails, and a missing file is not created. */
export const layerReadOnly = (filename: string) =>
  executor().pipe(Layer.provideMerge(database(filename, false, openReadOnly)))

/** The services of each of these layers. */
export type Provided = ChangeFeed | Executor | UnitOfWork | SqliteDatabase

/** Opens the file, and closes it with the scope. */
const database = (filename: string, isMigrated: boolean, open = openDatabase) =>
  Layer.effect(
    SqliteDatabase,
    Effect.gen(function* () {
      const failed = (cause: unknown) =>
        new StorageUnavailable({ fault: faultOfOpening(cause), operation: "sqlite.open", cause })
      const raw = yield* Effect.acquireRelease(Effect.try({ try: () => open(filename), catch: failed }), (opened) =>
        Effect.sync(() => close(opened)),
      )
      if (isMigrated) {
        yield* Effect.tryPromise({ try: () => migrateOpen(raw), catch: failed })
        yield* Effect.catch(
          Effect.tryPromise(() => cleanFreedPages(raw, setUpWaitMillis)),
          ({ cause }) => Effect.logWarning(uncleanedWarning, { cause: String(cause) }),
        )
      }
      return {
        raw,
        pendingMigrations: Effect.try({ try: () => pendingMigrations(raw), catch: unavailable(raw, "sqlite.pending") }),
      }
    }),
  )

/** Leaves all that is committed in the file, even if another process has it open; the last one to close it removes the log. */
const close = (database: BetterSqlite.Database): void => {
  if (!database.memory && !database.readonly) Result.try(() => checkpoint(database, "TRUNCATE"))
  database.close()
}

/** A layer of its own for each file: one and the same would be built once, for the first of them. */
const executor = () =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { raw } = yield* SqliteDatabase
      const statements = statementCache(raw)
      const epochs = epochsOf(raw)
      const checkpointing = raw.memory || raw.readonly ? undefined : walCheckpointing(raw)
      const watch = yield* CommitWatch
      const adding = sumStatements(sqlite)
      /** Additions to sums by the units of the open transaction that are not written yet. */
      let sums: Array<Sum> = []
      const group = groupCommit(raw, {
        begun: () => {
          epochs.look()
          sums = []
        },
        committing: () => {
          for (const query of adding(sums)) {
            const statement = statements(query)
            epochs.wrote(statement.writes)
            statement.run.run(query.parameters)
          }
        },
        undone: epochs.undone,
        committed: (committed) => {
          checkpointing?.committed()
          watch(committed)
        },
      })
      const feed = processFeed()
      const listen = yield* sharedListen(feed, raw.memory ? Effect.void : onOthersCommits(raw, feed.readAgain))
      if (checkpointing !== undefined) yield* Effect.forkScoped(checkpointing.run(group.pause))

      const commit = <A, E, R>(unit: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
        Effect.contextWith((context: Context.Context<R>) =>
          unitAround(context, raw) === undefined ? submit(context, unit) : unit,
        )

      const submit = <A, E, R>(context: Context.Context<R>, unit: Effect.Effect<A, E, R>) =>
        submitted((running) => runAtOnce(context, running, unit))

      /** @param run - runs the unit to its end; never throws */
      const submitted = <A, E>(run: (running: RunningUnit) => Exit.Exit<A, E>) =>
        Effect.callback<A, E | StorageUnavailable>((resume) => {
          const { withdraw } = group.submit(
            () => {
              const running = newUnit(raw)
              const exit = run(running)
              running.isOpen = false
              const { changes, lostBy, writes } = running
              const isCommitted = Exit.isSuccess(exit)
              if (isCommitted && running.hasWrittenSums) sums = running.sums
              else if (isCommitted) sums.push(...running.sums)
              return { isCommitted, value: { changes, exit }, lostBy, writes }
            },
            ({ changes, exit }) => {
              if (Exit.isSuccess(exit)) feed.tell(changes)
              resume(exit)
            },
            (cause) => resume(Effect.fail(unavailable(raw, "commit")(cause))),
          )
          return Effect.sync(withdraw)
        })

      /** The failure of a statement. If SQLite rolled the whole transaction back, the unit around it learns this. */
      const failed = (
        operation: string,
        unit: RunningUnit | undefined,
        cause: unknown,
      ): Exit.Exit<never, StorageUnavailable> => {
        if (isConstraint(cause)) return Exit.die(new ConstraintViolated(operation, { cause }))
        const failure = unavailable(raw, operation)(cause)
        if (unit !== undefined && !raw.inTransaction) unit.lostBy ??= failure
        return Exit.fail(failure)
      }

      const answered = <A>(operation: string, unit: RunningUnit | undefined, question: () => A) => {
        const ran = Result.try(question)
        return Result.isSuccess(ran) ? Effect.succeed(ran.success) : failed(operation, unit, ran.failure)
      }

      /** Reads as part of the unit around it, if there is one. */
      const readIn = <O>(
        unit: RunningUnit | undefined,
        operation: string,
        query: CompiledQuery<O>,
      ): Exit.Exit<ReadonlyArray<O>, StorageUnavailable> => {
        const written = unit === undefined ? Exit.void : sumsWrittenIn(unit, operation, query)
        if (Exit.isFailure(written)) return Exit.failCause(written.cause)
        const ran = Result.try(() => rowsOf<O>(statements(query), query.parameters))
        return Result.isSuccess(ran) ? Exit.succeed(ran.success) : failed(operation, unit, ran.failure)
      }

      const read = <O>(operation: string, query: CompiledQuery<O>) =>
        Effect.contextWith((context: Context.Context<never>) => readIn(unitAround(context, raw), operation, query))

      const long = raw.memory ? undefined : yield* longReads(raw.name)

      const readLong = <O>(operation: string, caller: Realm, query: CompiledQuery<O>) =>
        Effect.contextWith((context: Context.Context<never>) =>
          long === undefined || unitAround(context, raw) !== undefined
            ? read(operation, query)
            : Effect.mapError(long<O>(operation, caller, query), unavailable(raw, operation)),
        )

      /** A unit has checked when its transaction began: no other connection can write until it ends. */
      const epochOf = (tables: ReadonlyArray<keyof Tables>) =>
        Effect.contextWith((context: Context.Context<never>) =>
          unitAround(context, raw) === undefined
            ? answered("sqlite.epoch", undefined, () => {
                epochs.lookOnce()
                return epochs.of(tables)
              })
            : Effect.succeed(epochs.of(tables)),
        )

      /** The result of one write of a unit, or why the unit cannot continue. */
      const writtenIn = <O>(
        unit: RunningUnit,
        operation: string,
        query: CompiledQuery<O>,
      ): Exit.Exit<Written<O>, StorageUnavailable> => {
        if (!unit.isOpen) return Exit.die(new WrittenAfterUnit(operation))
        if (unit.lostBy !== undefined) return Exit.fail(unit.lostBy)
        const prepared = statements(query)
        epochs.wrote(prepared.writes)
        const statement = () => writtenBy<O>(prepared, query.parameters)
        const ran = Result.try(statement)
        if (Result.isFailure(ran)) return failed(operation, unit, ran.failure)
        if (ran.success.changes > 0) unit.writes.push(statement)
        return Exit.succeed(ran.success)
      }

      /** If a unit is about to read sums, this writes the additions so far. If the unit is undone, so are they. */
      const sumsWrittenIn = (
        unit: RunningUnit,
        operation: string,
        { sql }: CompiledQuery,
      ): Exit.Exit<void, StorageUnavailable> => {
        const before = unit.hasWrittenSums ? [] : sums
        if (!unit.isOpen || before.length + unit.sums.length === 0 || !readsSums(sql)) return Exit.void
        const added = [...before, ...unit.sums]
        unit.sums = []
        unit.hasWrittenSums = true
        for (const query of adding(added)) {
          const exit = writtenIn(unit, operation, query)
          if (Exit.isFailure(exit)) return Exit.failCause(exit.cause)
        }
        return Exit.void
      }

      const write = <O>(operation: string, query: CompiledQuery<O>): Effect.Effect<Written<O>, StorageUnavailable> =>
        Effect.contextWith((context: Context.Context<never>) => {
          const unit = unitAround(context, raw)
          return unit === undefined ? submit(context, write(operation, query)) : writtenIn(unit, operation, query)
        })

      /** The result of a procedure in a unit, or why the unit cannot continue. */
      const ranIn = <A>(
        unit: RunningUnit,
        operation: string,
        procedure: Procedure<A>,
      ): Exit.Exit<A, StorageUnavailable> => {
        if (!unit.isOpen) return Exit.die(new WrittenAfterUnit(operation))
        let step = procedure.next()
        while (step.done !== true) {
          const { value } = step
          let written: Written<never> = nothingWritten
          if (value._tag === "Changed") unit.changes.push(...value.changes)
          else if (value._tag === "Added") unit.sums.push(...value.sums)
          else if (value._tag === "Read") {
            const exit = readIn<never>(unit, operation, value.query)
            if (Exit.isFailure(exit)) return Exit.failCause(exit.cause)
            written = { rows: exit.value, changes: 0 }
          } else if (value._tag !== "Hold") {
            const exit = writtenIn<never>(unit, operation, value.query)
            if (Exit.isFailure(exit)) return Exit.failCause(exit.cause)
            written = exit.value
          }
          step = procedure.next(written)
        }
        return Exit.succeed(step.value)
      }

      const run = <A>(operation: string, begun: () => Procedure<A>): Effect.Effect<A, StorageUnavailable> =>
        Effect.contextWith((context: Context.Context<never>) => {
          const unit = unitAround(context, raw)
          return unit === undefined
            ? submitted((own) => caught(() => ranIn(own, operation, begun())))
            : ranIn(unit, operation, begun())
        })

      /** If the procedure was refused, this fails with the refusal: the unit around it has to fail, too. */
      const attempt = <A, E>(operation: string, begun: () => Procedure<Result.Result<A, E>>) =>
        Effect.flatMap(run(operation, begun), Effect.fromResult)

      const ranSet = <A, E>(
        unit: RunningUnit,
        operation: string,
        set: ProcedureSet<A, E>,
      ): Exit.Exit<A, E | StorageUnavailable> => {
        let step = set.next([])
        while (step.done !== true) {
          const results: Array<unknown> = []
          for (const procedure of step.value) {
            const exit = ranIn(unit, operation, procedure)
            if (Exit.isFailure(exit)) return Exit.failCause(exit.cause)
            if (Result.isFailure(exit.value)) return Exit.fail(exit.value.failure)
            results.push(exit.value.success)
          }
          step = set.next(results)
        }
        return Exit.succeed(step.value)
      }

      const commitSet = <A, E>(
        operation: string,
        _: ReadonlyArray<string>,
        begun: () => ProcedureSet<A, E>,
      ): Effect.Effect<A, E | StorageUnavailable> =>
        Effect.contextWith((context: Context.Context<never>) => {
          const unit = unitAround(context, raw)
          return unit === undefined
            ? submitted((own) => caught(() => ranSet(own, operation, begun())))
            : ranSet(unit, operation, begun())
        })

      return Context.make(
        Executor,
        Executor.of({
          dialect: sqlite,
          epochOf,
          read,
          readShared: read,
          readLong,
          run,
          attempt,
          commitSet,
          write,
          readEntry: (operation, _, query) => read(operation, query),
        }),
      ).pipe(
        Context.add(UnitOfWork, { commit }),
        Context.add(ChangeFeed, { listen, readAgain: Effect.sync(feed.readAgain) }),
      )
    }),
  )

const faultOfOpening = (cause: unknown): StorageFault => {
  if (cause instanceof DatabaseIsNewer) return "corrupt"
  return cause instanceof TypeError ? "unreachable" : faultOf(cause) // better-sqlite3 throws one if there is no folder
}

const nothingWritten: Written<never> = { rows: [], changes: 0 }

/** An exception is a defect of the procedure. */
const caught = <A, E>(ended: () => Exit.Exit<A, E>): Exit.Exit<A, E> => {
  const ran = Result.try(ended)
  return Result.isSuccess(ran) ? ran.success : Exit.die(ran.failure)
}

/** A statement, ready to be run. */
interface Statement {
  readonly run: BetterSqlite.Statement<ReadonlyArray<unknown>, unknown>
  readonly writes: WrittenTable
}

const statementsMax = 500

/** Preparing a statement costs more than running it, so each text is prepared once. */
const statementCache = (raw: BetterSqlite.Database) => {
  const known = new Map<string, Statement>()
  return (query: CompiledQuery): Statement => {
    const hit = known.get(query.sql)
    if (hit !== undefined) return hit
    if (known.size >= statementsMax) known.clear()
    const fresh = { run: raw.prepare<ReadonlyArray<unknown>, unknown>(query.sql), writes: tableWrittenBy(query) }
    known.set(query.sql, fresh)
    return fresh
  }
}

/** The rows are what the compiled query says they are: Kysely took their type from the tables. */
const rowsOf = <O>({ run }: Statement, parameters: ReadonlyArray<unknown>): ReadonlyArray<O> =>
  run.all(parameters) as ReadonlyArray<O>

const writtenBy = <O>(statement: Statement, parameters: ReadonlyArray<unknown>): Written<O> => {
  if (!statement.run.reader) return { rows: [], changes: statement.run.run(parameters).changes }
  const rows = rowsOf<O>(statement, parameters)
  return { rows, changes: rows.length }
}

/** A failure that is already of this type stays as it is: a lost transaction names the statement that lost it. */
const unavailable =
  (raw: BetterSqlite.Database, operation: string) =>
  (cause: unknown): StorageUnavailable =>
    cause instanceof StorageUnavailable
      ? cause
      : new StorageUnavailable({ fault: raw.open ? faultOf(cause) : "unreachable", operation, cause })
