/**
 * The executor and the unit of work on one PostgreSQL database, which any number of processes may share.
 *
 * Each unit is one transaction on one connection, at READ COMMITTED: at a higher level units would fail for one another at every
 * row that many of them count in. What two units may not both do is kept from them by versions, unique keys and names held.
 */
import { randomInt } from "node:crypto"
import { type Change, ChangeFeed, StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Context, Effect, Exit, Layer } from "effect"
import { CompiledQuery } from "kysely"
import type { PoolClient, QueryResult } from "pg"
import { processFeed } from "../../changes/process-feed.ts"
import { DatabaseIsNewer } from "../engine/database-is-newer.ts"
import { postgres } from "../engine/dialect.ts"
import { ConstraintViolated, Executor, type Written } from "../engine/executor.ts"
import { gathered } from "../engine/gathered.ts"
import { sharedListen } from "../engine/shared-feed.ts"
import { uncleanedWarning } from "../engine/uncleaned.ts"
import { ChangedOutsideUnit, WrittenAfterUnit } from "../engine/unit-defects.ts"
import { lookOut, notifier } from "./change-notices.ts"
import { ask, type ConnectionOptions, type ConnectionPool, connectionPool, send } from "./connection-pool.ts"
import { clean, MigrationLocked, migrate, pendingMigrations, requireKnown } from "./database.ts"
import { isUncleaned } from "./freed-rows.ts"
import { type Lost, type RunningUnit, runBetweenAnswers, type Unsent, unitAround } from "./running-unit.ts"
import {
  failureOf,
  faultOf,
  isCollision,
  isConnectionLost,
  isConstraint,
  isOutdatedPlan,
  type PostgresFailure,
} from "./sql-state.ts"
import type { Statement } from "./statement-batch.ts"

/** The database behind a pool, for what only PostgreSQL can be asked. */
export class PostgresDatabase extends Context.Service<
  PostgresDatabase,
  {
    readonly pool: ConnectionPool
    readonly pendingMigrations: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  }
>()("@vintem/adapters/sql/PostgresDatabase") {}

/** How the database is reached. */
export type { ConnectionOptions }

/** What each of these layers gives. */
export type Provided = ChangeFeed | Executor | UnitOfWork | PostgresDatabase

/** Executor and units of work on a database brought up to date. */
export const layer = (url: string, options: ConnectionOptions = {}) =>
  executor(url, options).pipe(Layer.provideMerge(database(url, options, { isMigrated: true, isReadOnly: false })))

/** The same without migrating: for reading, and for a server whose migrations another tool runs. */
export const layerUnmigrated = (url: string, options: ConnectionOptions = {}) =>
  executor(url, options).pipe(Layer.provideMerge(database(url, options, { isMigrated: false, isReadOnly: false })))

/** The same, read-only, while others write: a write fails, and so does a newer database. */
export const layerReadOnly = (url: string, options: ConnectionOptions = {}) =>
  executor(url, options).pipe(Layer.provideMerge(database(url, options, { isMigrated: false, isReadOnly: true })))

interface Opening {
  readonly isMigrated: boolean
  readonly isReadOnly: boolean
}

/** Closes its connections with the scope. */
const database = (url: string, options: ConnectionOptions, { isMigrated, isReadOnly }: Opening) =>
  Layer.effect(
    PostgresDatabase,
    Effect.gen(function* () {
      const pool = yield* connectionPool(url, options, isReadOnly)
      const asked = <A>(question: (client: PoolClient) => Promise<A>) =>
        pool.withConnection((client) => Effect.tryPromise({ try: () => question(client), catch: unavailableAtOpening }))
      yield* Effect.mapError(asked(requireKnown), unavailableAtOpening)
      if (isMigrated && (yield* Effect.mapError(asked(pendingMigrations), unavailableAtOpening)).length > 0) {
        yield* Effect.tryPromise({ try: () => migrate(url, options.lockTimeoutMillis), catch: unavailableAtOpening })
      }
      if (isMigrated && (yield* Effect.mapError(asked(isUncleaned), unavailableAtOpening))) {
        yield* Effect.catch(
          Effect.tryPromise(() => clean(url, options.lockTimeoutMillis)),
          ({ cause }) => Effect.logWarning(uncleanedWarning, { cause: String(cause) }),
        )
      }
      return { pool, pendingMigrations: Effect.mapError(asked(pendingMigrations), unavailableAtOpening) }
    }),
  )

