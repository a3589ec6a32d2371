/** A store for tests of PostgreSQL's units: unique names, each with a value. */
import { type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Cause, Effect, Exit, Result, type Scope } from "effect"
import { CompiledQuery } from "kysely"
import { Executor } from "../src/sql/engine/executor.ts"
import * as Procedure from "../src/sql/engine/procedure.ts"
import type { ConnectionOptions } from "../src/sql/postgres/connection-pool.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import { freshDatabase, patient } from "./postgres-database.ts"

type Store = PostgresStorage.Provided

export const onDatabase = <A, E>(
  test: Effect.Effect<A, E, Store | Scope.Scope>,
  options: ConnectionOptions = {},
): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(freshDatabase, (url) =>
        Effect.provide(Effect.scoped(test), PostgresStorage.layer(url, { ...patient, ...options })),
      ),
    ),
  )

export const commit = <A, E, R>(unit: Effect.Effect<A, E, R>) =>
  Effect.flatMap(UnitOfWork, (units) => units.commit(unit))

export const write = (operation: string, sql: string, values: ReadonlyArray<unknown>) =>
  Effect.flatMap(Executor, (executor) => Effect.asVoid(executor.write(operation, CompiledQuery.raw(sql, [...values]))))

export const put = (name: string) => write("test.put", "insert into setting (name, value) values ($1, '')", [name])

export const touch = (name: string) =>
  write("test.touch", "update setting set value = value || 'x' where name = $1", [name])

export const writeUnread = (operation: string, sql: string, values: ReadonlyArray<unknown>) =>
  Effect.flatMap(Executor, (executor) =>
    executor.run(operation, () => Procedure.writeUnread(CompiledQuery.raw(sql, [...values]))),
  )

export const putUnread = (name: string) =>
  writeUnread("test.put", "insert into setting (name, value) values ($1, '')", [name])

export const touchUnread = (name: string) =>
  writeUnread("test.touch", "update setting set value = value || 'x' where name = $1", [name])

export const ask = (sql: string): Effect.Effect<ReadonlyArray<unknown>, StorageUnavailable, Executor> =>
  Effect.flatMap(Executor, ({ read }) => read("test.ask", CompiledQuery.raw(sql)))

export const entries = Effect.map(ask("select name from setting order by name"), (rows) =>
  rows.map((row) => String(Reflect.get(Object(row), "name"))),
)

export const valueOf = (name: string) =>
  Effect.map(ask(`select value from setting where name = '${name}'`), ([row]) => Reflect.get(Object(row), "value"))

export const defectOf = <A, E>(exit: Exit.Exit<A, E>): unknown =>
  Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

/**
 * Commits a write set of one procedure.
 *
 * @param names - what it is about
 */
export const commitSet = <E = never>(
  procedure: () => Procedure.Refusable<E>,
  names: ReadonlyArray<string> = [],
): Effect.Effect<unknown, E | StorageUnavailable, Executor> =>
  Effect.flatMap(Executor, (executor) =>
    executor.commitSet("test.set", names, function* () {
      const [value] = yield [procedure()]
      return value
    }),
  )

/** Puts a name, and gives the transaction that it is put in. */
export function* puttingIn(name: string): Procedure.Refusable<never> {
  yield* Procedure.write(CompiledQuery.raw("insert into setting (name, value) values ($1, '')", [name]))
  return Result.succeed(yield* transactionOf())
}

/** The transaction that this is part of. */
export function* transactionOf(): Procedure.Procedure<unknown> {
  const [row] = yield* Procedure.read(CompiledQuery.raw("select pg_current_xact_id()::text as id"))
  return Reflect.get(Object(row), "id")
}

/** Commits a set that puts a name. */
export const putInSet = (name: string) => commitSet(() => puttingIn(name))
