// The service and the stand-alone acquirer as an operator runs them: two processes, and a shared secret.
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { byCard, byNumber, byPix } from "./example-orders.ts"
import { signedHeaders } from "./gateway-signing.ts"
import { type Running, runProgram } from "./spawned-program.ts"
import { bearer, spawnedPrograms } from "./spawned-service.ts"

const secret = "a-secret-of-both"
const adminToken = "chosen-by-somebody"

const { newFolder, start } = spawnedPrograms()

const serveAcquirer = async (folder: string, environment = { VINTEM_GATEWAY_SECRET: secret }, port = "0") => {
  const args = ["acquirer", "--port", port, "--database", "sqlite:./books.db"]
  const program = start(args, { folder, environment })
  const [, url = ""] = await program.printed(/^Simulated acquirer at (http:\/\/\S+)\n/u)
  return { program, url }
}

const serve = async (folder: string, environment: Readonly<Record<string, string>>) => {
  const program = start(["serve"], {
    folder,
    environment: {
      PORT: "0",
      VINTEM_ADMIN_TOKEN: adminToken,
      VINTEM_GATEWAY_SECRET: secret,
      VINTEM_GATEWAY_TIMEOUT: "20 seconds",
      ...environment,
    },
  })
  const [, base = ""] = await program.printed(/^Vintém serves (http:\/\/\S+)\/api\/v1 /u)
  const [, key = ""] = await program.printed(/API key of the demo company: (\S+)\n/u)
  return { program, base, key }
}

type Service = Awaited<ReturnType<typeof serve>>

const headers = (token: string) => ({ ...bearer(token), "content-type": "application/json" })

const place = async ({ base, key }: Service, body: unknown) => {
  const answer = await fetch(`${base}/api/v1/order/single`, {
    method: "POST",
    headers: headers(key),
    body: JSON.stringify(body),
  })
  return Schema.decodeUnknownSync(SingleOrderResponse)(await answer.json()).data
}

const statusOf = async ({ base, key }: Service, number: string) => {
  const answer = await fetch(`${base}/api/v1/order/${number}`, { headers: headers(key) })
  return Schema.decodeUnknownSync(OrderResponse)(await answer.json()).data.status
}

const report = (base: string, number: string, kind: string) =>
  fetch(`${base}/sandbox/v1/orders/${number}/events`, {
    method: "POST",
    headers: headers(adminToken),
    body: JSON.stringify({ kind }),
  })

const advance = (base: string, seconds: number) =>
  fetch(`${base}/sandbox/v1/clock/advance`, {
    method: "POST",
    headers: headers(adminToken),
    body: JSON.stringify({ seconds }),
  })

/** The acquirer's books, in the sequence of the orders. */
const booksIn = (folder: string) => {
  const database = new DatabaseSync(join(folder, "books.db"), { readOnly: true })
  const rows = database.prepare("select key, body from charge order by body ->> 'order'").all()
  database.close()
  return rows.map((row) => ({ key: String(row["key"]), body: Schema.decodeUnknownSync(Entry)(row["body"]) }))
}

const Entry = Schema.fromJsonString(Schema.Struct({ order: Schema.String, state: Schema.String }))

const Waiting = Schema.Struct({ meta: Schema.Struct({ total: Schema.Int }) })

const stop = async (program: Running) => {
  program.signal("SIGTERM")
  return program.ended
}

