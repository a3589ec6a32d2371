import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CompanyView, NewApiKeyView, OrderPage, SingleOrderResponse } from "@vintem/contract"
import BetterSqlite from "better-sqlite3"
import { Schema } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { byNumber } from "./example-orders.ts"
import { type Running, runProgram, type Surroundings, startProgram } from "./spawned-program.ts"

const parent = mkdtempSync(join(tmpdir(), "vintem-program-"))
const started = new Set<Running>()
afterAll(async () => {
  for (const program of started) program.signal("SIGKILL")
  await Promise.all([...started].map(({ ended }) => ended))
  rmSync(parent, { recursive: true, force: true })
})

const newFolder = () => mkdtempSync(join(parent, "run-"))

const serve = async (surroundings: Surroundings) => {
  const program = startProgram(["serve"], {
    ...surroundings,
    environment: { PORT: "0", ...surroundings.environment },
  })
  started.add(program)
  const [, base = ""] = await program.printed(/^Vintém serves (http:\/\/\S+)\/api\/v1 .*\n[\s\S]*(?:curl|npm run)/u)
  return { program, base }
}

const stop = async ({ program }: { readonly program: Running }) => {
  program.signal("SIGTERM")
  return program.ended
}

/** A connection for each request: one that is kept open keeps the service from stopping for seconds. */
const bearer = (token: string) => ({ authorization: `Bearer ${token}`, connection: "close" })

const readJson = <A>(schema: Schema.Decoder<A>, text: string): A =>
  Schema.decodeSync(Schema.fromJsonString(schema))(text)

/** What a line for a shell asks for. */
const requestOf = (line: string) => {
  const [, url = ""] = /^curl -s (\S+)/u.exec(line) ?? []
  const headers = [...line.matchAll(/-H "([^:"]+): ([^"]+)"/gu)].map(([, name = "", value = ""]) => [name, value])
  const [, body = ""] = /-d '([^']+)'$/u.exec(line) ?? []
  return { url, request: { method: "POST", headers: Object.fromEntries(headers), body } }
}

