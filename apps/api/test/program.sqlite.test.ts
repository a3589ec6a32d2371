import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { OrderPage, SingleOrderResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { byNumber } from "./example-orders.ts"
import { runProgram } from "./spawned-program.ts"
import { bearer, logOf, readJson, spawnedServices, stop } from "./spawned-service.ts"

const { newFolder, serve } = spawnedServices()

/** The request in a shell line. */
const requestOf = (line: string) => {
  const [, url = ""] = /^curl -s (\S+)/u.exec(line) ?? []
  const headers = [...line.matchAll(/-H "([^:"]+): ([^"]+)"/gu)].map(([, name = "", value = ""]) => [name, value])
  const [, body = ""] = /-d '([^']+)'$/u.exec(line) ?? []
  return { url, request: { method: "POST", headers: Object.fromEntries(headers), body } }
}

describe.concurrent("the program", () => {
  it("prints at its first start all that a newcomer needs, and not again at the next", async () => {
    const folder = newFolder()
    const first = await serve({ folder })
    const [, key = ""] = await first.program.printed(/API key of the demo company: (\S+)\n/u)
    const [, owner = "", word = ""] = await first.program.printed(/Owner of the demo company: (\S+), password (\S+)\n/u)
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
      ["demo-owner", `${owner} ${word}`],
    ] as const) {
      expect(readFileSync(join(folder, "data", file), "utf8")).toBe(`${secret}\n`)
      expect(statSync(join(folder, "data", file)).mode & 0o077).toBe(0)
    }
    const ended = await stop(first)
    expect(ended.status).toBe(0)
    for (const secret of [key, word]) expect(ended.stderr).not.toContain(secret)
    expect(logOf(ended).map(({ message }) => message)).toContain("request")

    const second = await serve({ folder })
    for (const secret of [key, token, word]) expect(second.program.stdout()).not.toContain(secret)
    expect(second.program.stdout()).toContain("Admin token: see ./data/admin-token")
    const listed = await fetch(`${second.base}/api/v1/order`, { headers: bearer(key) })
    expect(readJson(OrderPage, await listed.text()).meta.total).toBe(1)
    expect((await fetch(`${second.base}/admin/v1/companies`, { headers: bearer(token) })).status).toBe(200)
    expect((await stop(second)).status).toBe(0)
  })

  it("on a stop signal finishes a charge in flight, answers it, and takes no more", async () => {
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
    // A configured token is not printed.
    expect(stdout + stderr).not.toContain(token)
    expect(existsSync(join(folder, "data", "admin-token"))).toBe(false)
  })

  it("with an invalid configuration stops with a line for each fault, status 2, and touches nothing", async () => {
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

  it("with a misspelt variable of its prefix stops with a line that names the nearest one, status 2", async () => {
    const folder = newFolder()
    const environment = { PORT: "0", VINTEM_PUBLIC_URI: "https://pay.example/hunter2" }
    const { status, stdout, stderr } = await runProgram(["serve"], { folder, environment })
    expect([status, stdout, stderr]).toEqual([
      2,
      "",
      "VINTEM_PUBLIC_URI is not a variable of this service; the nearest name is VINTEM_PUBLIC_URL\n",
    ])
    expect(existsSync(join(folder, "data"))).toBe(false)
  })
})
