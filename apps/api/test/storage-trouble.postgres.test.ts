// PostgreSQL in trouble: a table that another program locks, cut connections, a server that is gone for a while.

import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { Client } from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { newPostgres } from "./postgres-under-test.ts"
import { type Answer, serviceUnderTest } from "./service-under-test.ts"
import { expectNothingKept, expectServerError, expectWhole, ordersOf, place, timesCharged } from "./storage-trouble.ts"

describe("a table that another program locks", async () => {
  const database = await newPostgres()
  const service = serviceUnderTest({ database })

  it("lets orders be read, refuses new ones after a while, stores nothing of them, and takes them afterwards", async () => {
    const company = await service.newCompany()
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query("begin; lock table orders in exclusive mode")
    const [refused, read] = await Promise.all([place(company, "k"), company.get("/api/v1/order")])
    expect(read.status).toBe(200)
    expect(expectServerError(service, refused)).toContain("locked")
    await expectNothingKept(database)
    await other.end()
    const taken = await place(company, "k")
    expect([taken.status, taken.headers.get("idempotent-replayed")]).toEqual([200, null])
    expect(await ordersOf(company)).toHaveLength(1)
    await expectWhole(service, company)
  })
})

describe("connections that are cut", async () => {
  const database = await newPostgres()
  const service = serviceUnderTest({ database })

  it("while they are idle fail no request", async () => {
    const company = await service.newCompany()
    await Promise.all(Array.from({ length: 8 }, () => company.get("/api/v1/order")))
    expect(await database.cutConnections()).toBeGreaterThan(0)
    const answers = await Promise.all([place(company, "k"), company.get("/api/v1/order"), place(company, "l")])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it("amid orders fail some of them, and those are charged once under their keys", async () => {
    const company = await service.newCompany()
    const keys = Array.from({ length: 60 }, (_, n) => `key ${n}`)
    let isOver = false
    const answers: Array<Answer> = []
    const placing = Promise.all(keys.map(async (key) => answers.push(await place(company, key)))).finally(() => {
      isOver = true
    })
    let cut = 0
    while (!isOver) cut += await database.cutConnections()
    await placing
    expect(cut).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status !== 200 && status !== 500)).toEqual([])
    // A process that died with a claimed key counts as alive for a while.
    service.clock.advance({ seconds: 60 })
    const again = await Promise.all(keys.map((key) => place(company, key)))
    expect(again.map(({ status }) => status)).toEqual(keys.map(() => 200))
    // If the acquirer's answer was lost with a connection, it is asked again in time.
    expect((await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 150 })).status).toBe(200)
    const orders = await ordersOf(company)
    expect(orders).toHaveLength(keys.length)
    expect(orders.filter(({ status }) => status !== "paid" && status !== "unpaid")).toEqual([])
    await expectWhole(service, company)
    for (const { order_number, status } of orders) {
      expect(await timesCharged(database, order_number)).toBe(status === "paid" ? 1 : 0)
    }
  })
})

describe("a server that takes no writes", async () => {
  const database = await newPostgres()
  const service = serviceUnderTest({ database })

  it.each([
    ["25006", "storage_read_only"],
    ["53100", "storage_full"],
  ])("for %s makes the service unready: %s", async (state, status) => {
    const ready = async () => {
      service.clock.advance({ seconds: 6 })
      return (await service.call("GET", "/health/ready")).body
    }
    expect(await ready()).toEqual({ status: "ok" })
    await database.execute(
      `create function refused() returns trigger language plpgsql as $$ begin raise exception using errcode = '${state}'; end $$;
       create trigger refused before insert on tried_write for each row execute function refused()`,
    )
    expect(await ready()).toEqual({ status })
    await database.execute("drop function refused cascade")
    expect(await ready()).toEqual({ status: "ok" })
  })
})

/** A proxy to a server, which can be closed and opened again. */
const wayTo = async (url: string) => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((socket) => {
    const behind = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      sockets.add(one)
      one.on("data", (chunk) => {
        if (!isSilent) other.write(chunk)
      })
      one.on("end", () => other.end())
      one.on("error", () => other.destroy())
      one.on("close", () => sockets.delete(one))
    }
  })
  const open = async (port: number) => {
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }
  const fallSilent = () => {
    isSilent = true
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, "close")
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await open(0)
  const there = new URL(url)
  there.host = `127.0.0.1:${port}`
  return { url: there.href, open: () => open(port), fallSilent, close }
}

describe("a server that is silent", async () => {
  const way = await wayTo((await newPostgres()).url)
  const service = serviceUnderTest({ database: way })
  afterAll(way.close)

  it("makes the service unready within five seconds, however often it is asked", async () => {
    const ready = () => service.call("GET", "/health/ready")
    expect((await ready()).status).toBe(200)
    way.fallSilent()
    for (let asked = 0; asked < 3; asked += 1) {
      const begunAt = performance.now()
      const { body, status } = await ready()
      expect([status, body]).toEqual([503, { status: "storage_unavailable" }])
      expect(performance.now() - begunAt).toBeLessThan(5_000)
    }
    await way.close()
  })
})

describe("a server that is gone", async () => {
  const way = await wayTo((await newPostgres()).url)
  const service = serviceUnderTest({ database: way })
  afterAll(way.close)

  const readiness = async () => {
    const { body, status } = await service.call("GET", "/health/ready")
    return [status, body]
  }

  it("makes every operation a 500, and the service alive but not ready, until it is back", async () => {
    const company = await service.newCompany()
    expect(await readiness()).toEqual([200, { status: "ok" }])
    await way.close()
    expectServerError(service, await company.get("/api/v1/order"))
    expectServerError(service, await place(company, "k"))
    expectServerError(service, await service.administer("GET", "/admin/v1/companies"))
    expectServerError(service, await service.administer("POST", "/admin/v1/companies", { name: "Tarde demais" }))
    expect((await service.call("GET", "/health/live")).status).toBe(200)
    expect(await readiness()).toEqual([503, { status: "storage_unavailable" }])
    await way.open()
    expect(await readiness()).toEqual([200, { status: "ok" }])
    const placed = await place(company, "k")
    expect([placed.status, await ordersOf(company)]).toEqual([200, [expect.objectContaining({ status: "paid" })]])
  })
})
