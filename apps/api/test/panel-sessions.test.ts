// The panel's sessions: signing in and out, cookies, requests from other sites, guessing, second factors, links.
import { deviceCookie, panelHeader, sessionCookie } from "@vintem/contract"
import { sessionPolicy } from "@vintem/domain/access"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at, Browser, cookieIn, password, sessionOf, signedIn, somebody, somebodyWithPassword } from "./at-the-panel.ts"
import { faultsIn, publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const State = Schema.Struct({ data: Schema.Struct({ state: Schema.String, ticket: Schema.NullOr(Schema.String) }) })
const stateOf = (answer: Parameters<typeof shown>[1]) => shown(State, answer).data

const member = async (role: "owner" | "viewer" = "owner") => {
  const company = await service.newCompany()
  return { company, user: await somebodyWithPassword(service, role, company.id) }
}

describe("signing in", () => {
  it("begins a session, whose cookie no script, other site or other host can read", async () => {
    const { company, user } = await member()
    const browser = new Browser(service)
    const answer = await browser.post("/session", { email: user.email.toUpperCase(), password })
    expect([answer.status, stateOf(answer)]).toEqual([200, { state: "signed_in", ticket: null }])
    expect(cookieIn(answer)).toEqual({
      name: "__Host-vintem-session",
      value: expect.stringMatching(/^[\w-]{43}$/u),
      attributes: ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Strict", "Secure"],
    })
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const me = await browser.get("/session")
    expect(me.body).toMatchObject({
      data: {
        user: { email: user.email },
        second_factor: false,
        platform: null,
        companies: [{ id: company.id, role: "owner" }],
        session: { current: true },
      },
    })
  })

  it("answers a wrong password and an unknown address alike, and logs neither", async () => {
    const { user } = await member()
    const wrong = await new Browser(service).post("/session", { email: user.email, password: "wrong-password-of-ana" })
    const nobody = await new Browser(service).post("/session", {
      email: "ninguem@vintem.example",
      password: "wrong-password-of-ana",
    })
    expect([wrong.status, wrong.body]).toEqual([422, nobody.body])
    expect(Object.keys(faultsIn(wrong))).toEqual(["password"])
    expect(cookieIn(wrong)).toBeNull()
    expect(service.log.join("")).not.toContain("wrong-password-of-ana")
    expect(wrong.text).not.toContain("wrong-password-of-ana")
  })

  it("replaces and ends the browser's earlier session", async () => {
    const { user } = await member()
    const before = await signedIn(service, user.id)
    const planted = before.token ?? ""
    const browser = new Browser(service, planted)
    await browser.post("/session", { email: user.email, password })
    expect(browser.token).not.toBe(planted)
    expect(await sessionOf(service, planted)).toBeNull()
    const invented = new Browser(service, "a-token-of-the-attacker-s-own-choice")
    await invented.post("/session", { email: user.email, password })
    expect(invented.token).not.toBe("a-token-of-the-attacker-s-own-choice")
    expect((await new Browser(service, "a-token-of-the-attacker-s-own-choice").get("/session")).status).toBe(401)
  })

  it("slows guesses down, and accepts the right password after the wait", async () => {
    const { user } = await member()
    const guess = (given: string) =>
      new Browser(service).ask("POST", "/session", {
        body: { email: user.email, password: given },
      })
    for (let count = 0; count < 10; count += 1) expect((await guess(`wrong password ${count}`)).status).toBe(422)
    const slowed = await guess(password)
    expect([slowed.status, slowed.headers.get("retry-after")]).toEqual([429, "1"])
    service.clock.advance({ seconds: 1 })
    expect((await guess(password)).status).toBe(200)
    service.clock.advance({ days: 1 })
  })

  it("lets a known browser in, however many guess in its network, and never makes it wait for them", async () => {
    const few = serviceUnderTest({ environment: { VINTEM_RATE_LIMIT: "20" } })
    const { id } = await few.newCompany()
    const user = await somebodyWithPassword(few, "owner", id)
    const browser = new Browser(few)
    const first = await browser.post("/session", { email: user.email, password })
    expect(cookieIn(first, deviceCookie.https)).toEqual({
      name: "__Host-vintem-device",
      value: expect.stringMatching(/^\d+\.0\.\d+\.\d+\.[\w-]{43}$/u),
      attributes: ["HttpOnly", "Max-Age=15552000", "Path=/", "SameSite=Strict", "Secure"],
    })
    await browser.ask("DELETE", "/session")
    expect(browser.marks).not.toBeNull()
    const guess = () => new Browser(few).post("/session", { email: user.email, password: "wrong password" })
    const statuses: Array<number> = []
    for (let count = 0; count < 45; count += 1) statuses.push((await guess()).status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    // The network has no request left at the door; and none without a session.
    const stranger = new Browser(few)
    for (let count = 0; count < 45; count += 1) await stranger.get("/session")
    expect([(await guess()).status, (await stranger.get("/session")).status]).toEqual([429, 429])
    expect((await browser.get("/session")).status).toBe(401)
    expect((await browser.post("/session", { email: user.email, password })).status).toBe(200)
    expect((await browser.get("/session")).status).toBe(200)
  })

  it("keeps the marks of the latest four who signed in at one browser", async () => {
    const browser = new Browser(service)
    const users: Array<number> = []
    for (let count = 0; count < 5; count += 1) {
      const { user } = await member()
      users.unshift(user.id)
      await browser.post("/session", { email: user.email, password })
      await browser.post("/session", { email: user.email, password })
    }
    const kept = (browser.marks ?? "").split("~").map((mark) => Number(mark.split(".")[0]))
    expect(kept).toEqual(users.slice(0, 4))
  })

  it("makes no browser known by a cookie that this service did not make", async () => {
    const { user } = await member()
    for (const marks of [
      "",
      "~~~",
      "x".repeat(4_000),
      `${user.id}.0.1.1.${"A".repeat(43)}`,
      "%00",
      "1.1.1.1.1~".repeat(300),
    ]) {
      const browser = new Browser(service)
      browser.marks = marks
      expect((await browser.post("/session", { email: user.email, password: "wrong password" })).status).toBe(422)
    }
    service.clock.advance({ days: 1 })
  })

  it("reports all faults of a body, and accepts only text as a password", async () => {
    const answer = await new Browser(service).post("/session", { email: "ninguem", password: 123456789012 })
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, ["email", "password"]])
    for (const body of [null, [], "x", { password: null }]) {
      expect((await new Browser(service).post("/session", body)).status).toBe(422)
    }
    const long = await new Browser(service).post("/session", { email: "a@b.example", password: "x".repeat(5_000) })
    expect(long.status).toBe(422)
  })
})

