// The service's metrics, and who may read them.
import { once } from "node:events"
import { createServer, request } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { workKinds } from "@vintem/application"
import { Schema } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { describedMetrics } from "../src/metrics/catalogue.ts"
import { address, byCard, byNumber, byPix, changed, payer, visa } from "./example-orders.ts"
import { readExposition, valueOf } from "./exposition.ts"
import { type ServiceUnderTest, serviceUnderTest, shown, silence } from "./service-under-test.ts"

const token = "prometheus-s-token-of-the-tests"

const service = serviceUnderTest({ environment: { VINTEM_METRICS_TOKEN: token } })

const OrderNumberIn = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

const scraped = async ({ call }: ServiceUnderTest = service) => {
  const answer = await call("GET", "/metrics", { token })
  expect(answer.status).toBe(200)
  return { text: answer.text, families: readExposition(answer.text) }
}

describe("a caller with the token", () => {
  it("gets the format that Prometheus reads", async () => {
    const { headers, status } = await service.call("GET", "/metrics", { token })
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"])
    expect(headers.get("cache-control")).toBe("no-store")
  })

  it.each(["prometheus-s-token-of-the-test", `${token}x`, "", "the-administration-s-token-of-the-tests"])(
    "is refused with %j",
    async (wrong) => {
      const refused = await service.call("GET", "/metrics", { token: wrong })
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"])
      expect(refused.body).toEqual({ hasError: true, response: "Unauthenticated." })
    },
  )

  it("is refused without it, and may send HEAD or OPTIONS", async () => {
    expect((await service.call("GET", "/metrics")).status).toBe(401)
    expect((await service.call("GET", "/metrics", { headers: { authorization: `Basic ${token}` } })).status).toBe(401)
    const head = await service.call("HEAD", "/metrics", { token })
    expect([head.status, head.text]).toEqual([200, ""])
    const posted = await service.call("POST", "/metrics", { token })
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })

  it("cannot guess it without limit", async () => {
    const limited = serviceUnderTest({
      isListening: true,
      environment: { VINTEM_METRICS_TOKEN: token, VINTEM_RATE_LIMIT: "1", VINTEM_TRUSTED_PROXIES: "127.0.0.1" },
    })
    const guess = (from: string) =>
      limited.call("GET", "/metrics", { token: "wrong", headers: { "x-forwarded-for": from } })
    const statuses = [await guess("203.0.113.1"), await guess("203.0.113.1"), await guess("203.0.113.1")]
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 429])
    expect(statuses.at(-1)?.headers.get("retry-after")).toBe("60")
    expect((await guess("203.0.113.2")).status).toBe(401)
    expect((await limited.call("GET", "/metrics", { token })).status).toBe(200)
  })
})

