/**
 * A PostgreSQL for one benchmark, with its files in the repository's data folder and every commit on that disk.
 */
import { mkdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { startPostgres } from "@vintem/test-postgres/server"
import { Client, type QueryResultRow } from "pg"

/** A server that ends with the benchmark. */
export interface BenchPostgres {
  /** Makes an empty database and returns its URL. */
  readonly database: (name: string) => Promise<string>
}

/** Starts a server, and stops it when `use` has ended, or the benchmark is interrupted. */
export const withPostgres = async <A>(use: (postgres: BenchPostgres) => Promise<A>): Promise<A> => {
  const folder = fileURLToPath(new URL("../../data", import.meta.url))
  await mkdir(folder, { recursive: true })
  const { stop, url } = await startPostgres({ folder })
  try {
    return await use({
      database: async (name) => {
        await asked(url, `create database ${name}`)
        const own = new URL(url)
        own.pathname = `/${name}`
        return own.href
      },
    })
  } finally {
    await stop()
  }
}

/** Runs one statement, or several without values, on a new connection. */
export const asked = async <Row extends QueryResultRow>(
  url: string,
  text: string,
  values?: ReadonlyArray<unknown>,
): Promise<ReadonlyArray<Row>> => {
  const client = new Client({ connectionString: url, types: { getTypeParser: () => (text: string) => text } })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(values === undefined ? { text } : { text, values: [...values] })
    return rows
  } finally {
    await client.end()
  }
}