/** A layer of its own for each database: one and the same would be built once, for the first of them. */
const executor = (url: string, options: ConnectionOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { pool } = yield* PostgresDatabase
      const statements = statementNames()
      const feed = processFeed()
      const { say } = yield* notifier(pool, feed.name)
      const listen = yield* sharedListen(feed, lookOut(url, options, feed))
      const tell: Tell = (changes) => {
        feed.tell(changes)
        say(changes)
      }

      const commit = <A, E, R>(unit: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
        Effect.contextWith((context: Context.Context<R>) =>
          unitAround(context, pool) === undefined ? committed({ pool, tell }, context, unit) : unit,
        )

      const inUnit = <A>(
        unit: RunningUnit,
        operation: string,
        query: CompiledQuery,
        result: (answer: QueryResult) => A,
      ): Effect.Effect<A, StorageUnavailable> =>
        Effect.callback((resume) => {
          unit.unanswered += 1
          const goOn = (effect: Effect.Effect<A, StorageUnavailable>): void => {
            unit.unanswered -= 1
            resume(effect)
            unit.onAnswer()
          }
          sendWithUnsent(unit, { operation, statement: statements(query) }, (answer, lost) => {
            unit.lostBy ??= lost
            goOn(lost === undefined ? Effect.succeed(result(answer)) : failed(lost.operation, lost.failure))
          })
        })

      /** A statement of its own: nothing of it is written where it fails, unless its answer was lost. */
      const alone = (operation: string, query: CompiledQuery, isAgainWhen: (failure: PostgresFailure) => boolean) =>
        pool
          .withConnection((client) => ask(client, statements(query)))
          .pipe(
            Effect.retry({ while: isAgainWhen, times: 1 }),
            Effect.catch((failure) => failed(operation, failure)),
          )

      const readAlone = ({ operation, query }: Question) =>
        alone(
          operation,
          query,
          (failure) => isCollision(failure) || isConnectionLost(failure) || isOutdatedPlan(failure),
        )

      const readOnce = <O>(unit: RunningUnit | undefined, operation: string, query: CompiledQuery<O>) =>
        unit?.isOpen
          ? inUnit(unit, operation, query, rowsOf<O>)
          : Effect.map(readAlone({ operation, query }), rowsOf<O>)

      const readTogether = gathered(nameOfQuestion, (question) =>
        Effect.map(readAlone(question), (answer) => () => answer),
      )

      const read = <O>(operation: string, query: CompiledQuery<O>) =>
        Effect.contextWith((context: Context.Context<never>) => readOnce(unitAround(context, pool), operation, query))

      const write = <O>(operation: string, query: CompiledQuery<O>): Effect.Effect<Written<O>, StorageUnavailable> =>
        Effect.contextWith((context: Context.Context<never>) => {
          const unit = unitAround(context, pool)
          if (unit === undefined) {
            return Effect.map(
              alone(operation, query, (failure) => isCollision(failure) || isOutdatedPlan(failure)),
              writtenBy<O>,
            )
          }
          if (!unit.isOpen) return Effect.die(new WrittenAfterUnit(operation))
          return inUnit(unit, operation, query, writtenBy<O>)
        })

      const holdIn = (unit: RunningUnit, operation: string, name: string) =>
        Effect.asVoid(inUnit(unit, operation, heldQuery(name), rowsOf))

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
          write,
          writeUnread: (operation, query) =>
            Effect.contextWith((context: Context.Context<never>) => {
              const unit = unitAround(context, pool)
              if (!unit?.isOpen) return Effect.asVoid(write(operation, query))
              unit.unsent.push({ operation, statement: statements(query) })
              return Effect.void
            }),
          writeAllUnread: (operation, queries) =>
            Effect.contextWith((context: Context.Context<never>) => {
              const unit = unitAround(context, pool)
              if (!unit?.isOpen) return Effect.forEach(queries, (query) => write(operation, query), { discard: true })
              for (const query of queries) unit.unsent.push({ operation, statement: statements(query) })
              return Effect.void
            }),
          hold: (operation, name) =>
            Effect.contextWith((context: Context.Context<never>) => {
              const unit = unitAround(context, pool)
              return unit?.isOpen ? holdIn(unit, operation, name) : Effect.die(new Error("A name is held by a unit."))
            }),
          readEntry: (operation, name, query) =>
            Effect.contextWith((context: Context.Context<never>) => {
              const unit = unitAround(context, pool)
              if (!unit?.isOpen) return readOnce(undefined, operation, query)
              if (unit.holdsEntries)
                return Effect.andThen(holdIn(unit, operation, name), readOnce(unit, operation, query))
              unit.entriesRead.add(name)
              return readOnce(unit, operation, query)
            }),
          changed: (changes) =>
            Effect.contextWith((context: Context.Context<never>) => {
              const unit = unitAround(context, pool)
              if (!unit?.isOpen) return Effect.die(new ChangedOutsideUnit())
              unit.changes.push(...changes)
              return Effect.void
            }),
          replaceEntry: (operation, name, query) =>
            Effect.contextWith((context: Context.Context<never>) => {
              const unit = unitAround(context, pool)
              if (!unit?.entriesRead.has(name)) return write(operation, query)
              unit.mustHold = true
              return Effect.interrupt
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

/** A read outside of units. */
interface Question {
  readonly operation: string
  readonly query: CompiledQuery
}

const nameOfQuestion = ({ query: { parameters, sql } }: Question): string => JSON.stringify([sql, parameters])

/** Tells of what was committed. */
type Tell = (changes: ReadonlyArray<Change>) => void

/** Where units are committed, and who is told of them. */
interface Committing {
  readonly pool: ConnectionPool
  readonly tell: Tell
}

/** How often a unit is begun at most. */
const attemptsMax = 6
/** How often a unit may break a constraint: it has read what another has changed since, and reads anew; or it is a defect. */
const violationsMax = 2
/** The longest random wait before the next attempt at a unit that collided, times the number of the attempt; milliseconds. */
const collisionWaitMillis = 10

/** How one attempt at a unit ended. */
type Outcome<A, E> =
  | { readonly _tag: "Ended"; readonly exit: Exit.Exit<A, E> }
  /** Nothing of it was written. */
  | { readonly _tag: "Undone"; readonly by: Lost }
  /** Nothing of it was written: it has to hold what it reads. */
  | { readonly _tag: "MustHold" }
  /** The connection was lost while the commit was on its way: it was written, or it was not. */
  | { readonly _tag: "Uncertain"; readonly failure: PostgresFailure }

/** What one attempt has learned from those before it. */
interface Manner {
  readonly holdsEntries: boolean
  /** Units that collided are retried one after another: at once they might collide again and again. */
  readonly hasCollided: boolean
}

/** Runs a unit until it has ended or failed for good. It is run again only where nothing of it was written. */
const committed = <A, E, R>(
  committing: Committing,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | StorageUnavailable> =>
  Effect.gen(function* () {
    let holdsEntries = false
    let hasCollided = false
    let violations = 0
    for (let attempt = 1; ; attempt++) {
      const outcome = yield* attempted(committing, context, unit, { holdsEntries, hasCollided })
      if (outcome._tag === "Ended") return yield* outcome.exit
      if (outcome._tag === "Uncertain") return yield* uncertain("commit", outcome.failure)
      if (outcome._tag === "MustHold") {
        holdsEntries = true
        continue
      }
      const { failure, operation } = outcome.by
      if (isConstraint(failure)) violations += 1
      if (isCollision(failure)) hasCollided = true
      if (attempt >= attemptsMax || violations >= violationsMax || !mayEndOtherwise(failure)) {
        return yield* failed(operation, failure)
      }
      if (!isConstraint(failure)) yield* pause(attempt)
    }
  })

const mayEndOtherwise = (failure: PostgresFailure): boolean =>
  isCollision(failure) || isConstraint(failure) || isConnectionLost(failure) || isOutdatedPlan(failure)

/** By the machine's clock, not the sandbox's. */
const pause = (attempt: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), randomInt(1, collisionWaitMillis * attempt + 1))
    return Effect.sync(() => clearTimeout(timer))
  })

const attempted = <A, E, R>(
  { pool, tell }: Committing,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  { hasCollided, holdsEntries }: Manner,
): Effect.Effect<Outcome<A, E>> =>
  pool
    .withConnection((client) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const running = newUnit(pool, client, { hasCollided, holdsEntries })
          const exit = yield* Effect.exit(restore(runBetweenAnswers(context, running, unit)))
          if (Exit.isSuccess(exit)) return yield* ended(running, exit.value, tell)
          yield* undone(running)
          return yield* Effect.failCause(exit.cause) // the caller of the unit is gone
        }),
      ),
    )
    .pipe(
      Effect.catch((failure) => Effect.succeed<Outcome<A, E>>({ _tag: "Undone", by: { operation: "begin", failure } })),
    )

