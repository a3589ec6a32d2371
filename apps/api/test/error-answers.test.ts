import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { byCard, byPix, changed } from "./example-orders.ts"
import { type Answer, adminToken, faultsIn, serviceUnderTest } from "./service-under-test.ts"

/** Paths and methods are judged as they arrive, so these tests use a real port. */
const service = serviceUnderTest({
  isListening: true,
  acquirer: (simulated) => ({
    ...simulated,
    charge: (request) =>
      request.receiver.name === "Quebrada"
        ? Effect.die(new Error("the acquirer's adapter is broken"))
        : simulated.charge(request),
  }),
})

const single = "/api/v1/order/single"
const json = "application/json"

const error = (response: string) => ({ hasError: true, response })
const notFound = error("Not found")

/** Checks the parts that every answer has. */
const expectError = (answer: Answer, status: number, body: unknown) => {
  expect([answer.status, answer.body]).toEqual([status, body])
  expect(answer.headers.get("content-type")).toMatch(/^application\/json(; charset=utf-8)?$/u)
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/u)
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
  expect(answer.headers.get("cache-control")).toBe("no-store")
}

describe("an unknown path", () => {
  it.each([
    "/",
    "/api",
    "/api/v1",
    "/api/v2/order",
    "/api/v1/orders",
    "/API/V1/ORDER",
    "/api/v1/order/1/2",
    "/api/v1/order//",
    "/api/v1/ORDER",
    "//api/v1/order",
    "/api//v1/order",
    "/admin/v1",
    "/health",
    "/openapi",
    "/api/v1/order/%zz",
    "/api/v1/order/%E0%A4%A",
    `/api/v1/order/${"9".repeat(513)}`,
    "/..%2f..%2fetc/passwd",
  ])("is not found: %s", async (path) => {
    const company = await service.newCompany()
    expectError(await company.get(path), 404, notFound)
  })

  it("is not found for any caller", async () => {
    expectError(await service.call("POST", "/api/v1/nothing", { text: "{", token: "wrong" }), 404, notFound)
  })
})

describe("a known path under another method", () => {
  it.each([
    ["DELETE", "/api/v1/order", "GET, HEAD, POST"],
    ["PUT", "/api/v1/order/", "GET, HEAD, POST"],
    ["POST", "/api/v1/order/status", "GET, HEAD"],
    ["PUT", single, "POST, GET, HEAD"],
    ["PATCH", "/api/v1/order/1M7T54PC0000000", "GET, HEAD"],
    ["OPTIONS", "/api/v1/order", "GET, HEAD, POST"],
    ["PUT", "/admin/v1/companies", "POST, GET, HEAD"],
    ["DELETE", "/admin/v1/companies/1", "GET, HEAD, PATCH"],
    ["GET", "/admin/v1/companies/1/api-keys/1", "DELETE"],
    ["POST", "/admin/v1/companies/1/customers", "GET, HEAD"],
    ["GET", "/sandbox/v1/orders/1/events", "POST"],
    ["POST", "/health/live", "GET, HEAD"],
    ["POST", "/openapi.json", "GET, HEAD"],
    ["DELETE", "/docs", "GET, HEAD"],
  ])("%s %s lists the allowed methods: %s", async (method, path, allow) => {
    const answer = await service.call(method, path)
    expectError(answer, 405, error("Method not allowed."))
    expect(answer.headers.get("allow")).toBe(allow)
  })
})

