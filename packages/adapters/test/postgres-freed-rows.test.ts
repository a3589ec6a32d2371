/**
 * The files of PostgreSQL tables after an upgrade: nothing that could give card data away is found in them.
 */
import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import { migrate } from "../src/sql/postgres/database.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import { emptyDatabase } from "./postgres-database.ts"

const fixture = new URL("./fixtures/postgres-0010-held-jobs.sql", import.meta.url)
const oldKey = "3q2+7wq1T0bX1nGm2l0s4v8yWb7uF5kR9cZx6aHdJtE="
const oldFingerprint = "-4adpTLsAM7kFNbBQJsl4DBG9_hjjaG5-av_Te00iNg"

/** Which of the old secrets stand in the files of the tables that held them, as the server reads these. */
const secretsIn = async (client: Client): Promise<ReadonlyArray<string>> => {
  await client.query("checkpoint")
  const { rows } = await client.query<{ secret: string }>(
    `select secret from (values ('idempotency', '${oldFingerprint}'), ('setting', '${oldKey}')) as held (of_table, secret)
     where position(convert_to(secret, 'UTF8') in pg_read_binary_file(pg_relation_filepath(of_table::regclass))) > 0`,
  )
  return rows.map(({ secret }) => secret)
}

const isMarked = async (client: Client): Promise<boolean> =>
  (await client.query("select 1 from setting where name = 'uncleaned'")).rows.length > 0

const connected = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** What a service does to a database at its start. */
const start = (url: string, options: PostgresStorage.ConnectionOptions = {}) =>
  Effect.runPromise(Effect.provide(Effect.void, PostgresStorage.layer(url, options)))

describe("a database that kept fingerprints of card data", () => {
  it("has none of them in the files of its tables once a service of this version was started, nor their key", async () => {
    const url = await Effect.runPromise(emptyDatabase)
    const client = await connected(url)
    await client.query(await readFile(fixture, "utf8"))
    await migrate(url)
    expect(await secretsIn(client)).toHaveLength(2)
    expect(await isMarked(client)).toBe(true)
    await start(url)
    expect(await secretsIn(client)).toEqual([])
    expect(await isMarked(client)).toBe(false)
    await client.end()
  })

  it("is cleaned at the next start where another connection holds a table", async () => {
    const url = await Effect.runPromise(emptyDatabase)
    const client = await connected(url)
    await client.query(await readFile(fixture, "utf8"))
    await migrate(url)
    const holder = await connected(url)
    await holder.query("begin; lock table idempotency in access share mode")
    await start(url, { lockTimeoutMillis: 50 })
    expect(await isMarked(client)).toBe(true)
    await holder.end()
    await start(url)
    expect(await secretsIn(client)).toEqual([])
    expect(await isMarked(client)).toBe(false)
    await client.end()
  })

  it("has none of them left where a transaction from before is still open, as that of a backup", async () => {
    const url = await Effect.runPromise(emptyDatabase)
    const client = await connected(url)
    await client.query(await readFile(fixture, "utf8"))
    const reader = await connected(url)
    await reader.query("begin isolation level repeatable read; select 1")
    await migrate(url)
    await start(url)
    expect(await secretsIn(client)).toEqual([])
    expect(await isMarked(client)).toBe(false)
    await reader.end()
    await client.end()
  })

  it("waits for the owner of the tables where another role starts first", async () => {
    const url = await Effect.runPromise(emptyDatabase)
    const client = await connected(url)
    await client.query(await readFile(fixture, "utf8"))
    await migrate(url)
    const { rows } = await client.query("select current_database() as name")
    const role = `guest_${rows[0].name}`.slice(0, 60)
    await client.query(`create role "${role}" login`)
    await client.query(`grant usage on schema public to "${role}"`)
    await client.query(`grant select, insert, update, delete on all tables in schema public to "${role}"`)
    const asGuest = new URL(url)
    asGuest.username = role
    await start(asGuest.href)
    expect(await isMarked(client)).toBe(true)
    await start(url)
    expect(await isMarked(client)).toBe(false)
    await client.query(`drop owned by "${role}"; drop role "${role}"`)
    await client.end()
  })
})