const newUnit = (pool: ConnectionPool, client: PoolClient, { hasCollided, holdsEntries }: Manner): RunningUnit => ({
  pool,
  client,
  isOpen: true,
  unanswered: 0,
  onAnswer: () => {},
  lostBy: undefined,
  unsent: hasCollided ? [begin, oneAtATime] : [begin],
  holdsEntries,
  entriesRead: new Set(),
  mustHold: false,
  changes: [],
})

/** Sends a statement, and before it what left no other way. @param answered - with the first of them that failed, where one did */
const sendWithUnsent = (
  unit: RunningUnit,
  last: Unsent,
  answered: (answer: QueryResult, lost: Lost | undefined) => void,
): void => {
  const all = [...unit.unsent.splice(0), last]
  const sent = all.map(({ statement }) => statement)
  send(unit.client, sent, (results, failure) => {
    if (failure === undefined) answered(results.at(-1) ?? noAnswer, undefined)
    else answered(noAnswer, { operation: (all[results.length] ?? last).operation, failure })
  })
}

const noAnswer: QueryResult = { command: "", rowCount: null, oid: 0, fields: [], rows: [] }

const ended = Effect.fnUntraced(function* <A, E>(
  unit: RunningUnit,
  exit: Exit.Exit<A, E>,
  tell: Tell,
): Effect.fn.Return<Outcome<A, E>> {
  const { lostBy, mustHold } = unit
  if (lostBy !== undefined || mustHold || Exit.isFailure(exit)) {
    yield* undone(unit)
    if (lostBy !== undefined) return { _tag: "Undone", by: lostBy }
    return mustHold ? { _tag: "MustHold" } : { _tag: "Ended", exit }
  }
  if (hasAskedNothing(unit)) return { _tag: "Ended", exit }
  const lost = yield* committedWithUnsent(unit)
  if (lost !== undefined && !isUncertain(lost)) {
    yield* undone(unit)
    return { _tag: "Undone", by: lost }
  }
  // Where it is not known whether it was committed, listeners read again and see.
  tell(unit.changes)
  return lost === undefined ? { _tag: "Ended", exit } : { _tag: "Uncertain", failure: lost.failure }
})