describe("a request without a valid token", () => {
  it.each([
    ["GET", "/api/v1/order"],
    ["GET", "/api/v1/order/status"],
    ["GET", "/api/v1/order/1M7T54PC0000000"],
    ["POST", single],
    ["GET", "/admin/v1/companies"],
    ["POST", "/admin/v1/companies"],
    ["GET", "/admin/v1/companies/1"],
    ["PATCH", "/admin/v1/companies/1"],
    ["GET", "/admin/v1/companies/1/api-keys"],
    ["POST", "/admin/v1/companies/1/api-keys"],
    ["DELETE", "/admin/v1/companies/1/api-keys/1"],
    ["GET", "/admin/v1/companies/1/customers"],
    ["POST", "/sandbox/v1/orders/1M7T54PC0000000/events"],
  ])("is challenged: %s %s", async (method, path) => {
    for (const authorization of [undefined, "Bearer", "Bearer ", "Bearer wrong", "Basic d3Jvbmc6", "wrong"]) {
      const answer = await service.call(method, path, authorization === undefined ? {} : { headers: { authorization } })
      expectError(answer, 401, error("Unauthenticated."))
      expect(answer.headers.get("www-authenticate")).toBe("Bearer")
      expect(answer.headers.get("x-ratelimit-limit")).toBeNull()
    }
  })

  it("needs a token exactly as it was issued", async () => {
    const { key } = await service.newCompany()
    for (const token of [key.slice(0, -1), `${key}x`, key.toUpperCase()]) {
      expect((await service.call("GET", "/api/v1/order", { token })).status).toBe(401)
    }
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`]) {
      expect((await service.call("GET", "/api/v1/order", { headers: { authorization } })).status).toBe(200)
    }
  })
})

describe("a body", () => {
  const send = async (text: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>, type = json) => {
    const { key } = await service.newCompany()
    return service.call("POST", single, { token: key, text, headers: { "content-type": type } })
  }

  it.each(["", " ", "{", "[1,2", '{"a":1,}', "undefined", "NaN", "{'a':1}", '{"a":1}{"b":2}', '"\u0001"'])(
    "that is not JSON is malformed: %j",
    async (text) => {
      expectError(await send(text), 400, error("Malformed JSON."))
    },
  )

  it("that is absent is malformed", async () => {
    const { key } = await service.newCompany()
    const answer = await service.call("POST", single, { token: key, headers: { "content-type": json } })
    expectError(answer, 400, error("Malformed JSON."))
  })

  it.each(["null", "[]", "true", "1", '"text"'])("that is JSON of another kind is invalid: %s", async (text) => {
    const answer = await send(text)
    expect([answer.status, faultsIn(answer)]).toEqual([422, { body: ["The body must be an object."] }])
  })

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "text/json",
    "application/ld+json",
    "",
  ])("of media type %j is not supported", async (type) => {
    expectError(await send(JSON.stringify(byPix()), type), 415, error("The body must be sent as application/json."))
  })

  it.each(["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
    "of media type %j is read",
    async (type) => {
      expect((await send(JSON.stringify(byPix()), type)).status).toBe(200)
    },
  )

  const largest = 262_144
  const tooLarge = error("The body may not be larger than 256 KiB.")
  /** An order, followed by white space. */
  const sized = (bytes: number) => {
    const text = JSON.stringify(byPix())
    return text + " ".repeat(bytes - Buffer.byteLength(text))
  }

  it("may have 256 KiB", async () => {
    expect((await send(sized(largest))).status).toBe(200)
  })

  it("may not have a byte more", async () => {
    expectError(await send(sized(largest + 1)), 413, tooLarge)
  })

  it("may not have a byte more if its length is not announced", async () => {
    const bytes = new TextEncoder().encode(sized(largest + 1))
    const chunks = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let from = 0; from < bytes.length; from += 65_536) controller.enqueue(bytes.slice(from, from + 65_536))
        controller.close()
      },
    })
    expectError(await send(chunks), 413, tooLarge)
  })

  it("of 256 KiB is counted in bytes", async () => {
    expectError(await send(`"${"é".repeat(largest / 2)}"`), 413, tooLarge)
  })

  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`

  it.each(["customer", "customer.email", "items", "items.0", "discount", "payment", "payment.card", "address.number"])(
    "that nests too deep is refused if it does: %s",
    async (path) => {
      const answer = await send(JSON.stringify(changed(byCard(), path, "NESTED")).replace('"NESTED"', nested))
      expect(answer.status).toBe(422)
    },
  )

  it.each([
    ["deep", nested],
    ["wide", `[${"1,".repeat(120_000)}1]`],
  ])("that is very %s in an ignored place is accepted, under a key too", async (_, note) => {
    const { key } = await service.newCompany()
    const text = JSON.stringify(changed(byPix(), "note", "NOTE")).replace('"NOTE"', note)
    const place = () => service.call("POST", single, { token: key, text, headers: { "Idempotency-Key": "k" } })
    const [first, again] = [await place(), await place()]
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  })

  it.each([
    ["POST", "/admin/v1/companies"],
    ["POST", "/admin/v1/companies/1/api-keys"],
    ["PATCH", "/admin/v1/companies/1"],
    ["POST", "/sandbox/v1/orders/1M7T54PC0000000/events"],
  ])("is judged alike by %s %s", async (method, path) => {
    await service.newCompany()
    const send = (text: string, type: string) =>
      service.call(method, path, { token: adminToken, text, headers: { "content-type": type } })
    expectError(await send("{}", "text/plain"), 415, error("The body must be sent as application/json."))
    expectError(await send("{}".padEnd(largest + 1), json), 413, tooLarge)
    expectError(await send("{", json), 400, error("Malformed JSON."))
    expect((await send("[]", json)).status).toBe(422)
  })
})

describe("a fault of ours", () => {
  it("is a 500 with the request's id, and the log has the reason", async () => {
    const company = await service.newCompany("Quebrada")
    const answer = await company.post(single, byCard())
    expectError(answer, 500, error("Error on server, try again."))
    const id = answer.headers.get("x-request-id") ?? "none"
    const lines = service.log.filter((line) => line.includes(id))
    expect(lines.filter((line) => line.includes("the acquirer's adapter is broken"))).toHaveLength(1)
    expect(answer.headers.get("x-ratelimit-limit")).toBe("1000000")
  })

  it("leaves the service working", async () => {
    const company = await service.newCompany()
    expect((await company.post(single, byCard())).status).toBe(200)
  })
})

describe("the id of a request", () => {
  it.each(["abc", "A-1.b_2", "x".repeat(128)])("is the caller's: %s", async (id) => {
    const answer = await service.call("GET", "/health/live", { headers: { "x-request-id": id } })
    expect(answer.headers.get("x-request-id")).toBe(id)
    expect(service.log.some((line) => line.includes(`"request_id":"${id}"`))).toBe(true)
  })

  it.each(["", "a b", "x".repeat(129), "<script>", "é", '"'])("is a new one instead of %j", async (id) => {
    const answer = await service.call("GET", "/health/live", { headers: { "x-request-id": id } })
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/u)
  })

  it("differs for every request", async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await service.call("GET", "/health/live")).headers.get("x-request-id")),
    )
    expect(new Set(ids).size).toBe(20)
  })
})

