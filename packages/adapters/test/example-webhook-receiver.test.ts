// The example receiver for newcomers, run as they run it, with our signer's requests.
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { instant } from "@vintem/domain/calendar"
import { OrderNumber } from "@vintem/domain/identifiers"
import { WebhookSigner } from "@vintem/domain/ports"
import { WebhookSecret, webhookEventId } from "@vintem/domain/webhook"
import { Effect, Redacted } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { WebhookSignerNode } from "../src/index.ts"

const program = fileURLToPath(new URL("../../../examples/webhook-receiver/receiver.js", import.meta.url))

const secretOf = (byte: number) => WebhookSecret.make(`whsec_${Buffer.alloc(32, byte).toString("base64")}`)
const old = secretOf(1)
const current = secretOf(2)

const { headers } = Effect.runSync(Effect.provide(WebhookSigner, WebhookSignerNode.layer))

/** A request as it goes over the wire. */
const signed = ({ sequence = 1, status = "paid", secrets = [current], age = 0 } = {}) => {
  const order = OrderNumber.make("7K3M9Q2X5R8T")
  const id = webhookEventId(order, sequence)
  const body = JSON.stringify({ id, order_number: order, status, sequence, customer: { fullname: "João 🎻" } })
  const at = instant(Date.now() - age * 1_000)
  const wire = headers(
    { id, at, body },
    secrets.map((secret) => Redacted.make(secret)),
  )
  return { headers: { "content-type": "application/json", ...wire }, body }
}

interface Started {
  readonly post: (request: RequestInit) => Promise<number>
  /** Its output, one line per request after the first, which has its address. */
  /** Its output on requests, once there are `count` lines. */
  readonly lines: (count: number) => Promise<ReadonlyArray<string>>
  readonly stop: () => Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), "vintem-receiver-"))
const running: Array<Started> = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  rmSync(join(folder, "book"), { force: true })
})

const start = (secret: string): Promise<Started> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], {
      env: { PORT: "0", WEBHOOK_SECRET: secret, BOOK: join(folder, "book") },
      stdio: ["ignore", "pipe", "inherit"],
    })
    let text = ""
    const ended = once(child, "exit")
    child.once("error", reject)
    child.once("exit", (status) => reject(new Error(`ended with ${status}`)))
    child.stdout.setEncoding("utf8")
    child.stdout.on("data", (chunk: string) => {
      text += chunk
      const [, url] = /at (http\S+)\n/u.exec(text) ?? []
      if (url === undefined) return
      const stop = async () => {
        child.kill()
        await ended
      }
      resolve({
        post: async (request) => {
          const response = await fetch(url, { method: "POST", ...request })
          await response.text()
          return response.status
        },
        lines: async (count) => {
          // Its output takes another way than its answer, and may come later.
          while (text.split("\n").length < count + 2) await once(child.stdout, "data")
          return text.trim().split("\n").slice(1)
        },
        stop,
      })
    })
  })

const started = async (secret: string = current): Promise<Started> => {
  const one = await start(secret)
  running.push(one)
  return one
}

describe("the example receiver", () => {
  it.each(["", "whsec_a"])("says why the secret %j is wrong", (secret) => {
    const { status, stderr } = spawnSync(process.execPath, [program], {
      env: { PORT: "0", WEBHOOK_SECRET: secret },
      encoding: "utf8",
    })
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^WEBHOOK_SECRET is missing or no secret: [^\n]+\n$/u)])
  })

  it("accepts signed events, and writes them down", async () => {
    const { post, lines } = await started()
    expect(await post(signed())).toBe(200)
    expect(await lines(1)).toEqual(["evt_7K3M9Q2X5R8T_1: the order 7K3M9Q2X5R8T is paid"])
    expect(JSON.parse(readFileSync(join(folder, "book"), "utf8"))).toEqual({
      id: "evt_7K3M9Q2X5R8T_1",
      order_number: "7K3M9Q2X5R8T",
      sequence: 1,
      status: "paid",
    })
  })

  it("processes an event once, however often it is sent, and after a restart", async () => {
    const first = await started()
    expect(await first.post(signed())).toBe(200)
    expect(await first.post(signed())).toBe(200)
    await first.stop()
    const second = await started()
    expect(await second.post(signed())).toBe(200)
    expect([...(await first.lines(2)), ...(await second.lines(1))].slice(1)).toEqual([
      "evt_7K3M9Q2X5R8T_1: seen before",
      "evt_7K3M9Q2X5R8T_1: seen before",
    ])
  })

  it("lets no older event undo a newer one", async () => {
    const { post, lines } = await started()
    expect(await post(signed({ sequence: 2, status: "refund" }))).toBe(200)
    expect(await post(signed({ sequence: 1, status: "paid" }))).toBe(200)
    expect(await lines(2)).toEqual([
      "evt_7K3M9Q2X5R8T_2: the order 7K3M9Q2X5R8T is refund",
      "evt_7K3M9Q2X5R8T_1: paid, late: the order is refund since",
    ])
  })

  it.each([
    ["another's signature", signed({ secrets: [secretOf(3)] })],
    ["a body that was changed", { ...signed(), body: signed().body.replace("paid", "refund") }],
    ["a signature of ten minutes ago", signed({ age: 600 })],
    ["a signature of in ten minutes", signed({ age: -600 })],
    ["no signature", { body: signed().body }],
  ])("refuses %s", async (_, request) => {
    const { post, lines } = await started()
    expect(await post(request)).toBe(400)
    expect(await lines(0)).toEqual([])
  })

  it("accepts either secret of a rotation", async () => {
    const rotating = { secrets: [current, old] }
    const before = await started(old)
    expect(await before.post(signed({ ...rotating, sequence: 1 }))).toBe(200)
    const after = await started(current)
    expect(await after.post(signed({ ...rotating, sequence: 2 }))).toBe(200)
  })

  it("accepts only POST", async () => {
    const { post } = await started()
    expect(await post({ method: "GET" })).toBe(405)
  })
})
