/**
 * The executor and the unit of work on one PostgreSQL database, which any number of processes may share.
 *
 * A unit is one transaction on one connection, or shares a transaction with others of its kind. The isolation level is
 * READ COMMITTED: at a higher level, units would make each other fail at every row that many of them add to. Versions,
 * unique keys and locked names prevent what two units may not both do.
 */
import { hash } from "node:crypto"
import type { Realm } from "@vintem/domain/access"
import { type Change, ChangeFeed, type Commit, StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Context, Effect, Layer } from "effect"
import type { CompiledQuery } from "kysely"
import type { PoolClient, QueryResult } from "pg"
import { processFeed } from "../../changes/process-feed.ts"
import { WrittenAfterUnit } from "../../unit-of-work/unit-defects.ts"
import { DatabaseIsNewer } from "../engine/database-is-newer.ts"
import { postgres } from "../engine/dialect.ts"
import { Executor } from "../engine/executor.ts"
import { gathered } from "../engine/gathered.ts"
import { longReadTurns } from "../engine/long-read-turns.ts"
import type { Procedure, ProcedureSet, Written } from "../engine/procedure.ts"
import { sharedListen } from "../engine/shared-feed.ts"
import { sumStatements } from "../engine/sum-statements.ts"
import { readsSums, type Sum } from "../engine/sums.ts"
import { lookOut, notifier } from "./change-notices.ts"
import { outcomeOf } from "./commit-end.ts"
import {
  ask,
  type ConnectionOptions,
  type ConnectionPool,
  type Connections,
  connectionConfig,
  connections,
  discard,
  openClient,
} from "./connection-pool.ts"
import { MigrationLocked, migrate, pendingMigrations, requireKnown } from "./database.ts"
import { PoolerKeepsNoSession, requireKeptSession } from "./kept-session.ts"
import { commitAlone } from "./lone-unit.ts"
import { type RunningUnit, sendWithUnsent, unitAround } from "./running-unit.ts"
import { serversOf } from "./servers.ts"
import { setQueue } from "./set-queue.ts"
import {
  failureOf,
  faultOf,
  isCollision,
  isConnectionLost,
  isCuredByTime,
  isNotWritable,
  isOutdatedPlan,
  isTakingTooLong,
  isUnheard,
  PostgresFailure,
} from "./sql-state.ts"
import type { Statement } from "./statement-batch.ts"
import { storageFailure } from "./storage-failure.ts"
import { lockQuery } from "./transaction.ts"

/** The database behind a pool, for operations that only PostgreSQL has. */
export class PostgresDatabase extends Context.Service<
  PostgresDatabase,
  Connections & {
    readonly pendingMigrations: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  }
>()("@vintem/adapters/sql/PostgresDatabase") {}

/** How the database is reached. */
export type { ConnectionOptions }

/** The services of each of these layers. */
export type Provided = ChangeFeed | Executor | UnitOfWork | PostgresDatabase

/**
 * Opens the database at the start. It may run `open` again if `isCuredByTime` is true of the failure: the server cannot be reached, or no
 * server of several takes writes. The default runs it once.
 */
export type OpeningPolicy = <A>(
  open: Effect.Effect<A, StorageUnavailable>,
  isCuredByTime: (failure: StorageUnavailable) => boolean,
) => Effect.Effect<A, StorageUnavailable>

const openedOnce: OpeningPolicy = (open) => open

/** Executor and units of work on a database brought up to date. */
export const layer = (url: string, options: ConnectionOptions = {}, openedBy: OpeningPolicy = openedOnce) =>
  executor(url, options).pipe(
    Layer.provideMerge(database(url, options, { isMigrated: true, isReadOnly: false, openedBy })),
  )

/** The storage without migrations: for reading, and for a server that another tool migrates. */
export const layerUnmigrated = (url: string, options: ConnectionOptions = {}) =>
  executor(url, options).pipe(
    Layer.provideMerge(database(url, options, { isMigrated: false, isReadOnly: false, openedBy: openedOnce })),
  )

/** The storage, read-only, while others write: a write fails, and so does a newer database. */
export const layerReadOnly = (url: string, options: ConnectionOptions = {}) =>
  executor(url, options).pipe(
    Layer.provideMerge(database(url, options, { isMigrated: false, isReadOnly: true, openedBy: openedOnce })),
  )

interface Opening {
  readonly isMigrated: boolean
  readonly isReadOnly: boolean
  readonly openedBy: OpeningPolicy
}