describe("an allowed address", () => {
  const listening = (environment: Readonly<Record<string, string>>) => {
    const started = serviceUnderTest({ isListening: true, environment })
    return async (forwarded?: string, given?: string) => {
      const { status } = await started.call("GET", "/metrics", {
        token: given ?? null,
        headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
      })
      return status
    }
  }

  it("is this machine alone if nothing is set, and nobody who came by a proxy", async () => {
    const ask = listening({})
    expect([await ask(), await ask("203.0.113.7"), await ask("127.0.0.1")]).toEqual([200, 404, 404])
  })

  it("is this machine alone if the request names this machine, and not a proxy's name", async () => {
    for (const environment of [{}, { VINTEM_METRICS_ALLOW: "127.0.0.1" }]) {
      const base = await serviceUnderTest({ isListening: true, environment }).base()
      const asked = (host: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          request(`${base}/metrics`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode))
            .on("error", reject)
            .end()
        })
      for (const host of ["127.0.0.1", "127.8.9.10:3000", "localhost", "LOCALHOST:3000", "[::1]", "[::1]:3000"]) {
        expect([host, await asked(host)]).toEqual([host, 200])
      }
      for (const host of [
        "pagamentos.example.com",
        "10.0.0.1",
        "localhost.example.com",
        "localhost.",
        "127.0.0.1.example.com",
        "127.1",
        "2130706433",
        "::1",
        "[::ffff:127.0.0.1]",
        "a@127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:3000:80",
        "127.0.0.1, pagamentos.example.com",
        "127.0.0.256",
      ]) {
        expect([host, await asked(host)]).toEqual([host, 404])
      }
    }
  })

  it.each(["", "Host:\r\n", "Host: \r\n"])("is refused in a request without a host: %j", async (header) => {
    const { hostname, port } = new URL(await serviceUnderTest({ isListening: true }).base())
    const socket = connect(Number(port), hostname)
    socket.write(`GET /metrics HTTP/1.0\r\n${header}\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /u)
  })

  it("is never unknown: for others the path does not exist", async () => {
    const nowhere = serviceUnderTest()
    const [refused, unknown] = [await nowhere.call("GET", "/metrics"), await nowhere.call("GET", "/nowhere")]
    expect([refused.status, refused.text]).toEqual([404, unknown.text])
  })

  it("is in a listed network, as trusted proxies report it, in IPv4 and in IPv6", async () => {
    const ask = listening({
      VINTEM_METRICS_ALLOW: "10.1.0.0/16, 198.51.100.7, 2001:db8:1::/48",
      VINTEM_TRUSTED_PROXIES: "127.0.0.0/8, 10.9.0.0/16",
    })
    const inside = ["10.1.2.3", "198.51.100.7", "2001:db8:1::9", "::ffff:10.1.2.3", "203.0.113.1, 10.1.2.3, 10.9.0.1"]
    for (const one of inside) expect([one, await ask(one)]).toEqual([one, 200])
    const outside = ["10.2.2.3", "198.51.100.8", "2001:db8:2::9", "10.1.2.3, 203.0.113.1", "127.0.0.1"]
    for (const one of outside) expect([one, await ask(one)]).toEqual([one, 404])
    expect(await ask(undefined)).toBe(404)
  })

  it("is not believed from an untrusted proxy", async () => {
    const ask = listening({ VINTEM_METRICS_ALLOW: "10.1.0.0/16" })
    expect(await ask("10.1.2.3")).toBe(404)
  })

  it("or a token: one of the two is enough", async () => {
    const ask = listening({
      VINTEM_METRICS_ALLOW: "10.1.0.0/16",
      VINTEM_METRICS_TOKEN: token,
      VINTEM_TRUSTED_PROXIES: "127.0.0.1",
    })
    expect([await ask("10.1.2.3"), await ask("203.0.113.1", token), await ask("203.0.113.1")]).toEqual([200, 200, 401])
  })
})

describe("the metrics", () => {
  it("are described, each under its name, type and sentence, with its own labels only", async () => {
    const { families } = await scraped()
    const described = new Map(describedMetrics.map((metric) => [metric.name, metric]))
    for (const { help, name, samples, type } of families) {
      const metric = described.get(name)
      expect([name, metric?.type, metric?.help]).toEqual([name, type, help])
      for (const { labels } of samples) {
        expect(
          Object.keys(labels)
            .filter((key) => key !== "le")
            .toSorted(),
        ).toEqual([...(metric?.labels ?? [])].toSorted())
      }
    }
  })

  it("have names of the convention: base units, and `_total` for counters", () => {
    for (const { name, type } of describedMetrics) {
      expect(name).toMatch(/^(?:vintem|http_server|process|nodejs|db_client)_[a-z0-9_]+$/u)
      expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"])
      expect(name).not.toMatch(/milli|micro|nano|_ms|kilo|mega|_bucket|_sum|_count$/u)
    }
    expect(new Set(describedMetrics.map(({ name }) => name)).size).toBe(describedMetrics.length)
  })

  it("include the process", async () => {
    const { families } = await scraped()
    const value = (name: string) => valueOf(families, name) ?? -1
    expect(value("process_cpu_seconds_total")).toBeGreaterThan(0)
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(1e6)
    expect(value("process_start_time_seconds")).toBeGreaterThan(1.6e9)
    expect(value("nodejs_active_resources")).toBeGreaterThanOrEqual(0)
    expect(value("nodejs_eventloop_delay_max_seconds")).toBeGreaterThanOrEqual(0)
    expect(
      valueOf(families, "nodejs_eventloop_time_seconds_total", { nodejs_eventloop_state: "active" }),
    ).toBeGreaterThan(0)
  })
})

describe("requests", () => {
  const counted = async (labels: Readonly<Record<string, string>>) =>
    valueOf((await scraped()).families, "http_server_request_duration_seconds_count", labels) ?? 0

  it("are counted by their route and the class of their status", async () => {
    const company = await service.newCompany()
    const route = {
      http_request_method: "GET",
      http_route: "/api/v1/order/:order_number",
      http_response_status_class: "4xx",
    }
    const list = { http_request_method: "GET", http_route: "/api/v1/order", http_response_status_class: "2xx" }
    const before = [await counted(route), await counted(list)]
    await company.get("/api/v1/order/1M7T54PC0000000")
    await company.get("/api/v1/order/1M7T54PC0000001/")
    await company.get("/api/v1/order?page=1")
    expect([await counted(route), await counted(list)]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1])
  })

  it("that are refused are counted by reason", async () => {
    const company = await service.newCompany()
    const refused = async (reason: string) =>
      valueOf((await scraped()).families, "vintem_refused_requests_total", { reason })
    const before = (await refused("invalid")) ?? 0
    await company.post("/api/v1/order/single", {})
    expect(await refused("invalid")).toBe(before + 1)
    expect(await refused("conflict")).toBe(0)
  })

  it("make no series from what callers type", async () => {
    const quiet = serviceUnderTest({ environment: { VINTEM_METRICS_TOKEN: token } })
    const company = await quiet.newCompany()
    const typed = async (method: string, text: string) => {
      await quiet.call(method, `/typed/${text}`)
      await quiet.call("POST", `/nowhere/${text}`)
      await quiet.call("PATCH", `/api/v1/order/${text}`, { token: company.key })
      await quiet.call("GET", `/l/${text}`)
      await quiet.call("GET", `/%${text}/%00/"\\\n{}=`)
      await company.get(`/api/v1/order/${text}`, { "x-request-id": text })
    }
    const series = async () => (await scraped(quiet)).text.split("\n").length
    await typed("BREW", "first")
    await series()
    const before = await series()
    for (let count = 0; count < 50; count += 1) await typed(`M${count}`, `${count}${"x".repeat(count)}`)
    expect(await series()).toBe(before)
    const methods = (await scraped(quiet)).families
      .flatMap(({ samples }) => samples)
      .flatMap(({ labels }) => labels["http_request_method"] ?? [])
    expect(new Set(methods)).toEqual(new Set(["GET", "POST", "PATCH", "_OTHER"]))
  })
})