describe.concurrent("the program", () => {
  it("has made the demo company's key once it is ready", async () => {
    const folder = newFolder()
    const program = startProgram(["serve"], { folder, environment: { PORT: "0" } })
    started.add(program)
    await program.printed(/^Vintém serves /u)
    expect(existsSync(join(folder, "data", "demo-api-key"))).toBe(true)
    expect((await stop({ program })).status).toBe(0)
  })

  it("prints at its first start all that a newcomer needs, and keeps it to itself at the next", async () => {
    const folder = newFolder()
    const first = await serve({ folder })
    const [, key = ""] = await first.program.printed(/API key of the demo company: (\S+)\n/u)
    const [, token = ""] = await first.program.printed(/Admin token: (\S+)\n/u)
    const [line] = await first.program.printed(/^curl .*$/mu)
    expect(first.program.stdout()).toContain(`reference at ${first.base}/docs`)

    const { url, request } = requestOf(line)
    expect(url).toBe(`${first.base}/api/v1/order/single`)
    const paid = await fetch(url, request)
    expect([paid.status, readJson(SingleOrderResponse, await paid.text())]).toMatchObject([200, { success: true }])
    expect((await fetch(`${first.base}/docs`)).headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect((await fetch(`${first.base}/admin/v1/companies`, { headers: bearer(token) })).status).toBe(200)

    for (const [file, secret] of [
      ["demo-api-key", key],
      ["admin-token", token],
    ] as const) {
      expect(readFileSync(join(folder, "data", file), "utf8")).toBe(`${secret}\n`)
      expect(statSync(join(folder, "data", file)).mode & 0o077).toBe(0)
    }
    const ended = await stop(first)
    expect(ended.status).toBe(0)
    expect(ended.stderr).not.toContain(key)
    const logged = ended.stderr.trimEnd().split("\n")
    const Line = Schema.Struct({ message: Schema.Unknown, level: Schema.String, timestamp: Schema.String })
    expect(logged.map((entry) => readJson(Line, entry).message)).toContain("request")

    const second = await serve({ folder })
    for (const secret of [key, token]) expect(second.program.stdout()).not.toContain(secret)
    expect(second.program.stdout()).toContain("Admin token: see ./data/admin-token")
    const listed = await fetch(`${second.base}/api/v1/order`, { headers: bearer(key) })
    expect(readJson(OrderPage, await listed.text()).meta.total).toBe(1)
    expect((await fetch(`${second.base}/admin/v1/companies`, { headers: bearer(token) })).status).toBe(200)
    expect((await stop(second)).status).toBe(0)
  })

  it("told to stop ends a charge in flight, answers it, and takes no more", async () => {
    const folder = newFolder()
    const token = "chosen-by-somebody"
    const environment = { VINTEM_GATEWAY_TIMEOUT: "1 second", VINTEM_ADMIN_TOKEN: token }
    const running = await serve({ folder, environment })
    const [, key = ""] = await running.program.printed(/API key of the demo company: (\S+)\n/u)
    const orders = async () =>
      readJson(OrderPage, await (await fetch(`${running.base}/api/v1/order`, { headers: bearer(key) })).text()).data
    const charging = fetch(`${running.base}/api/v1/order/single`, {
      method: "POST",
      headers: { ...bearer(key), "content-type": "application/json", "x-request-id": "in-flight" },
      body: JSON.stringify(byNumber("4000000000000101")),
    })
    await eventually(async () => expect(await orders()).toHaveLength(1))

    running.program.signal("SIGTERM")
    const answer = await charging
    expect([answer.status, readJson(SingleOrderResponse, await answer.text()).data.status]).toEqual([
      200,
      "waiting_payment",
    ])
    const { status, stdout, stderr } = await running.program.ended
    expect(status).toBe(0)
    await expect(fetch(`${running.base}/health/live`)).rejects.toThrow()
    expect(stderr).toMatch(/"request_id":"in-flight".*"status":200/u)
    // A token that somebody chose is theirs to keep.
    expect(stdout + stderr).not.toContain(token)
    expect(existsSync(join(folder, "data", "admin-token"))).toBe(false)
  })

  it("with a configuration that cannot be used stops with a line for each fault, status 2, and touches nothing", async () => {
    const folder = newFolder()
    const environment = { PORT: "x", VINTEM_ENV: "prod", VINTEM_RATE_LIMIT: "0", VINTEM_ADMIN_TOKEN: "se cret" }
    const { status, stdout, stderr } = await runProgram(["serve"], { folder, environment })
    expect([status, stdout]).toEqual([2, ""])
    expect(stderr.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^PORT must be /u),
      expect.stringMatching(/^VINTEM_ENV must be /u),
      expect.stringMatching(/^VINTEM_ADMIN_TOKEN must be (?!.*se cret)/u),
      expect.stringMatching(/^VINTEM_RATE_LIMIT must be /u),
    ])
    expect(existsSync(join(folder, "data"))).toBe(false)
  })

  it("with a variable of its name that is misspelt stops with a line that names the nearest one, status 2", async () => {
    const folder = newFolder()
    const environment = { PORT: "0", VINTEM_PUBLIC_URI: "https://pay.example/hunter2" }
    const { status, stdout, stderr } = await runProgram(["serve"], { folder, environment })
    expect([status, stdout, stderr]).toEqual([
      2,
      "",
      "VINTEM_PUBLIC_URI is no variable of this service; the nearest name is VINTEM_PUBLIC_URL\n",
    ])
    expect(existsSync(join(folder, "data"))).toBe(false)
  })

  it("says in the log which variables are set that have no effect yet, and serves", async () => {
    const environment = {
      VINTEM_OTLP_URL: "http://127.0.0.1:4318",
      VINTEM_METRICS_TOKEN: "hunter2",
      VINTEM_LOG_LEVEL: "warn",
    }
    const running = await serve({ folder: newFolder(), environment })
    const { status, stderr } = await stop(running)
    const Line = Schema.Struct({ message: Schema.Unknown })
    const lines = stderr.trimEnd().split("\n")
    expect([status, lines.map((line) => readJson(Line, line).message)]).toEqual([
      0,
      [
        "VINTEM_OTLP_URL is set and has no effect yet: no traces are sent",
        "VINTEM_METRICS_TOKEN is set and has no effect yet: there is no /metrics",
      ],
    ])
    expect(stderr).not.toContain("hunter2")
  })

  it("on a port that is taken stops with a line and status 1", async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" ? String(address?.port) : ""
    const { status, stdout, stderr } = await runProgram(["serve"], { folder: newFolder(), environment: { PORT: port } })
    server.close()
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr.trimEnd()).toMatch(/^HOST and PORT cannot be listened on: .*EADDRINUSE.*$/u)
  })

  it("on a file that is no database stops with a line and status 1", async () => {
    const folder = newFolder()
    writeFileSync(join(folder, "letter.txt"), "Dear database, ".repeat(100))
    const environment = { PORT: "0", DATABASE_URL: "sqlite:./letter.txt" }
    const { status, stdout, stderr } = await runProgram(["serve"], { folder, environment })
    expect([status, stdout, stderr.trimEnd().split("\n")]).toEqual([1, "", [expect.stringContaining("not a database")]])
  })

  it("is the only service on its file: a second one is refused with a line, and commands work beside it", async () => {
    const folder = newFolder()
    const environment = { VINTEM_GATEWAY_TIMEOUT: "1 milli", VINTEM_LOG_LEVEL: "error" }
    const running = await serve({ folder, environment })
    symlinkSync("data/vintem.db", join(folder, "by-another-name.db"))
    const databases = ["sqlite:./data/vintem.db", "sqlite:./by-another-name.db"]
    const services = ["serve", "acquirer"].flatMap((command) =>
      databases.map((url) =>
        runProgram(command === "serve" ? ["serve"] : ["acquirer", "--port", "0", "--database", url], {
          folder,
          environment: { PORT: "0", DATABASE_URL: url, ...environment },
        }),
      ),
    )
    const commands = [
      ["migrate"],
      ["check"],
      ["company", "create", "--name", "Loja"],
      ["export", "orders", "--from", "2026-11-01", "--to", "2026-11-30"],
    ].map((args) => runProgram(args, { folder }))
    for (const { status, stdout, stderr } of await Promise.all(services)) {
      expect([status, stdout]).toEqual([1, ""])
      expect(stderr).toMatch(/^Another service works on \/\S+\/data\/vintem\.db: .* (?:DATABASE_URL|--database)\.\n$/u)
    }
    for (const { status, stderr } of await Promise.all(commands))
      expect([status, stderr]).toMatchObject([0, expect.any(String)])
    expect((await fetch(`${running.base}/health/ready`)).status).toBe(200)
    expect((await stop(running)).status).toBe(0)
  })

  it("started while the service before is ending waits for it, and serves", async () => {
    const folder = newFolder()
    const before = await serve({ folder })
    const next = startProgram(["serve"], { folder, environment: { PORT: "0", VINTEM_GATEWAY_TIMEOUT: "5 minutes" } })
    started.add(next)
    await eventually(async () => expect(next.stderr()).toContain("waiting for it to end"))
    expect(next.stdout()).toBe("")
    expect((await stop(before)).status).toBe(0)
    await next.printed(/^Vintém serves /u)
    expect((await stop({ program: next })).status).toBe(0)
  })

  it("killed and started again goes on at once with what it had claimed, however long the claims would hold", async () => {
    const folder = newFolder()
    const environment = { VINTEM_GATEWAY_TIMEOUT: "10 minutes" }
    const first = await serve({ folder, environment })
    const [, key = ""] = await first.program.printed(/API key of the demo company: (\S+)\n/u)
    const orders = async (base: string) =>
      readJson(OrderPage, await (await fetch(`${base}/api/v1/order`, { headers: bearer(key) })).text())
    const place = (base: string) =>
      fetch(`${base}/api/v1/order/single`, {
        method: "POST",
        headers: { ...bearer(key), "content-type": "application/json", "idempotency-key": "asked-again" },
        body: JSON.stringify(byNumber("4000000000000101")),
      })
    const unanswered = place(first.base).catch(() => "unanswered")
    await eventually(async () => expect((await orders(first.base)).meta.total).toBe(1))
    first.program.signal("SIGKILL")
    await first.program.ended
    expect(await unanswered).toBe("unanswered")

    const database = new BetterSqlite(join(folder, "data", "vintem.db"))
    const anHourFromNow = "(unixepoch() + 3600) * 1000"
    const claimed = database.exec(`update job set lease = 'of the dead', due_at = 0, ready_at = ${anHourFromNow}`)
    const heldForLong = claimed.prepare(
      `select count(*) from job where lease is not null and ready_at > ${anHourFromNow} - 600000`,
    )
    expect(heldForLong.pluck().get()).toBeGreaterThan(0)

    const second = await serve({ folder, environment })
    expect(heldForLong.pluck().get()).toBe(0)
    database.close()
    const answer = await place(second.base)
    expect([answer.status, (await orders(second.base)).meta.total]).toEqual([200, 1])
    expect(second.program.stderr()).toContain("what the process before had claimed was given back")
    expect((await stop(second)).status).toBe(0)
  })

  it("makes and revokes keys that another process knows and forgets at once", async () => {
    const folder = newFolder()
    const vintem = (...args: ReadonlyArray<string>) => runProgram(args, { folder })
    const migrated = await vintem("migrate", "--json")
    expect(migrated).toEqual({ status: 0, stdout: '{"migrated":true}\n', stderr: "" })
    const [running, made] = await Promise.all([
      serve({ folder }),
      vintem("company", "create", "--name", "Loja do Terminal", "--json"),
    ])
    const company = String(readJson(CompanyView, made.stdout).id)
    expect([made.status, made.stderr]).toEqual([0, ""])
    const created = await vintem("api-key", "create", "--company", company, "--name", "terminal", "--json")
    const { id, key } = readJson(NewApiKeyView, created.stdout)
    const ask = async () => (await fetch(`${running.base}/api/v1/order`, { headers: bearer(key) })).status
    expect(await ask()).toBe(200)
    const revoked = await vintem("api-key", "revoke", "--company", company, String(id), "--json")
    expect(revoked).toEqual({ status: 0, stdout: `{"id":${id},"revoked":true}\n`, stderr: "" })
    expect(await ask()).toBe(401)
    const [refused, misunderstood] = await Promise.all([
      vintem("api-key", "revoke", "--company", company, String(id)),
      vintem("api-key", "revoke", "--company", company, "one"),
    ])
    expect(refused).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(/^[^\n]+\n$/u) })
    expect(misunderstood.status).toBe(2)
    expect((await stop(running)).status).toBe(0)
  })
})
