// A service starts while its PostgreSQL is unreachable.

import { setTimeout } from "node:timers/promises"
import { SingleOrderResponse } from "@vintem/contract"
import { freePort } from "@vintem/test-postgres/free-port"
import { type RestartablePostgres, startRestartablePostgres } from "@vintem/test-postgres/server"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { secretKey } from "./database-under-test.ts"
import { eventually } from "./eventually.ts"
import { byCard } from "./example-orders.ts"
import { runProgram } from "./spawned-program.ts"
import { bearer, logOf, readJson, spawnedServices, stop } from "./spawned-service.ts"

/** How long the database stays away once the service waits for it, milliseconds. */
const awayMillis = 2_500
/** How often the test checks readiness, milliseconds. */
const lookMillis = 10

let database: RestartablePostgres
beforeAll(async () => {
  database = await startRestartablePostgres()
})
afterAll(() => database.stop())

const { begin, newFolder } = spawnedServices()

const surroundingsOf = (url: string, port: number) => ({
  folder: newFolder(),
  environment: { DATABASE_URL: url, PORT: String(port), VINTEM_SECRET_KEY: secretKey },
})

/** @param url - of the database, which does not exist */
const waiting = async (url = database.url) => {
  const port = await freePort()
  const surroundings = surroundingsOf(url, port)
  const program = begin(surroundings)
  const base = `http://127.0.0.1:${port}`
  const get = async (path: string) => {
    const answer = await fetch(`${base}${path}`, { headers: bearer("") })
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() }
  }
  await eventually(async () => expect(await get("/health/ready")).toEqual(awaited))
  return { base, get, program, surroundings }
}

const awaited = { status: 503, retryAfter: "1", body: { status: "storage_awaited" } }

const ready = async (get: (path: string) => Promise<{ readonly status: number }>): Promise<void> => {
  while ((await get("/health/ready")).status !== 200) await setTimeout(lookMillis)
}

const sentence = /^PostgreSQL failed \(postgres\.open\): connect ECONNREFUSED .+\. Make sure that the server runs/u

describe("a database that is unreachable when the service starts", () => {
  it("is waited for with the port open, and served from once it is reachable", async () => {
    expect((await runProgram(["migrate"], surroundingsOf(database.url, 0))).status).toBe(0)
    await database.halt()
    const { base, get, program, surroundings } = await waiting()
    const place = (key: string) =>
      fetch(`${base}/api/v1/order/single`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(byCard()),
      })

    expect(await get("/health/live")).toMatchObject({ status: 200, body: { status: "ok" } })
    const early = await place("key")
    expect([early.status, early.headers.get("retry-after"), await early.json()]).toEqual([
      503,
      "1",
      { hasError: true, response: "Error on server, try again." },
    ])
    const migrated = await runProgram(["migrate"], surroundings)
    expect([migrated.status, migrated.stderr]).toEqual([1, expect.stringMatching(sentence)])
    await setTimeout(awayMillis)

    await database.start()
    const thereAt = performance.now()
    await ready(get)
    const seconds = (performance.now() - thereAt) / 1_000
    process.stdout.write(`from the database's return to ready: ${seconds.toFixed(1)} s\n`)

    const [, key = ""] = await program.printed(/API key of the demo company: (\S+)\n/u)
    const placed = await place(key)
    expect([placed.status, readJson(SingleOrderResponse, await placed.text()).data.status]).toEqual([200, "paid"])
    const ended = await stop({ program })
    expect(ended.status).toBe(0)
    expect(logOf(ended).map(({ level, message }) => [level, message])).toEqual(
      expect.arrayContaining([
        ["ERROR", ["waiting for the database", { reason: expect.stringMatching(sentence), seconds: 0 }]],
        ["INFO", ["the database answers", { seconds: expect.any(Number) }]],
      ]),
    )
    expect(ended.stderr.match(/waiting for the database/gu)).toHaveLength(1)
  })

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "is waited for until %s, without reporting a failure",
    async (signal) => {
      await database.halt()
      const { program } = await waiting()
      const toldAt = performance.now()
      program.signal(signal)
      const ended = await program.ended
      process.stdout.write(`${signal} ended the wait after ${Math.round(performance.now() - toldAt)} ms\n`)
      expect([ended.status, ended.stdout]).toEqual([0, ""])
      expect(logOf(ended).at(-1)).toMatchObject({ level: "INFO", message: ["stopping", { reason: signal }] })
    },
  )

  it("is no longer waited for once its server reports a permanent fault", async () => {
    await database.halt()
    const url = new URL(database.url)
    url.pathname = "/none_of_that_name"
    const { program } = await waiting(url.href)
    await database.start()
    const { status, stderr, stdout } = await program.ended
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr.trimEnd().split("\n").at(-1)).toBe(
      'PostgreSQL failed (postgres.open): database "none_of_that_name" does not exist. Create it, or correct its name in DATABASE_URL.',
    )
  })
})

describe("several servers that take no writes", () => {
  it("are waited for until one takes writes", async () => {
    await database.start()
    const operator = new Client({ connectionString: database.url })
    await operator.connect()
    await operator.query("create database standby")
    await operator.query("alter database standby set default_transaction_read_only = on")
    const { host } = new URL(database.url)
    const { get, program } = await waiting(`postgres://vintem@${host},${host}/standby`)
    await operator.query("alter database standby reset default_transaction_read_only")
    await operator.end()
    await ready(get)
    expect((await stop({ program })).status).toBe(0)
  })
})