describe("a path with a trailing slash", () => {
  it.each(["/api/v1/order", "/api/v1/order/status", "/health/live", "/health/ready", "/openapi.json", "/docs"])(
    "equals the path without: %s",
    async (path) => {
      const company = await service.newCompany()
      const [without, withSlash] = [await company.get(path), await company.get(`${path}/`)]
      expect([without.status, withSlash.status]).toEqual([200, 200])
      expect(withSlash.text).toBe(without.text)
    },
  )

  it("works for every operation", async () => {
    const company = await service.newCompany()
    const placed = await company.post(`${single}/`, byCard())
    expect(placed.status).toBe(200)
    const number = placed.text.match(/"order_number":"([^"]+)"/u)?.[1]
    expect((await company.get(`/api/v1/order/${number}/`)).status).toBe(200)
    const administered = await Promise.all([
      service.administer("GET", "/admin/v1/companies/"),
      service.administer("GET", `/admin/v1/companies/${company.id}/`),
      service.administer("GET", `/admin/v1/companies/${company.id}/api-keys/`),
      service.administer("GET", `/admin/v1/companies/${company.id}/customers/`),
      service.administer("PATCH", `/admin/v1/companies/${company.id}/`, {}),
      service.administer("POST", `/sandbox/v1/orders/${number}/events/`, { kind: "refunded" }),
    ])
    expect(administered.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await service.administer("DELETE", `/admin/v1/companies/${company.id}/api-keys/999999/`)).status).toBe(404)
  })
})

describe("HEAD", () => {
  it.each(["/api/v1/order", "/api/v1/order/status", "/health/live", "/openapi.json"])(
    "%s answers like GET, without the body",
    async (path) => {
      const { key } = await service.newCompany()
      // Else the length would be the compressed text's, and the test would unpack the text.
      const headers = { "accept-encoding": "identity" }
      const get = await service.call("GET", path, { token: key, headers })
      const head = await service.call("HEAD", path, { token: key, headers })
      expect([head.status, head.text]).toEqual([get.status, ""])
      expect(head.headers.get("content-length")).toBe(String(new TextEncoder().encode(get.text).length))
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"))
    },
  )

  it("is challenged like any other request", async () => {
    expect((await service.call("HEAD", "/api/v1/order")).status).toBe(401)
  })
})

describe("health", () => {
  it.each(["/health/live", "/health/ready"])("%s needs no token", async (path) => {
    const answer = await service.call("GET", path)
    expect([answer.status, answer.body]).toEqual([200, { status: "ok" }])
  })
})