/** Closes its connections with the scope. */
const database = (url: string, options: ConnectionOptions, { isMigrated, isReadOnly, openedBy }: Opening) =>
  Layer.effect(
    PostgresDatabase,
    Effect.gen(function* () {
      const all = yield* connections(url, options, isReadOnly)
      const asked = <A>(question: (client: PoolClient) => Promise<A>) =>
        Effect.mapError(
          all.pool.withConnection((client) =>
            Effect.onInterrupt(
              Effect.tryPromise({ try: () => question(client), catch: unavailableAtOpening }),
              () => discard(client), // the answer is still to come
            ),
          ),
          unavailableAtOpening,
        )
      const open = Effect.gen(function* () {
        if (isMigrated) {
          yield* Effect.tryPromise({ try: () => requireSessions(url, options), catch: unavailableAtOpening })
        }
        yield* asked((client) => requireKnown(client))
        if (isMigrated && (yield* asked((client) => pendingMigrations(client))).length > 0) {
          yield* Effect.tryPromise({ try: () => migrate(url, options.lockTimeoutMillis), catch: unavailableAtOpening })
        }
      })
      const hasSeveral = serversOf(url).count > 1
      yield* openedBy(
        open,
        ({ cause }) =>
          cause instanceof PostgresFailure && (isCuredByTime(cause) || (hasSeveral && isNotWritable(cause))),
      )
      return { ...all, pendingMigrations: asked((client) => pendingMigrations(client)) }
    }),
  )

