import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ApiKeyView, CompanyView, NewApiKeyView, OrderPage, SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import { afterAll, describe, expect, it, vi } from "vitest"
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

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const json = { "content-type": "application/json" }

const readJson = <A>(schema: Schema.Decoder<A>, text: string): A =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))(text)

/** What a line for a shell asks for. */
const requestOf = (line: string) => {
  const [, url = ""] = /^curl -s (\S+)/u.exec(line) ?? []
  const headers = [...line.matchAll(/-H "([^:"]+): ([^"]+)"/gu)].map(([, name = "", value = ""]) => [name, value])
  const [, body = ""] = /-d '([^']+)'$/u.exec(line) ?? []
  return { url, request: { method: "POST", headers: Object.fromEntries(headers), body } }
}

describe("the first start", () => {
  it("prints all that a newcomer needs, and the line it prints pays an order; the next start keeps it to itself", async () => {
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
    expect((await fetch(`${first.base}/docs`)).headers.get("content-type")).toBe("text/html")
    expect((await fetch(`${first.base}/health/ready`)).status).toBe(200)
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
    const logged = ended.stderr.trim().split("\n")
    expect(logged.map((entry) => readJson(Schema.Struct({ message: Schema.Unknown }), entry).message)).toContain("request")

    const second = await serve({ folder })
    expect(second.program.stdout()).not.toContain(key)
    expect(second.program.stdout()).not.toContain(token)
    expect(second.program.stdout()).toContain(`Admin token: see ./data/admin-token`)
    const listed = await fetch(`${second.base}/api/v1/order`, { headers: bearer(key) })
    expect(readJson(OrderPage, await listed.text()).meta.total).toBe(1)
    expect((await fetch(`${second.base}/admin/v1/companies`, { headers: bearer(token) })).status).toBe(200)
    expect((await stop(second)).status).toBe(0)
  })

  it("leaves a token that was chosen unprinted and unkept", async () => {
    const folder = newFolder()
    const running = await serve({ folder, environment: { VINTEM_ADMIN_TOKEN: "chosen-by-somebody" } })
    expect((await fetch(`${running.base}/admin/v1/companies`, { headers: bearer("chosen-by-somebody") })).status).toBe(200)
    const { status, stdout, stderr } = await stop(running)
    expect(status).toBe(0)
    expect(stdout + stderr).not.toContain("chosen-by-somebody")
    expect(existsSync(join(folder, "data", "admin-token"))).toBe(false)
  })
})

describe("SIGTERM", () => {
  it("lets a charge in flight end, answers it, and takes no more", async () => {
    const folder = newFolder()
    const running = await serve({ folder, environment: { VINTEM_GATEWAY_TIMEOUT: "1 second" } })
    const [, key = ""] = await running.program.printed(/API key of the demo company: (\S+)\n/u)
    const headers = { ...bearer(key), ...json }
    const orders = async () =>
      readJson(OrderPage, await (await fetch(`${running.base}/api/v1/order`, { headers })).text()).data
    const body = JSON.stringify(byNumber("4000000000000101"))
    const charging = fetch(`${running.base}/api/v1/order/single`, { method: "POST", headers, body })
    await vi.waitFor(async () => expect(await orders()).toHaveLength(1), { timeout: 5_000, interval: 10 })

    running.program.signal("SIGTERM")
    const answer = await charging
    expect([answer.status, readJson(SingleOrderResponse, await answer.text()).data.status]).toEqual([
      200,
      "waiting_payment",
    ])
    expect((await running.program.ended).status).toBe(0)
    await expect(fetch(`${running.base}/health/live`)).rejects.toThrow()

    const again = await serve({ folder })
    const listed = await fetch(`${again.base}/api/v1/order`, { headers })
    expect(readJson(OrderPage, await listed.text()).data.map(({ status }) => status)).toEqual(["pending"])
    await stop(again)
  })
})

describe("a configuration that cannot be used", () => {
  it.each([
    [
      { PORT: "x", VINTEM_ENV: "prod", VINTEM_RATE_LIMIT: "0" },
      [/^PORT must be /u, /^VINTEM_ENV must be /u, /^VINTEM_RATE_LIMIT must be /u],
    ],
    [
      { VINTEM_ENV: "production" },
      [/^VINTEM_PUBLIC_URL /u, /^VINTEM_ADMIN_TOKEN /u, /^VINTEM_GATEWAY_URL /u, /^VINTEM_GATEWAY_SECRET /u],
    ],
    [{ VINTEM_ADMIN_TOKEN: "se cret", PORT: "0" }, [/^VINTEM_ADMIN_TOKEN must be (?!.*se cret)/u]],
  ])("stops the start with a line for each fault: %j", async (environment, lines) => {
    const folder = newFolder()
    const { status, stdout, stderr } = await runProgram(["serve"], { folder, environment })
    expect([status, stdout]).toEqual([2, ""])
    const told = stderr.trimEnd().split("\n")
    expect(told).toHaveLength(lines.length)
    for (const [index, line] of lines.entries()) expect(told[index]).toMatch(line)
    expect(existsSync(join(folder, "data"))).toBe(false)
  })
})

