/**
 * The baseline of the benchmark `start`: the cost of Node and the database without us. It keeps an SQLite file open and
 * says that it is ready, and does nothing else.
 *
 * Its settings come from the environment, like the service's: `PORT`, and `DATABASE_URL` as `sqlite:PATH` in a folder
 * that exists.
 */
import { createServer } from "node:http"
import BetterSqlite from "better-sqlite3"

const database = new BetterSqlite((process.env["DATABASE_URL"] ?? "").replace(/^sqlite:/u, ""))
database.pragma("journal_mode = wal")
database.pragma("synchronous = full")
database.exec("create table example (id integer primary key)")
const answers = database.prepare("select 1")

const server = createServer(({ url }, response) => {
  response.statusCode = url === "/health/ready" && answers.get() !== undefined ? 200 : 404
  response.end()
})
server.listen(Number(process.env["PORT"]), "127.0.0.1")

process.once("SIGTERM", () => {
  server.close()
  database.close()
})
