/**
 * The thread that keeps the simulated acquirer's books in a separate SQLite file, like another institution: the service
 * waits neither for its statements nor for its commits.
 *
 * Each batch is one commit, on the disk before its answer. If SQLite refuses a batch, the answer says why. Any other
 * failure ends the thread.
 */
import BetterSqlite from "better-sqlite3"
import { answering } from "../../node/answering-thread.ts"
import { openDatabase } from "../../sql/sqlite/database.ts"
import { booksTables } from "./books-tables.ts"
import { type BooksAnswer, type BooksWork, type CardRow, type EntryRow, isReading } from "./books-work.ts"

/** The result of a batch: its answers, or the message and the code of SQLite's error. */
export type ThreadAnswer =
  | { readonly answers: ReadonlyArray<BooksAnswer> }
  | { readonly refused: { readonly message: string; readonly code: string } }

/** Another process may write to the file: here only the thread waits for it. */
const lockWaitMillis = 5_000

const opened = (file: string): BetterSqlite.Database => {
  const database = openDatabase(file)
  database.pragma(`busy_timeout = ${lockWaitMillis}`)
  for (const statement of booksTables("", " without rowid")) database.exec(statement)
  return database
}

/** Does one piece of work, in the surrounding transaction. */
const worker = (database: BetterSqlite.Database) => {
  const bodies = (text: string) => database.prepare<Array<string | number>, string>(text).pluck()
  const find = bodies("select body from charge where key = ?")
  const list = bodies("select body from charge where (made_at, key) > (?, ?) order by made_at, key limit ?")
  const entriesAfter = bodies("select body from charge where key > ? order by key limit ?")
  const insert = database.prepare<[EntryRow]>(
    "insert into charge (key, version, body, made_at) values (@key, @version, @body, @madeAt) on conflict do nothing",
  )
  const update = database.prepare<[EntryRow]>(
    "update charge set version = @version, body = @body where key = @key and version = @version - 1",
  )
  const findCard = bodies("select body from card where token = ?")
  const cardsAfter = bodies("select body from card where token > ? order by token limit ?")
  const insertCard = database.prepare<[CardRow]>(
    "insert into card (token, body) values (@token, @body) on conflict do nothing",
  )

  const read = (found: ReadonlyArray<string>): BooksAnswer => ({ isWritten: false, bodies: found })
  const written = ({ changes }: BetterSqlite.RunResult): BooksAnswer => ({ isWritten: changes === 1, bodies: [] })

  return (work: BooksWork): BooksAnswer => {
    switch (work._tag) {
      case "Find":
        return read(find.all(work.key))
      case "Add": {
        const added = written(insert.run(work.entry))
        if (!added.isWritten) return read(find.all(work.entry.key))
        if (work.card !== null) insertCard.run(work.card)
        return added
      }
      case "Update":
        return written(update.run(work.entry))
      case "List":
        return read(list.all(work.madeAt, work.key, work.limit))
      case "AddCard":
        return written(insertCard.run(work.card))
      case "FindCard":
        return read(findCard.all(work.token))
      case "EntriesAfter":
        return read(entriesAfter.all(work.key, work.limit))
      case "CardsAfter":
        return read(cardsAfter.all(work.token, work.limit))
    }
  }
}

answering((file) => {
  const database = opened(file)
  const doOne = worker(database)
  const doAll = database.transaction((batch: ReadonlyArray<BooksWork>) => batch.map(doOne))
  return (batch: ReadonlyArray<BooksWork>): ThreadAnswer => {
    try {
      return { answers: isReading(batch) ? doAll.deferred(batch) : doAll.immediate(batch) }
    } catch (cause) {
      if (cause instanceof BetterSqlite.SqliteError) return { refused: { message: cause.message, code: cause.code } }
      throw cause
    }
  }
})