describe("a start that fails", () => {
  it("because the port is taken says so in a line", async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" ? String(address?.port) : ""
    const { status, stdout, stderr } = await runProgram(["serve"], { folder: newFolder(), environment: { PORT: port } })
    server.close()
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr.trimEnd()).toMatch(/^HOST and PORT cannot be listened on: .*EADDRINUSE.*$/u)
  })

  it("because the database is none says so in a line", async () => {
    const folder = newFolder()
    writeFileSync(join(folder, "letter.txt"), "Dear database, ".repeat(100))
    const environment = { PORT: "0", DATABASE_URL: "sqlite:./letter.txt" }
    const { status, stdout, stderr } = await runProgram(["serve"], { folder, environment })
    expect([status, stdout, stderr.trimEnd().split("\n")]).toEqual([1, "", [expect.stringContaining("not a database")]])
  })
})

describe("the command-line tool", () => {
  const folder = newFolder()
  const vintem = (...args: ReadonlyArray<string>) => runProgram(args, { folder })

  const CompanyList = Schema.Struct({ data: Schema.Array(CompanyView), total: Schema.Int })
  const KeyList = Schema.Struct({ data: Schema.Array(ApiKeyView), total: Schema.Int })

  it("makes companies and keys that a running service knows at once, and revokes them at once", async () => {
    const migrated = await vintem("migrate", "--json")
    expect([migrated.status, migrated.stdout, migrated.stderr]).toEqual([0, '{"migrated":true}\n', ""])
    const [running, made] = await Promise.all([
      serve({ folder }),
      vintem("company", "create", "--name", "Loja do Terminal", "--document", "11.222.333/0001-81", "--json"),
    ])
    const company = readJson(CompanyView, made.stdout)
    expect([made.status, made.stderr, company]).toMatchObject([0, "", { name: "Loja do Terminal", city: "Sao Paulo" }])
    const created = await vintem("api-key", "create", "--company", String(company.id), "--name", "terminal", "--json")
    const { id, key } = readJson(NewApiKeyView, created.stdout)
    const ask = async () => (await fetch(`${running.base}/api/v1/order`, { headers: bearer(key) })).status
    expect(await ask()).toBe(200)

    const [companies, keys] = await Promise.all([
      vintem("company", "list", "--json"),
      vintem("api-key", "list", "--company", String(company.id), "--json"),
    ])
    expect(readJson(CompanyList, companies.stdout).data.map(({ name }) => name)).toContain("Loja do Terminal")
    expect(readJson(KeyList, keys.stdout)).toMatchObject({ total: 1, data: [{ id, last_digits: key.slice(-4) }] })
    expect(keys.stdout).not.toContain(key)

    const revoked = await vintem("api-key", "revoke", "--company", String(company.id), String(id), "--json")
    expect([revoked.status, revoked.stdout]).toEqual([0, `{"id":${id},"revoked":true}\n`])
    expect(await ask()).toBe(401)
    const again = await vintem("api-key", "revoke", "--company", String(company.id), String(id))
    expect([again.status, again.stdout]).toEqual([1, ""])
    expect((await stop(running)).status).toBe(0)
  })

  it.each([
    [["company", "list", "--page", "0"]],
    [["company", "create", "--name", "Loja", "--document", "123"]],
    [["api-key", "create", "--company", "999999", "--name", "x"]],
    [["api-key", "revoke", "--company", "1", "999999"]],
  ])("refuses %j with a line and status 1", async (args) => {
    const { status, stdout, stderr } = await vintem(...args)
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr.trimEnd().split("\n")).toHaveLength(1)
  })

  it.each([
    [["unknown"]],
    [["company", "create"]],
    [["company", "list", "--page", "one"]],
    [["api-key", "create", "--company", "0", "--name", "x"]],
    [["api-key", "revoke", "--company", "1", "one"]],
    [["serve", "--unknown"]],
  ])("does not understand %j: status 2", async (args) => {
    expect((await vintem(...args)).status).toBe(2)
  })

  it("reads its configuration like the service", async () => {
    const { status, stderr } = await runProgram(["company", "list"], { folder, environment: { PORT: "x" } })
    expect([status, stderr.trimEnd()]).toEqual([2, expect.stringMatching(/^PORT must be /u)])
  })
})
