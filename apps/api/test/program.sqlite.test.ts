import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { OrderPage, SingleOrderResponse } from "@vintem/contract"
import BetterSqlite from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { byNumber } from "./example-orders.ts"
import { runProgram } from "./spawned-program.ts"
import { bearer, logOf, readJson, spawnedServices, stop } from "./spawned-service.ts"

const { begin, newFolder, serve } = spawnedServices()

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
    const program = begin({ folder })
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
    expect(logOf(ended).map(({ message }) => message)).toContain("request")

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
})
