/**
 * The program next to others on its data: a second service, the next one, and commands; and what keeps it from
 * starting.
 */
import { existsSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { CompanyView, NewApiKeyView, OrderPage } from "@vintem/contract"
import BetterSqlite from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { byNumber, byPix } from "./example-orders.ts"
import { runProgram } from "./spawned-program.ts"
import { bearer, logOf, readJson, spawnedServices, stop } from "./spawned-service.ts"

const { begin, newFolder, serve } = spawnedServices()

describe.concurrent("the program", () => {
  it("serves, and stops, even if nobody takes its traces", async () => {
    const environment = {
      VINTEM_OTLP_URL: "http://127.0.0.1:9",
      VINTEM_TRACE_SAMPLING: "1",
      VINTEM_LOG_LEVEL: "warn",
    }
    const running = await serve({ folder: newFolder(), environment })
    expect((await fetch(`${running.base}/health/ready`, { headers: { connection: "close" } })).status).toBe(200)
    const ended = await stop(running)
    expect([ended.status, logOf(ended).map(({ message }) => message)]).toEqual([0, []])
  })

  it("is the only service on its file: a second one is refused with one line, and commands work next to it", async () => {
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
      expect(stderr).toMatch(/^Another service uses \/\S+\/data\/vintem\.db: .* (?:DATABASE_URL|--database)\.\n$/u)
    }
    for (const { status, stderr } of await Promise.all(commands))
      expect([status, stderr]).toMatchObject([0, expect.any(String)])
    expect((await fetch(`${running.base}/health/ready`)).status).toBe(200)
    expect((await stop(running)).status).toBe(0)
  })

  it("started while the previous service ends waits for it, and serves", async () => {
    const folder = newFolder()
    const before = await serve({ folder })
    const next = begin({ folder, environment: { VINTEM_GATEWAY_TIMEOUT: "5 minutes" } })
    await eventually(async () => expect(next.stderr()).toContain("waiting for it to end"))
    expect(next.stdout()).toBe("")
    expect((await stop(before)).status).toBe(0)
    await next.printed(/^Vintém serves /u)
    expect((await stop({ program: next })).status).toBe(0)
  })

  it("creates and revokes keys that another process learns and forgets at once", async () => {
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

  it("has made the demo company's key once it is ready", async () => {
    const folder = newFolder()
    const program = begin({ folder })
    await program.printed(/^Vintém serves /u)
    expect(existsSync(join(folder, "data", "demo-api-key"))).toBe(true)
    expect((await stop({ program })).status).toBe(0)
  })

  it("on a port in use stops with one line and status 1", async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" ? String(address?.port) : ""
    const { status, stdout, stderr } = await runProgram(["serve"], { folder: newFolder(), environment: { PORT: port } })
    server.close()
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr.trimEnd()).toMatch(/^The service cannot listen on HOST and PORT: .*EADDRINUSE.*$/u)
  })

  it("on a file that is no database stops with one line and status 1", async () => {
    const folder = newFolder()
    writeFileSync(join(folder, "letter.txt"), "Dear database, ".repeat(100))
    const environment = { PORT: "0", DATABASE_URL: "sqlite:./letter.txt" }
    const { status, stdout, stderr } = await runProgram(["serve"], { folder, environment })
    expect([status, stdout, stderr.trimEnd().split("\n")]).toEqual([1, "", [expect.stringContaining("not a database")]])
  })

  it("killed and started again continues at once with its claims, however long they would last", async () => {
    const folder = newFolder()
    const environment = { VINTEM_GATEWAY_TIMEOUT: "10 minutes" }
    const first = await serve({ folder, environment })
    const [, key = ""] = await first.program.printed(/API key of the demo company: (\S+)\n/u)
    const orders = async (base: string) =>
      readJson(OrderPage, await (await fetch(`${base}/api/v1/order`, { headers: bearer(key) })).text())
    const send = (base: string, idempotencyKey: string, body: unknown) =>
      fetch(`${base}/api/v1/order/single`, {
        method: "POST",
        headers: { ...bearer(key), "content-type": "application/json", "idempotency-key": idempotencyKey },
        body: JSON.stringify(body),
      })
    const place = (base: string) => send(base, "asked-again", byNumber("4000000000000101"))
    // A Pix leaves a job behind. A charge in progress has none while its process lives.
    await send(first.base, "pix", byPix())
    const unanswered = place(first.base).catch(() => "unanswered")
    await eventually(async () => expect((await orders(first.base)).meta.total).toBe(2))
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
    expect([answer.status, (await orders(second.base)).meta.total]).toEqual([200, 2])
    expect(second.program.stderr()).toContain("jobs claimed by the previous process were released")
    expect((await stop(second)).status).toBe(0)
  })
})