/** A layer of its own for each database: one and the same would be built once, for the first of them. */
const executor = (url: string, options: ConnectionOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { longReads, pool } = yield* PostgresDatabase
      const statements = statementNames()
      const feed = processFeed()
      const { say } = yield* notifier(pool, feed.name)
      const listen = yield* sharedListen(feed, lookOut(url, options, feed))
      const tell = (changes: ReadonlyArray<Change>): void => {
        feed.tell(changes)
        say(changes)
      }

      const sumsWritten = sumStatements(postgres)
      const adding = (sums: ReadonlyArray<Sum>) =>
        sumsWritten(sums).map((query) => ({ operation: "sums", statement: statements(query) }))

      const committed = <A, E, R>(context: Context.Context<R>, unit: Effect.Effect<A, E, R>) =>
        Effect.flatMap(commitAlone({ adding, pool, tell }, context, unit), outcomeOf)

      const commit: Commit = <A, E, R>(unit: Effect.Effect<A, E, R>) =>
        Effect.contextWith((context: Context.Context<R>) =>
          unitAround(context, pool) === undefined ? committed(context, unit) : unit,
        )

      const commitTogether = setQueue({ adding, pool, tell, statements, writtenBy: writtenBy<never> })

      const inUnit = <A>(
        unit: RunningUnit,
        operation: string,
        query: CompiledQuery,
        read: (result: QueryResult) => A,
      ): Effect.Effect<A, StorageUnavailable> =>
        Effect.callback((resume) => {
          if (unit.sums.length > 0 && readsSums(query.sql)) unit.unsent.push(...adding(unit.sums.splice(0)))
          unit.unanswered += 1
          const goOn = (effect: Effect.Effect<A, StorageUnavailable>): void => {
            unit.unanswered -= 1
            resume(effect)
            unit.onAnswer()
          }
          sendWithUnsent(unit, { operation, statement: statements(query) }, ({ failed, result }) => {
            unit.failed ??= failed
            goOn(failed === undefined ? Effect.succeed(read(result)) : storageFailure(failed.operation, failed.failure))
          })
        })

      /** A single statement: if it fails, it has written nothing, unless its answer was lost. */
      const sentAlone = (
        { isOverdue, withConnection }: ConnectionPool,
        query: CompiledQuery,
        isAgainWhen: (failure: PostgresFailure) => boolean,
      ) =>
        Effect.suspend(() => {
          const begunAt = performance.now()
          return Effect.retry(
            withConnection((client) => ask(client, statements(query))),
            {
              while: (failure) => isAgainWhen(failure) && !(isUnheard(failure) && isOverdue(begunAt)),
              times: 1,
            },
          )
        })

      const alone = (operation: string, query: CompiledQuery, isAgainWhen: (failure: PostgresFailure) => boolean) =>
        Effect.catch(sentAlone(pool, query, isAgainWhen), (failure) => storageFailure(operation, failure))

      const isReadAgain = (failure: PostgresFailure): boolean =>
        isCollision(failure) || isConnectionLost(failure) || isOutdatedPlan(failure)

      /** A lost connection may have written. */
      const isWrittenAgain = (failure: PostgresFailure): boolean =>
        isCollision(failure) || isOutdatedPlan(failure) || isNotWritable(failure)

      const readAlone = ({ operation, query }: Question) => alone(operation, query, isReadAgain)

      const readOnce = <O>(unit: RunningUnit | undefined, operation: string, query: CompiledQuery<O>) =>
        unit?.isOpen
          ? inUnit(unit, operation, query, rowsOf<O>)
          : Effect.map(readAlone({ operation, query }), rowsOf<O>)

      const readTogether = gathered(nameOfQuestion, ([question]) =>
        Effect.map(readAlone(question), (answer) => () => answer),
      )

      const read = <O>(operation: string, query: CompiledQuery<O>) =>
        Effect.contextWith((context: Context.Context<never>) => readOnce(unitAround(context, pool), operation, query))

      const inTurn = longReadTurns(longReads.atOnce)

      /** If a list takes too long, the caller can request less, or try later: it is no failure of the storage. */
      const readInTurn = <O>(operation: string, caller: Realm, query: CompiledQuery<O>) =>
        Effect.map(
          Effect.catchIf(
            inTurn(operation, caller, sentAlone(longReads.pool, query, isReadAgain)),
            (error): error is PostgresFailure => error instanceof PostgresFailure,
            (failure) =>
              isTakingTooLong(failure)
                ? Effect.fail(new StorageUnavailable({ fault: "busy", operation, cause: failure }))
                : storageFailure(operation, failure),
          ),
          rowsOf<O>,
        )

      const readLong = <O>(operation: string, caller: Realm, query: CompiledQuery<O>) =>
        Effect.contextWith((context: Context.Context<never>) => {
          const unit = unitAround(context, pool)
          return unit?.isOpen ? readOnce(unit, operation, query) : readInTurn(operation, caller, query)
        })

      const writeIn = <O>(unit: RunningUnit, operation: string, query: CompiledQuery<O>) =>
        inUnit(unit, operation, query, writtenBy<O>)

      const write = <O>(operation: string, query: CompiledQuery<O>): Effect.Effect<Written<O>, StorageUnavailable> =>
        Effect.contextWith((context: Context.Context<never>) => {
          const unit = unitAround(context, pool)
          if (unit === undefined) {
            return Effect.map(alone(operation, query, isWrittenAgain), writtenBy<O>)
          }
          return unit.isOpen ? writeIn(unit, operation, query) : Effect.die(new WrittenAfterUnit(operation))
        })

      /** Continues a procedure with the result of its last step. */
      const ranOn = <A>(
        unit: RunningUnit,
        operation: string,
        procedure: Procedure<A>,
        given: Written<never>,
      ): Effect.Effect<A, StorageUnavailable> => {
        const goOn = (written: Written<never>) => ranOn(unit, operation, procedure, written)
        for (let step = procedure.next(given); ; step = procedure.next(nothingWritten)) {
          if (step.done === true) return Effect.succeed(step.value)
          const { value } = step
          switch (value._tag) {
            case "Changed":
              unit.changes.push(...value.changes)
              break
            case "Added":
              unit.sums.push(...value.sums)
              break
            case "WriteUnread":
              unit.unsent.push({ operation, statement: statements(value.query) })
              break
            case "Hold":
              unit.unsent.push({ operation, statement: statements(lockQuery(value.name)) })
              break
            case "Read":
              return Effect.flatMap(inUnit(unit, operation, value.query, writtenBy<never>), goOn)
            case "Write":
              return Effect.flatMap(writeIn<never>(unit, operation, value.query), goOn)
          }
        }
      }

      const run = <A>(operation: string, begun: () => Procedure<A>): Effect.Effect<A, StorageUnavailable> =>
        Effect.contextWith((context: Context.Context<never>) => {
          const unit = unitAround(context, pool)
          if (unit === undefined) return committed(context, run(operation, begun))
          return unit.isOpen
            ? ranOn(unit, operation, begun(), nothingWritten)
            : Effect.die(new WrittenAfterUnit(operation))
        })

      /** Part of a unit: runs the procedures of a set one after another. */
      const ranSet = <A, E>(
        unit: RunningUnit,
        operation: string,
        set: ProcedureSet<A, E>,
        given: ReadonlyArray<unknown>,
      ): Effect.Effect<A, E | StorageUnavailable> => {
        const step = set.next(given)
        if (step.done === true) return Effect.succeed(step.value)
        const results = Effect.forEach(step.value, (procedure) =>
          Effect.flatMap(ranOn(unit, operation, procedure, nothingWritten), Effect.fromResult),
        )
        return Effect.flatMap(results, (next) => ranSet(unit, operation, set, next))
      }

      const commitSet = <A, E>(
        operation: string,
        names: ReadonlyArray<string>,
        begun: () => ProcedureSet<A, E>,
      ): Effect.Effect<A, E | StorageUnavailable> =>
        Effect.contextWith((context: Context.Context<never>) => {
          const unit = unitAround(context, pool)
          if (unit === undefined) return Effect.flatMap(commitTogether(operation, names, begun), outcomeOf)
          return unit.isOpen ? ranSet(unit, operation, begun(), []) : Effect.die(new WrittenAfterUnit(operation))
        })

      return Context.make(
        Executor,
        Executor.of({
          dialect: postgres,
          epochOf: () => Effect.succeed(null),
          read,
          readShared: <O>(operation: string, query: CompiledQuery<O>) =>
            Effect.contextWith((context: Context.Context<never>) => {
              const unit = unitAround(context, pool)
              return unit?.isOpen
                ? readOnce(unit, operation, query)
                : Effect.map(readTogether({ operation, query }), rowsOf<O>)
            }),
          readLong,
          run,
          write,
          attempt: (operation, begun) => commit(Effect.flatMap(run(operation, begun), Effect.fromResult)),
          commitSet,
          readEntry: (operation, name, query) =>
            Effect.contextWith((context: Context.Context<never>) => {
              const unit = unitAround(context, pool)
              if (!unit?.isOpen) return readOnce(undefined, operation, query)
              unit.unsent.push({ operation, statement: statements(lockQuery(name)) })
              return readOnce(unit, operation, query)
            }),
        }),
      ).pipe(
        Context.add(UnitOfWork, { commit }),
        Context.add(ChangeFeed, {
          listen,
          readAgain: Effect.sync(() => {
            feed.readAgain()
            say(null)
          }),
        }),
      )
    }),
  )