describe("the backlog in the store", () => {
  const resolving = { kind: "ResolveAttempt" }

  it("is counted by kind, with zeros for kinds without any", async () => {
    const { families } = await scraped(serviceUnderTest({ environment: { VINTEM_METRICS_TOKEN: token } }))
    expect(valueOf(families, "vintem_store_up")).toBe(1)
    for (const name of [
      "vintem_jobs_due",
      "vintem_jobs_oldest_due_age_seconds",
      "vintem_jobs_held",
      "vintem_jobs_dead",
    ]) {
      for (const kind of [...workKinds, "other"])
        expect([name, kind, valueOf(families, name, { kind })]).toEqual([name, kind, 0])
    }
    expect(valueOf(families, "vintem_unknown_outcomes")).toBe(0)
    expect(valueOf(families, "vintem_unsettled_refunds")).toBe(0)
  })

  it("counts charges without an outcome, and shows the age of the oldest", async () => {
    const waiting = serviceUnderTest({
      environment: { VINTEM_METRICS_TOKEN: token },
      acquirer: (simulated) => ({ ...simulated, charge: () => silence, find: () => silence }),
    })
    const company = await waiting.newCompany()
    await company.post("/api/v1/order/single", byCard())
    waiting.clock.advance({ seconds: 600 })
    const { families } = await scraped(waiting)
    expect(valueOf(families, "vintem_unknown_outcomes")).toBe(1)
    expect(valueOf(families, "vintem_unknown_outcome_oldest_age_seconds")).toBe(600)
    expect(valueOf(families, "vintem_jobs_due", resolving)).toBe(1)
    expect(valueOf(families, "vintem_jobs_oldest_due_age_seconds", resolving)).toBeGreaterThan(500)
  })

  it("is read once in five seconds, however often it is requested", async () => {
    const waiting = serviceUnderTest({
      environment: { VINTEM_METRICS_TOKEN: token },
      acquirer: (simulated) => ({ ...simulated, charge: () => silence }),
    })
    const company = await waiting.newCompany()
    const count = async () => valueOf((await scraped(waiting)).families, "vintem_unknown_outcomes")
    expect(await count()).toBe(0)
    await company.post("/api/v1/order/single", byCard())
    waiting.clock.advance({ seconds: 4 })
    expect(await count()).toBe(0)
    waiting.clock.advance({ seconds: 2 })
    expect(await count()).toBe(1)
  })
})