/** A unit that has found all it wanted in memory needs no transaction. */
const hasAskedNothing = ({ unsent }: RunningUnit): boolean =>
  unsent.includes(begin) && unsent.every((one) => one === begin || one === oneAtATime)

/** Whether a unit may have been committed, though its commit had no answer: unless the server itself refused a statement before. */
const isUncertain = ({ failure, operation }: Lost): boolean =>
  isConnectionLost(failure) && (operation === commitStatement.operation || failure.state === "")

const committedWithUnsent = (unit: RunningUnit): Effect.Effect<Lost | undefined> =>
  Effect.uninterruptible(
    Effect.callback((resume) =>
      sendWithUnsent(unit, commitStatement, ({ command }, lost) =>
        resume(Effect.succeed(lost ?? (command === "COMMIT" ? undefined : endedInstead(command)))),
      ),
    ),
  )

const endedInstead = (command: string): Lost => ({
  operation: commitStatement.operation,
  failure: failureOf(new Error(`${command} instead`)),
})

/** If even the rollback fails, the connection is gone and the transaction with it. */
const undone = (unit: RunningUnit) =>
  unit.unsent.includes(begin) ? Effect.void : Effect.ignore(ask(unit.client, rollback))

const begin: Unsent = { operation: "begin", statement: { name: "begin", text: "begin", values: [] } }
const commitStatement: Unsent = { operation: "commit", statement: { name: "commit", text: "commit", values: [] } }
const rollback: Statement = { text: "rollback", values: [] }

