/**
 * The simulated acquirer's books on PostgreSQL: in a separate schema of the service's database, over a separate
 * connection.
 */
import { Effect, Layer } from "effect"
import type { PoolClient, QueryResult } from "pg"
import { type ConnectionOptions, connectionPool, send } from "../../sql/postgres/connection-pool.ts"
import { serversOf } from "../../sql/postgres/servers.ts"
import type { PostgresFailure } from "../../sql/postgres/sql-state.ts"
import type { Statement } from "../../sql/postgres/statement-batch.ts"
import { storageFailure } from "../../sql/postgres/storage-failure.ts"
import { lockQuery } from "../../sql/postgres/transaction.ts"
import { booksTables } from "./books-tables.ts"
import { type BooksAnswer, type BooksWork, isReading, nothingFound } from "./books-work.ts"
import { SimulatedBooks } from "./simulated-books.ts"
import { storedBooks } from "./stored-books.ts"

/**
 * Books in a PostgreSQL schema, over a separate connection.
 *
 * @param url - the schema is created with the first entry
 */
export const layer = (url: string, options: ConnectionOptions = {}): Layer.Layer<SimulatedBooks> =>
  Layer.effect(
    SimulatedBooks,
    Effect.gen(function* () {
      const pool = yield* connectionPool(serversOf(url), { ...options, poolSize: 1 }, false)
      let areMade = false
      const work = Effect.fnUntraced(function* (client: PoolClient, batch: ReadonlyArray<BooksWork>) {
        if (!areMade) {
          const [found] = yield* sentTogether(client, [look])
          areMade = found?.rows[0]?.are_made === true
        }
        if (!areMade && isReading(batch)) return batch.map(() => nothingFound)
        if (!areMade) yield* sentTogether(client, tables)
        areMade = true
        return answersOf(yield* sentTogether(client, batch.map(statementOf)))
      })
      return storedBooks((batch) =>
        Effect.catch(
          pool.withConnection((client) => work(client, batch)),
          (failure) => storageFailure("simulatedBooks", failure),
        ),
      )
    }),
  )

/** Sends statements in one piece. The server runs them as one transaction, which it commits before it answers. */
const sentTogether = (
  client: PoolClient,
  statements: ReadonlyArray<Statement>,
): Effect.Effect<ReadonlyArray<QueryResult>, PostgresFailure> =>
  Effect.uninterruptible(
    Effect.callback((resume) =>
      send(client, statements, (results, failure) =>
        resume(failure === undefined ? Effect.succeed(results) : Effect.fail(failure)),
      ),
    ),
  )

const schema = "simulated"

const look: Statement = { text: `select to_regclass('${schema}.card') is not null as are_made`, values: [] }

const { sql: lock, parameters } = lockQuery("the simulated acquirer's books")

/** Two processes that begin at once would both find no schema. */
const tables: ReadonlyArray<Statement> = [
  { text: lock, values: parameters },
  ...[`create schema if not exists ${schema}`, ...booksTables(`${schema}.`, "")].map((text) => ({ text, values: [] })),
]

const named = (name: string, text: string) => ({
  with: (...values: ReadonlyArray<unknown>): Statement => ({ name: `simulated_${name}`, text, values }),
})

const charges = `${schema}.charge`
const cards = `${schema}.card`

const statements = {
  find: named("find", `select body from ${charges} where key = $1`),
  add: named(
    "add",
    `with added as (
       insert into ${charges} (key, version, body, made_at) values ($1, $2, $3, $4) on conflict do nothing returning key
     ), its_card as (
       insert into ${cards} (token, body) select $5::text, $6::text from added where $5::text is not null on conflict do nothing
     )
     select null as body from added
     union all select body from ${charges} where key = $1 and not exists (select from added)`,
  ),
  update: named(
    "update",
    `update ${charges} set version = $2, body = $3 where key = $1 and version = $2 - 1 returning null as body`,
  ),
  list: named("list", `select body from ${charges} where (made_at, key) > ($1, $2) order by made_at, key limit $3`),
  addCard: named(
    "add_card",
    `insert into ${cards} (token, body) values ($1, $2) on conflict do nothing returning null as body`,
  ),
  findCard: named("find_card", `select body from ${cards} where token = $1`),
  entriesAfter: named("entries_after", `select body from ${charges} where key > $1 order by key limit $2`),
  cardsAfter: named("cards_after", `select body from ${cards} where token > $1 order by token limit $2`),
}

const statementOf = (work: BooksWork): Statement => {
  switch (work._tag) {
    case "Find":
      return statements.find.with(work.key)
    case "Add": {
      const { body, key, madeAt, version } = work.entry
      return statements.add.with(key, version, body, madeAt, work.card?.token ?? null, work.card?.body ?? null)
    }
    case "Update":
      return statements.update.with(work.entry.key, work.entry.version, work.entry.body)
    case "List":
      return statements.list.with(work.madeAt, work.key, work.limit)
    case "AddCard":
      return statements.addCard.with(work.card.token, work.card.body)
    case "FindCard":
      return statements.findCard.with(work.token)
    case "EntriesAfter":
      return statements.entriesAfter.with(work.key, work.limit)
    case "CardsAfter":
      return statements.cardsAfter.with(work.token, work.limit)
  }
}

/** A row without a body reports a written one. */
const answersOf = (results: ReadonlyArray<QueryResult<{ body: string | null }>>): ReadonlyArray<BooksAnswer> =>
  results.map(({ rows }) => ({
    isWritten: rows.some(({ body }) => body === null),
    bodies: rows.flatMap(({ body }) => body ?? []),
  }))