describe("a session", () => {
  it("has its token replaced in time; the old one works for a minute more", async () => {
    const { id } = await service.newCompany()
    const browser = await at(service, "owner", id)
    const first = browser.token
    service.clock.advance({ seconds: sessionPolicy.rotate / 1_000 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => new Browser(service, first).get("/session")))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const given = answers.map((answer) => cookieIn(answer)).filter((cookie) => cookie !== null)
    expect(given).toHaveLength(1)
    expect((await new Browser(service, given[0]?.value ?? "").get("/session")).status).toBe(200)
    service.clock.advance({ seconds: 61 })
    expect((await new Browser(service, first).get("/session")).status).toBe(401)
    expect((await new Browser(service, given[0]?.value ?? "").get("/session")).status).toBe(200)
  })

  it("sends the new token also with a refusal", async () => {
    const { id } = await service.newCompany()
    const browser = await at(service, "viewer", id)
    service.clock.advance({ seconds: sessionPolicy.rotate / 1_000 })
    const answer = await browser.get(`/companies/${id}/api-keys`)
    expect([answer.status, cookieIn(answer)?.name]).toEqual([403, sessionCookie.https])
  })

  it("ends when it is not used, when the user signs out, and when it is ended from another session", async () => {
    const { id } = await service.newCompany()
    const { id: user } = await somebody(service, "owner", id)
    const [first, second, third] = [
      await signedIn(service, user),
      await signedIn(service, user),
      await signedIn(service, user),
    ]
    const listed = shown(Sessions, await first.get("/sessions"))
    expect(listed.data.map(({ current }) => current)).toEqual([false, false, true])
    const token = first.token
    const out = await first.ask("DELETE", "/session")
    expect([out.status, cookieIn(out)?.value]).toEqual([200, ""])
    expect((await new Browser(service, token).get("/session")).status).toBe(401)
    const other = listed.data[0]?.id ?? 0
    expect((await second.ask("DELETE", `/sessions/${other}`)).status).toBe(200)
    expect((await second.ask("DELETE", `/sessions/${other}`)).status).toBe(404)
    expect((await third.get("/session")).status).toBe(401)
    const fourth = await signedIn(service, user)
    expect((await second.ask("DELETE", "/sessions")).status).toBe(200)
    expect([(await fourth.get("/session")).status, (await second.get("/session")).status]).toEqual([401, 200])
    service.clock.advance({ hours: 12 })
    expect((await second.get("/session")).status).toBe(401)
  })

  it("cannot be ended by another user", async () => {
    const { id } = await service.newCompany()
    const [one, other] = [await at(service, "owner", id), await at(service, "owner", id)]
    const mine = shown(Sessions, await one.get("/sessions")).data[0]?.id ?? 0
    expect((await other.ask("DELETE", `/sessions/${mine}`)).status).toBe(404)
    expect((await one.get("/session")).status).toBe(200)
  })

  it("is counted by account", async () => {
    const few = serviceUnderTest({ environment: { VINTEM_RATE_LIMIT: "2" } })
    const { id } = await few.newCompany()
    const [one, other] = [await at(few, "viewer", id), await at(few, "viewer", id)]
    const statuses: Array<number> = []
    for (let count = 0; count < 9; count += 1) statuses.push((await one.get("/session")).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429])
    expect((await other.get("/session")).status).toBe(200)
    const knocks: Array<number> = []
    for (let count = 0; count < 5; count += 1) {
      knocks.push((await new Browser(few).post("/password-reset/confirm", { token: "x", password: "y" })).status)
    }
    expect(knocks).toEqual([422, 422, 422, 422, 429])
  })
})