describe("charges", () => {
  it("are counted by method and outcome, refusals by whether a retry may help, and refunds", async () => {
    const shop = serviceUnderTest({
      environment: { VINTEM_METRICS_TOKEN: token },
      acquirer: (simulated) => ({
        ...simulated,
        charge: (request) => (request.amount === 246 ? silence : simulated.charge(request)),
      }),
    })
    const company = await shop.newCompany()
    const placed = await company.post("/api/v1/order/single", byCard())
    await company.post("/api/v1/order/single", byNumber("4000000000000002"))
    await company.post("/api/v1/order/single", byPix())
    await company.post(
      "/api/v1/order/single",
      changed(changed(byCard(), "items.0.unit_price", 1.23), "discount", undefined),
    )
    const { order_number } = shown(OrderNumberIn, placed).data
    await shop.administer("POST", `/admin/v1/companies/${company.id}/orders/${order_number}/refund`, {})
    const { families } = await scraped(shop)
    const value = (name: string, labels: Readonly<Record<string, string>> = {}) => valueOf(families, name, labels)
    expect(value("vintem_orders_total", { event: "placed" })).toBe(4)
    expect(value("vintem_charges_total", { method: "credit" })).toBe(3)
    expect(value("vintem_charges_total", { method: "pix" })).toBe(1)
    expect(value("vintem_charges_total", { method: "bank_slip" })).toBe(0)
    const outcome = (method: string, told: string) => value("vintem_charge_outcomes_total", { method, outcome: told })
    expect([outcome("credit", "confirmed"), outcome("credit", "refused"), outcome("pix", "open")]).toEqual([1, 1, 1])
    expect([outcome("credit", "unknown"), outcome("pix", "confirmed")]).toEqual([1, 0])
    const declines = ["soft", "hard", "unsaid"].map(
      (decline) => value("vintem_refused_charges_total", { method: "credit", decline }) ?? 0,
    )
    expect(declines.reduce((sum, count) => sum + count)).toBe(1)
    expect(value("vintem_refunds_total", { method: "credit", outcome: "settled" })).toBe(1)
    expect(value("vintem_acquirer_request_duration_seconds_count", { operation: "refund", outcome: "answered" })).toBe(
      1,
    )
  })
})

describe("webhooks and jobs", () => {
  it("are counted when they are stored, tried, delivered and given up", async () => {
    const shop = serviceUnderTest({ environment: { VINTEM_METRICS_TOKEN: token } })
    let status = 500
    const receiver = createServer((_, response) => response.writeHead(status).end()).listen(0, "127.0.0.1")
    await once(receiver, "listening")
    onTestFinished(() => void receiver.close())
    const address = receiver.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const company = await shop.newCompany()
    await shop.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: `http://127.0.0.1:${port}/` })
    await company.post("/api/v1/order/single", byCard())
    await shop.administer("POST", "/sandbox/v1/clock/advance", { seconds: 3_600 })
    const failed = (await scraped(shop)).families
    expect(valueOf(failed, "vintem_webhook_deliveries_total", { state: "failed" })).toBeGreaterThan(0)
    expect(valueOf(failed, "vintem_webhook_deliveries_total", { state: "delivered" })).toBe(0)
    expect(valueOf(failed, "vintem_webhook_attempt_duration_seconds_count", { outcome: "5xx" })).toBeGreaterThan(1)
    expect(valueOf(failed, "vintem_webhook_delivery_lag_seconds_count")).toBe(undefined)
    status = 204
    await company.post("/api/v1/order/single", byCard())
    await shop.administer("POST", "/sandbox/v1/clock/advance", { seconds: 10 })
    const { families } = await scraped(shop)
    const delivered = valueOf(families, "vintem_webhook_deliveries_total", { state: "delivered" }) ?? 0
    const given = valueOf(families, "vintem_webhook_deliveries_total", { state: "failed" }) ?? 0
    expect(delivered).toBeGreaterThan(0)
    expect(valueOf(families, "vintem_webhook_deliveries_total", { state: "pending" })).toBe(delivered + given)
    expect(valueOf(families, "vintem_webhook_delivery_lag_seconds_count")).toBe(delivered)
    expect(valueOf(families, "vintem_webhook_attempt_duration_seconds_count", { outcome: "2xx" })).toBe(delivered)
    expect(valueOf(families, "vintem_settled_jobs_total", { outcome: "done" })).toBeGreaterThan(0)
    expect(valueOf(families, "vintem_job_delay_seconds_count", { queue: "webhook" })).toBeGreaterThan(delivered)
  })
})

describe("no metric", () => {
  it("names a company, a payer, a card, a document, a key or a secret", async () => {
    const company = await service.newCompany("Padaria Singular")
    await company.post("/api/v1/order/single", byCard(), { "Idempotency-Key": "chave-secreta" })
    await company.post("/api/v1/order/single", byNumber("4000000000000002"))
    await company.post("/api/v1/order/single", byPix())
    await service.call("GET", `/l/${visa.number}`)
    await service.call("GET", `/api/v1/order/${visa.number}`, { token: visa.number })
    const { families } = await scraped()
    // Everything except the values, which may have any digits by chance.
    const text = JSON.stringify(families, (key, value: unknown) => (key === "value" ? null : value))
    for (const secret of [
      company.name,
      company.key,
      token,
      "chave-secreta",
      visa.number,
      visa.holder,
      "424242",
      "4242",
      "000002",
      ...Object.values(payer),
      address.street,
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})