const heldText = "select pg_advisory_xact_lock(hashtextextended($1, 0))"
const oneAtATime: Unsent = { operation: "begin", statement: { text: heldText, values: ["units that collided"] } }

/** By its hash: two names that share one wait for each other for nothing. */
const heldQuery = (name: string): CompiledQuery => CompiledQuery.raw(heldText, [name])

const namedMax = 500

/** Planning a statement costs as much as running it, so each text that comes again is prepared once on each connection. */
const statementNames = () => {
  const names = new Map<string, string | undefined>()
  let named = 0
  return ({ parameters, sql: text }: CompiledQuery): Statement => {
    const name = names.get(text)
    if (name !== undefined) return { name, text, values: parameters }
    if (names.has(text)) {
      named += 1
      names.set(text, `vintem_${named}`)
    } else if (names.size < namedMax) names.set(text, undefined)
    return { text, values: parameters }
  }
}

/** The rows are what the compiled query says they are: Kysely took their type from the tables. */
const rowsOf = <O>({ rows }: QueryResult): ReadonlyArray<O> => rows as ReadonlyArray<O>

const writtenBy = <O>({ rowCount, rows }: QueryResult): Written<O> => ({
  rows: rows as ReadonlyArray<O>,
  changes: rowCount ?? 0,
})

const failed = (operation: string, failure: PostgresFailure): Effect.Effect<never, StorageUnavailable> =>
  isConstraint(failure)
    ? Effect.die(new ConstraintViolated(operation, { cause: failure }))
    : Effect.fail(new StorageUnavailable({ fault: faultOf(failure), operation, cause: failure }))

const uncertain = (operation: string, cause: PostgresFailure): Effect.Effect<never, StorageUnavailable> =>
  Effect.fail(new StorageUnavailable({ fault: "uncertain", operation, cause }))

const unavailableAtOpening = (cause: unknown): StorageUnavailable => {
  const operation = "postgres.open"
  if (cause instanceof StorageUnavailable) return cause
  if (cause instanceof DatabaseIsNewer) return new StorageUnavailable({ fault: "corrupt", operation, cause })
  if (cause instanceof MigrationLocked) return new StorageUnavailable({ fault: "locked", operation, cause })
  const failure = failureOf(cause)
  return new StorageUnavailable({ fault: faultOf(failure), operation, cause: failure })
}
