/** The location of the simulated acquirer's books. They are an institution's own, apart from the service's tables. */
import { SimulatedBooks, SimulatedBooksPostgres, SimulatedBooksSqlite, SqliteDatabase } from "@vintem/adapters"
import { AttemptKey } from "@vintem/domain/identifiers"
import { Effect, type Layer, Redacted } from "effect"
import type { DatabaseLocation } from "../configuration/database-location.ts"

/** The books beside a service's database. */
export const booksBeside = (database: DatabaseLocation): Layer.Layer<SimulatedBooks> =>
  database._tag === "sqlite_file"
    ? SimulatedBooksSqlite.layer(SqliteDatabase.booksFile(database.path))
    : booksIn(database)

/** The books in a database of their own, for an acquirer that runs by itself. */
export const booksIn = (database: DatabaseLocation): Layer.Layer<SimulatedBooks> => {
  switch (database._tag) {
    case "sqlite_memory":
      return SimulatedBooks.layerMemory
    case "sqlite_file":
      return SimulatedBooksSqlite.layer(database.path)
    case "postgres":
      return SimulatedBooksPostgres.layer(Redacted.value(database.url))
  }
}

/** Tries to overwrite an entry that the books do not have. Fails if they take no writes. */
export const booksTried = Effect.gen(function* () {
  const { update } = yield* SimulatedBooks
  yield* update({ _tag: "VoidedKey", key: noKey, version: 2 })
  return null
})

const noKey = AttemptKey.make("0".repeat(26))