/** Asks over two connections of their own, before anything is written. */
const requireSessions = async (url: string, options: ConnectionOptions): Promise<void> => {
  const servers = serversOf(url)
  const config = connectionConfig(servers, options)
  const first = await openClient(servers, config)
  try {
    const second = await openClient(servers, config)
    await requireKeptSession(first, second).finally(() => second.end())
  } finally {
    await first.end()
  }
}

/** A read outside of units. */
interface Question {
  readonly operation: string
  readonly query: CompiledQuery
}

const nameOfQuestion = ({ query: { parameters, sql } }: Question): string => JSON.stringify([sql, parameters])

const namedMax = 500

/**
 * Planning a statement costs as much as running it, so each text that comes again is prepared once on each connection. Its name is a hash of the
 * text: if two processes ever share a session, one name never stands for two statements.
 */
const statementNames = () => {
  const names = new Map<string, string | undefined>()
  return ({ parameters, sql: text }: CompiledQuery): Statement => {
    const name = names.get(text)
    if (name !== undefined) return { name, text, values: parameters }
    if (names.has(text)) {
      names.set(text, `vintem_${hash("sha256", text).slice(0, 32)}`)
    } else if (names.size < namedMax) names.set(text, undefined)
    return { text, values: parameters }
  }
}

/** The rows are what the compiled query says they are: Kysely took their type from the tables. */
const rowsOf = <O>({ rows }: QueryResult): ReadonlyArray<O> => rows as ReadonlyArray<O>

const nothingWritten: Written<never> = { rows: [], changes: 0 }

const writtenBy = <O>({ rowCount, rows }: QueryResult): Written<O> => ({
  rows: rows as ReadonlyArray<O>,
  changes: rowCount ?? 0,
})

const unavailableAtOpening = (cause: unknown): StorageUnavailable => {
  const operation = "postgres.open"
  if (cause instanceof StorageUnavailable) return cause
  if (cause instanceof PoolerKeepsNoSession) return new StorageUnavailable({ fault: "unknown", operation, cause })
  if (cause instanceof DatabaseIsNewer) return new StorageUnavailable({ fault: "corrupt", operation, cause })
  if (cause instanceof MigrationLocked) return new StorageUnavailable({ fault: "locked", operation, cause })
  const failure = failureOf(cause)
  return new StorageUnavailable({ fault: faultOf(failure), operation, cause: failure })
}