const Sessions = Schema.Struct({ data: Schema.Array(Schema.Struct({ id: Schema.Int, current: Schema.Boolean })) })

describe("a request that does not come from the panel", () => {
  const foreign: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
    ["has not its header", { [panelHeader]: "" }],
    ["has another value in it", { [panelHeader]: "true" }],
    ["is sent by another site", { "sec-fetch-site": "cross-site" }],
    ["is sent by another host of the site", { "sec-fetch-site": "same-site" }],
    ["is sent by nobody's page", { "sec-fetch-site": "none" }],
    ["names another origin", { origin: "https://loja.example.com" }],
    [
      "names the same host without encryption",
      { origin: publicUrl.replace("https", "http"), host: new URL(publicUrl).host },
    ],
    ["names no origin", { origin: "null" }],
  ]

  it.each(foreign)("%s: changes nothing, with or without a session", async (_, headers) => {
    const { company, user } = await member()
    const browser = await signedIn(service, user.id)
    const body = { sku: "x", title: "Apostila", unit_price: 90 }
    const made = await browser.ask("POST", `/companies/${company.id}/products`, { body, headers })
    expect([made.status, made.body]).toEqual([
      403,
      { hasError: true, response: "The request was not sent by the panel." },
    ])
    const out = await browser.ask("DELETE", "/session", { headers })
    const signIn = await new Browser(service).ask("POST", "/session", {
      body: { email: user.email, password },
      headers,
    })
    expect([out.status, signIn.status, cookieIn(signIn)]).toEqual([403, 403, null])
    expect(shown(Total, await browser.get(`/companies/${company.id}/products`)).meta.total).toBe(0)
  })

  it("is accepted if it names the panel's own origin", async () => {
    const { id } = await service.newCompany()
    const browser = await at(service, "owner", id)
    const body = { sku: "x", title: "Apostila", unit_price: 90 }
    const made = await browser.ask("POST", `/companies/${id}/products`, { body, headers: { origin: publicUrl } })
    expect(made.status).toBe(201)
  })

  it("fails its preflight", async () => {
    const asked = await service.call("OPTIONS", "/panel/v1/session", {
      headers: { origin: "https://loja.example.com", "access-control-request-method": "POST" },
    })
    expect(asked.headers.get("access-control-allow-origin")).toBeNull()
  })
})

const Total = Schema.Struct({ meta: Schema.Struct({ total: Schema.Int }) })