describe("the stand-alone acquirer", () => {
  it("charges for the service, keeps its books, and shows nobody a card", async () => {
    const folder = newFolder()
    const acquirer = await serveAcquirer(folder)
    const service = await serve(folder, { VINTEM_GATEWAY_URL: acquirer.url })
    // Not the card in the greeting, which is meant to be seen.
    const [charged, refused] = ["5555555555554444", "4000000000000002"]
    const orders = [await place(service, byNumber(charged)), await place(service, byNumber(refused))]
    const pix = await place(service, byPix())
    expect([...orders, pix].map(({ status }) => status)).toEqual(["paid", "unpaid", "waiting_payment"])
    expect(booksIn(folder).map(({ body }) => body)).toEqual([
      { order: orders[0]?.order_number, state: "confirmed" },
      { order: orders[1]?.order_number, state: "refused" },
      { order: pix.order_number, state: "open" },
    ])
    expect((await report(service.base, pix.order_number, "paid")).status).toBe(200)
    expect(await statusOf(service, pix.order_number)).toBe("paid")
    const held = await place(service, byNumber("4000000000009235"))
    expect(await statusOf(service, held.order_number)).toBe("risk_analysis")
    expect((await report(service.base, held.order_number, "risk_approved")).status).toBe(200)
    expect(await statusOf(service, held.order_number)).toBe("paid")
    const impossible = await report(service.base, pix.order_number, "risk_approved")
    expect([impossible.status, await impossible.text()]).toEqual([
      422,
      expect.stringContaining("refunded, chargeback, dispute."),
    ])
    expect(booksIn(folder).at(-1)?.body.state).toBe("confirmed")
    // The service's time has moved, and both ends still use the machine's.
    await advance(service.base, 86_400)
    expect((await place(service, byCard())).status).toBe("paid")

    const ended = [await stop(service.program), await stop(acquirer.program)]
    for (const { status, stdout, stderr } of ended) {
      expect(status).toBe(0)
      for (const hidden of [charged, refused, secret]) expect(stdout + stderr).not.toContain(hidden)
    }
  })

  it("answers with a fault and charges nothing, or charges and never answers, as its cards promise", async () => {
    const folder = newFolder()
    const acquirer = await serveAcquirer(folder)
    const service = await serve(folder, { VINTEM_GATEWAY_URL: acquirer.url, VINTEM_GATEWAY_TIMEOUT: "2 seconds" })
    const failed = await place(service, byNumber("4000000000000119"))
    const silent = await place(service, byNumber("4000000000000101"))
    expect([failed.status, silent.status]).toEqual(["waiting_payment", "waiting_payment"])
    expect(booksIn(folder).map(({ body }) => body)).toEqual([{ order: silent.order_number, state: "confirmed" }])
    await advance(service.base, 60)
    expect([await statusOf(service, failed.order_number), await statusOf(service, silent.order_number)]).toEqual([
      "unpaid",
      "paid",
    ])
  })

  it("that is down fails a card at once, because nothing was sent, and charges the next one once it is back", async () => {
    const folder = newFolder()
    const first = await serveAcquirer(folder)
    const { port } = new URL(first.url)
    const service = await serve(folder, { VINTEM_GATEWAY_URL: first.url })
    const before = await place(service, byPix())
    expect((await stop(first.program)).status).toBe(0)
    const during = await place(service, byCard())
    expect([during.status, await statusOf(service, during.order_number)]).toEqual(["unpaid", "unpaid"])
    expect((await report(service.base, before.order_number, "paid")).status).toBe(500)

    await serveAcquirer(folder, { VINTEM_GATEWAY_SECRET: secret }, port)
    await advance(service.base, 60)
    expect(await statusOf(service, during.order_number)).toBe("unpaid")
    expect((await report(service.base, before.order_number, "paid")).status).toBe(200)
    expect((await place(service, byCard())).status).toBe("paid")
  })

  it("that is back after an outage soon reports on 256 charges", async () => {
    const folder = newFolder()
    const acquirer = await serveAcquirer(folder)
    const service = await serve(folder, {
      VINTEM_GATEWAY_URL: acquirer.url,
      VINTEM_GATEWAY_TIMEOUT: "1 second",
      VINTEM_RATE_LIMIT: "100000",
    })
    const waiting = async () => {
      const answer = await fetch(`${service.base}/admin/v1/unknown-outcomes`, { headers: headers(adminToken) })
      return Schema.decodeUnknownSync(Waiting)(await answer.json()).meta.total
    }
    await Promise.all(Array.from({ length: 256 }, () => place(service, byNumber("4000000000000101"))))
    await stop(acquirer.program)
    // By then each was asked for in vain, and by its own schedule is asked for minutes later.
    await advance(service.base, 60)
    const before = await waiting()
    const back = await serveAcquirer(folder, undefined, new URL(acquirer.url).port)
    const since = performance.now()
    await eventually(async () => expect(await waiting()).toBe(0))
    const seconds = (performance.now() - since) / 1_000
    process.stdout.write(`${before} charges known ${seconds.toFixed(1)} s after the acquirer's return\n`)
    // On a slow machine the first ones were asked for before the last were placed.
    expect(before).toBeGreaterThan(128)
    await stop(service.program)
    await stop(back.program)
  })

  it("sends notifications of a charge's changes if that is configured", async () => {
    const folder = newFolder()
    const environment = { VINTEM_GATEWAY_SECRET: secret, PORT: "0" }
    const silent = await serveAcquirer(folder)
    const service = await serve(folder, { VINTEM_GATEWAY_URL: silent.url })
    const { order_number: number } = await place(service, byPix())
    const [charge] = booksIn(folder)
    await stop(silent.program)

    const notify = `${service.base}/gateway/v1/notifications`
    const args = ["acquirer", "--port", "0", "--database", "sqlite:./books.db", "--notify", notify]
    const telling = start(args, { folder, environment })
    const [, url = ""] = await telling.printed(/^Simulated acquirer at (http:\/\/\S+)\n/u)
    const path = `/v1/charges/${charge?.key}/reports/paid`
    const answer = await fetch(`${url}${path}`, {
      method: "PUT",
      headers: { ...signedHeaders(secret, Date.now(), "PUT", path, ""), connection: "close" },
    })
    expect(answer.status).toBe(200)
    await eventually(async () => expect(await statusOf(service, number)).toBe("paid"))
    expect((await stop(telling)).status).toBe(0)
  })

  it("stops at once if a charge is never to be answered", async () => {
    const folder = newFolder()
    const acquirer = await serveAcquirer(folder)
    const service = await serve(folder, { VINTEM_GATEWAY_URL: acquirer.url })
    const silent = place(service, byNumber("4000000000000101"))
    await eventually(() => expect(booksIn(folder)).toHaveLength(1))
    expect((await stop(acquirer.program)).status).toBe(0)
    expect((await silent).status).toBe("waiting_payment")
  })

  it("uses the sandbox's public secret without configuration, and fails without the service's own", async () => {
    const folder = newFolder()
    const acquirer = start(["acquirer", "--port", "0", "--database", "sqlite::memory:"], { folder })
    const [, url = ""] = await acquirer.printed(/^Simulated acquirer at (http:\/\/\S+)\n/u)
    const path = `/v1/charges/${"0".repeat(32)}`
    const ask = async (by: string) =>
      (await fetch(`${url}${path}`, { headers: signedHeaders(by, Date.now(), "GET", path, "") })).status
    expect([await ask("vintem-sandbox-gateway-secret"), await ask(secret)]).toEqual([404, 401])
  })

  it("refuses a service with another secret, which the service reports until it is accepted", async () => {
    const folder = newFolder()
    const first = await serveAcquirer(folder)
    const { port } = new URL(first.url)
    const ours = "the-secret-that-follows"
    const environment = { VINTEM_GATEWAY_URL: first.url, VINTEM_GATEWAY_SECRET: ours }
    const service = await serve(folder, environment)
    const ready = async () => {
      const answer = await fetch(`${service.base}/health/ready`, { headers: { connection: "close" } })
      return [answer.status, await answer.json()]
    }
    await eventually(async () => expect(await ready()).toEqual([200, { status: "ok", degraded: "signature_refused" }]))
    await eventually(async () =>
      expect(service.program.stdout() + service.program.stderr()).toContain(
        "the first secret of VINTEM_GATEWAY_SECRET",
      ),
    )
    const status = await runProgram(["status", "--url", service.base], { folder, environment })
    expect([status.status, status.stderr]).toEqual([1, expect.stringContaining("refuses the signatures")])

    await stop(first.program)
    await serveAcquirer(folder, { VINTEM_GATEWAY_SECRET: `${secret},${ours}` }, port)
    await eventually(async () => expect(await ready()).toEqual([200, { status: "ok" }]))
    expect((await place(service, byCard())).status).toBe("paid")
  })

  it("requires its secret if the service does", async () => {
    const environment = { VINTEM_GATEWAY_URL: "http://127.0.0.1:3001" }
    const { status, stdout, stderr } = await runProgram(["serve"], { folder: newFolder(), environment })
    expect([status, stdout]).toEqual([2, ""])
    expect(stderr.trimEnd()).toMatch(/^VINTEM_GATEWAY_SECRET must be set together with VINTEM_GATEWAY_URL, [^\n]+$/u)
  })
})
