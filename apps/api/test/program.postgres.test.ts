// The program on PostgreSQL: its start and stop, and its messages if the database cannot be used.

import { once } from "node:events"
import { createServer } from "node:net"
import { OrderPage, SingleOrderResponse } from "@vintem/contract"
import { freePort } from "@vintem/test-postgres/free-port"
import { Client } from "pg"
import { describe, expect, inject, it } from "vitest"
import { secretKey } from "./database-under-test.ts"
import { eventually } from "./eventually.ts"
import { byNumber } from "./example-orders.ts"
import { emptyPostgresUrl } from "./postgres-under-test.ts"
import { runProgram } from "./spawned-program.ts"
import { bearer, readJson, spawnedPrograms } from "./spawned-service.ts"

const { newFolder, start } = spawnedPrograms()
const folder = newFolder()

const vintem = (url: string, ...args: ReadonlyArray<string>) =>
  runProgram(args, { folder, environment: { DATABASE_URL: url, PORT: "0", VINTEM_SECRET_KEY: secretKey } })

const serve = async (url: string) => {
  const environment = { DATABASE_URL: url, PORT: "0", VINTEM_SECRET_KEY: secretKey, VINTEM_GATEWAY_TIMEOUT: "1 second" }
  const program = start(["serve"], { folder, environment })
  const [, base = ""] = await program.printed(/^Vintém serves (http:\/\/\S+)\/api\/v1 /u)
  return { program, base }
}

describe.concurrent("the program on PostgreSQL", () => {
  it("migrates one database from two processes at once, and serves from it until it is stopped", async () => {
    const url = await emptyPostgresUrl()
    const migrated = await Promise.all([vintem(url, "migrate"), vintem(url, "migrate")])
    const upToDate = { status: 0, stdout: "The database is up to date.\n", stderr: "" }
    expect(migrated).toEqual([upToDate, upToDate])
    const { base, program } = await serve(url)
    const [, key = ""] = await program.printed(/API key of the demo company: (\S+)\n/u)
    expect((await fetch(`${base}/health/ready`, { headers: bearer("") })).status).toBe(200)
    const orders = async () =>
      readJson(OrderPage, await (await fetch(`${base}/api/v1/order`, { headers: bearer(key) })).text()).data
    const charging = fetch(`${base}/api/v1/order/single`, {
      method: "POST",
      headers: { ...bearer(key), "content-type": "application/json" },
      body: JSON.stringify(byNumber("4000000000000101")),
    })
    await eventually(async () => expect(await orders()).toHaveLength(1))
    program.signal("SIGTERM")
    const answer = await charging
    expect([answer.status, readJson(SingleOrderResponse, await answer.text()).data.status]).toEqual([
      200,
      "waiting_payment",
    ])
    expect((await program.ended).status).toBe(0)
  })
})

/** Asks for a password, and refuses every one. */
const refusingServer = async () => {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const refusal = ["SFATAL", "C28P01", 'Mpassword authentication failed for user "vintem"', ""].join("\0")
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write(message("R", Buffer.from([0, 0, 0, 3])))
      socket.once("data", () => socket.end(message("E", Buffer.from(`${refusal}\0`))))
    })
    socket.on("error", () => {})
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return { port: typeof address === "object" && address !== null ? address.port : 0, close: () => server.close() }
}

describe.concurrent("a database that cannot be used", () => {
  const password = "correct-horse-battery"

  /** @returns the one line of output */
  const refusing = async (url: string, ...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await vintem(url, ...args)
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(/^[^\n]+\n$/u)
    expect(stderr).not.toContain(password)
    return stderr.trimEnd()
  }

  it("because nothing listens there", async () => {
    const port = await freePort()
    expect(await refusing(`postgres://vintem:${password}@127.0.0.1:${port}/vintem`, "migrate")).toBe(
      `PostgreSQL failed (postgres.open): connect ECONNREFUSED 127.0.0.1:${port}. Make sure that the server runs, and that the host and the port in DATABASE_URL are right.`,
    )
  })

  it("because there is no such host", async () => {
    expect(await refusing(`postgres://vintem:${password}@nowhere.invalid/vintem`, "check")).toMatch(
      /nowhere\.invalid\. Make sure that the server runs, and that the host and the port in DATABASE_URL are right\.$/u,
    )
  })

  it.each([["serve"], ["migrate"]])("because the password is wrong: %s", async (...args) => {
    const { close, port } = await refusingServer()
    expect(await refusing(`postgres://vintem:${password}@127.0.0.1:${port}/vintem`, ...args)).toBe(
      'PostgreSQL failed (postgres.open): password authentication failed for user "vintem". Correct the user or the password in DATABASE_URL.',
    )
    close()
  })

  it.each([["serve"], ["migrate"], ["check"], ["status"], ["company", "list"]])(
    "because a later version has migrated it: %s",
    async (...args) => {
      const url = await emptyPostgresUrl()
      const later = new Client({ connectionString: url })
      await later.connect()
      await later.query("create table kysely_migration (name text, timestamp text)")
      await later.query("insert into kysely_migration values ('9999-later', '2030-01-01')")
      await later.end()
      expect(await refusing(url, ...args)).toBe(
        "The database was migrated by a later version: use that one, or go back to a backup from before (docs/restore.md).",
      )
    },
  )

  it.each([["serve"], ["check"]])("because no database has that name: %s", async (...args) => {
    const url = new URL(inject("postgresUrl"))
    url.pathname = "/none_of_that_name"
    expect(await refusing(url.href, ...args)).toBe(
      'PostgreSQL failed (postgres.open): database "none_of_that_name" does not exist. Create it, or correct its name in DATABASE_URL.',
    )
  })
})
