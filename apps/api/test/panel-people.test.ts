// The panel's people: invitations, roles, links to choose a password, second factors, companies.
import { neededHeader, panelHeader, provedOperations } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at, Browser, codeOf, password, signedIn, somebody, somebodyWithPassword } from "./at-the-panel.ts"
import { faultsIn, publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const Invited = Schema.Struct({
  data: Schema.Struct({ invitation: Schema.Struct({ id: Schema.Int, role: Schema.String }), link: Schema.String }),
})
const Seen = Schema.Struct({
  data: Schema.Struct({ email: Schema.String, company: Schema.NullOr(Schema.String), next: Schema.String }),
})
const Members = Schema.Struct({
  data: Schema.Array(Schema.Struct({ id: Schema.Int, email: Schema.String, role: Schema.String, you: Schema.Boolean })),
})
const State = Schema.Struct({ data: Schema.Struct({ state: Schema.String, ticket: Schema.NullOr(Schema.String) }) })

let addresses = 0
const newAddress = () => {
  addresses += 1
  return `convidada-${addresses}@vintem.example`
}

const tokenIn = (link: string): string => link.split("#token=")[1] ?? ""

/** Invites somebody, and returns the token of the link that is shown if no mail is sent. */
const invited = async (browser: Browser, company: number, email: string, role = "support") => {
  const made = await browser.post(`/companies/${company}/invitations`, { email, role })
  expect(made.status).toBe(201)
  const { data } = shown(Invited, made)
  expect(data.link.startsWith(`${publicUrl}/panel/invitation#token=`)).toBe(true)
  return { id: data.invitation.id, token: tokenIn(data.link) }
}

describe("an invitation", () => {
  it("makes a new user a member, once", async () => {
    const company = await service.newCompany()
    const owner = await at(service, "owner", company.id)
    const email = newAddress()
    const { token } = await invited(owner, company.id, email)
    const visitor = new Browser(service)
    const seen = shown(Seen, await visitor.post("/invitation", { token })).data
    expect(seen).toEqual({ email, company: company.name, next: "make_account" })
    const missing = await visitor.post("/invitation/accept", { token })
    expect([missing.status, Object.keys(faultsIn(missing))]).toEqual([422, ["name", "password"]])
    const weak = await visitor.post("/invitation/accept", { token, name: "Ana Souza", password: "short" })
    expect([weak.status, Object.keys(faultsIn(weak))]).toEqual([422, ["password"]])
    const accept = { token, name: "Ana Souza", password }
    const accepted = await Promise.all([1, 2, 3].map(() => new Browser(service).post("/invitation/accept", accept)))
    expect(accepted.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect((await visitor.post("/session", { email, password })).status).toBe(200)
    expect((await visitor.get(`/companies/${company.id}/orders`)).status).toBe(200)
    expect((await visitor.get(`/companies/${company.id}/api-keys`)).status).toBe(403)
    const { data } = shown(Members, await owner.get(`/companies/${company.id}/members`))
    expect(data.map(({ role, you }) => [role, you])).toEqual([
      ["support", false],
      ["owner", true],
    ])
  })

  it("asks a user with an account to sign in, and cannot be accepted by another user", async () => {
    const company = await service.newCompany()
    const other = await service.newCompany()
    const owner = await at(service, "owner", company.id)
    const user = await somebodyWithPassword(service, "viewer", other.id)
    const { token } = await invited(owner, company.id, user.email, "finance")
    const stranger = await at(service, "viewer", other.id)
    const next = async (browser: Browser) => shown(Seen, await browser.post("/invitation", { token })).data.next
    expect([await next(new Browser(service)), await next(stranger)]).toEqual(["sign_in", "change_account"])
    const asNew = await new Browser(service).post("/invitation/accept", { token, name: "Eu Mesma", password })
    expect([asNew.status, Object.keys(faultsIn(asNew))]).toEqual([422, ["token"]])
    expect((await stranger.post("/invitation/accept", { token })).status).toBe(422)
    const browser = await signedIn(service, user.id)
    expect(await next(browser)).toBe("accept")
    expect((await browser.post("/invitation/accept", { token })).status).toBe(200)
    expect((await browser.get(`/companies/${company.id}/customers`)).status).toBe(200)
  })

  it("is invalid once it was withdrawn or replaced, or its maker lost the right", async () => {
    const company = await service.newCompany()
    const owner = await at(service, "owner", company.id)
    const see = async (token: string) => (await new Browser(service).post("/invitation", { token })).status
    const email = newAddress()
    const first = await invited(owner, company.id, email)
    const second = await invited(owner, company.id, email)
    expect([await see(first.token), await see(second.token)]).toEqual([422, 200])
    expect((await owner.ask("DELETE", `/companies/${company.id}/invitations/${second.id}`)).status).toBe(200)
    const withdrawn = await owner.get(`/companies/${company.id}/audit?action=member.withdraw_invitation`)
    expect(withdrawn.body).toMatchObject({ data: [{ before: { role: "support" }, after: null }] })
    expect((await owner.ask("DELETE", `/companies/${company.id}/invitations/${second.id}`)).status).toBe(404)
    expect([await see(second.token), await see(""), await see("x".repeat(4_096))]).toEqual([422, 422, 422])
    const leaving = await at(service, "owner", company.id)
    const third = await invited(leaving, company.id, newAddress(), "owner")
    expect((await leaving.ask("DELETE", `/companies/${company.id}/membership`)).status).toBe(200)
    const accept = { token: third.token, name: "Ana Souza", password }
    const refused = await new Browser(service).post("/invitation/accept", accept)
    expect([refused.status, Object.keys(faultsIn(refused))]).toEqual([422, ["role"]])
  })

  it("cannot be withdrawn by another company's owner, nor seen in its list", async () => {
    const [one, other] = [await service.newCompany(), await service.newCompany()]
    const [owner, stranger] = [await at(service, "owner", one.id), await at(service, "owner", other.id)]
    const { id, token } = await invited(owner, one.id, newAddress())
    expect((await stranger.ask("DELETE", `/companies/${other.id}/invitations/${id}`)).status).toBe(404)
    expect((await stranger.get(`/companies/${other.id}/invitations`)).body).toMatchObject({ data: [] })
    expect((await new Browser(service).post("/invitation", { token })).status).toBe(200)
    // The link is shown to its maker, once.
    expect((await owner.get(`/companies/${one.id}/invitations`)).text).not.toContain(token)
    expect(service.log.join("")).not.toContain(token)
  })
})

describe("roles", () => {
  it("leave a company its last owner, in any order of two requests", async () => {
    const company = await service.newCompany()
    const users = [await somebody(service, "owner", company.id), await somebody(service, "owner", company.id)]
    const answers = await Promise.all(
      users.map(async ({ id }) => (await signedIn(service, id)).ask("DELETE", `/companies/${company.id}/membership`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const operator = await at(service, "operator", company.id)
    expect(shown(Members, await operator.get(`/companies/${company.id}/members`)).data).toHaveLength(1)
  })

  it("of the platform are given by operators, and do not work in a company", async () => {
    const company = await service.newCompany()
    const operator = await at(service, "operator", company.id)
    const made = await operator.post("/invitations", { email: newAddress(), role: "auditor" })
    expect(made.status).toBe(201)
    expect((await operator.post("/invitations", { email: newAddress(), role: "owner" })).status).toBe(422)
    const owner = await at(service, "owner", company.id)
    const asOperator = await owner.post(`/companies/${company.id}/invitations`, {
      email: newAddress(),
      role: "operator",
    })
    expect(asOperator.status).toBe(422)
    const auditor = await at(service, "auditor", company.id)
    const { id } = await somebody(service, "auditor", company.id)
    expect((await auditor.ask("DELETE", `/operators/${id}`)).status).toBe(403)
    expect((await operator.ask("PUT", `/operators/${id}`, { body: { role: "operator" } })).status).toBe(200)
    expect((await operator.ask("DELETE", `/operators/${id}`)).status).toBe(200)
    expect((await operator.ask("DELETE", `/operators/${id}`)).status).toBe(404)
  })
})

describe("a link to choose a password", () => {
  it("answers alike whether or not a user has the address, and only so often", async () => {
    const { id } = await service.newCompany()
    const user = await somebodyWithPassword(service, "viewer", id)
    const quiet = serviceUnderTest()
    const ask = (from: typeof service, email: string) => new Browser(from).post("/password-reset", { email })
    const [known, unknown] = [await ask(service, user.email), await ask(quiet, "ninguem@vintem.example")]
    expect([known.status, known.text]).toEqual([202, unknown.text])
    const statuses: Array<number> = []
    for (let count = 0; count < 4; count += 1) statuses.push((await ask(quiet, "ninguem@vintem.example")).status)
    expect(statuses).toEqual([202, 202, 429, 429])
    const wrong = await new Browser(service).post("/password-reset/confirm", { token: "nobody's", password })
    expect([wrong.status, Object.keys(faultsIn(wrong))]).toEqual([422, ["token"]])
  })
})

const Authenticator = Schema.Struct({ data: Schema.Struct({ secret: Schema.String, sealed: Schema.String }) })
const Recovery = Schema.Struct({ data: Schema.Struct({ recovery_codes: Schema.Array(Schema.String) }) })

describe("a second factor", () => {
  it("is required from then on, no code works twice, and a recovery code once", async () => {
    const { id } = await service.newCompany()
    const user = await somebodyWithPassword(service, "owner", id)
    const browser = await signedIn(service, user.id)
    const { secret, sealed } = shown(Authenticator, await browser.post("/second-factor")).data
    const codeNow = () => codeOf(secret, service.clock.now())
    expect((await browser.post("/second-factor/confirm", { sealed, code: "000000" })).status).toBe(422)
    expect((await browser.post("/second-factor/confirm", { sealed: "x", code: codeNow() })).status).toBe(422)
    const confirmed = await browser.post("/second-factor/confirm", { sealed, code: codeNow() })
    const { recovery_codes: codes } = shown(Recovery, confirmed).data
    expect([confirmed.status, codes.length]).toEqual([200, 10])
    expect((await browser.get("/session")).body).toMatchObject({
      data: { second_factor: true, recovery_codes_left: 10 },
    })

    const door = new Browser(service)
    const begin = async () => {
      const answer = await door.post("/session", { email: user.email, password })
      const { state, ticket } = shown(State, answer).data
      expect([state, door.token]).toEqual(["code_needed", null])
      return ticket ?? ""
    }
    const ticket = await begin()
    expect((await door.get("/session")).status).toBe(401)
    const used = await door.post("/session/code", { ticket, code: codeNow() })
    expect([used.status, Object.keys(faultsIn(used))]).toEqual([422, ["code"]])
    service.clock.advance({ seconds: 30 })
    const code = codeNow()
    const given = await Promise.all([1, 2].map(() => new Browser(service).post("/session/code", { ticket, code })))
    expect(given.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const [recovery = ""] = codes
    expect((await door.post("/session/code", { ticket: await begin(), code: recovery.toLowerCase() })).status).toBe(200)
    door.token = null
    expect((await door.post("/session/code", { ticket: await begin(), code: recovery })).status).toBe(422)
    const gone = await door.post("/session/code", { ticket: "nobody's", code: recovery })
    expect(Object.keys(faultsIn(gone))).toEqual(["ticket"])
    for (const secretText of [secret, sealed, ticket, ...codes]) expect(service.log.join("")).not.toContain(secretText)

    service.clock.advance({ seconds: 60 })
    expect((await browser.post("/session/proof", { password })).status).toBe(200)
    expect((await browser.post("/second-factor/remove", { code: "123456" })).status).toBe(422)
    expect((await browser.post("/second-factor/remove", { code: codeNow() })).status).toBe(200)
    const again = await browser.post("/second-factor/remove", { code: codeNow() })
    expect(Object.keys(faultsIn(again))).toEqual(["second_factor"])
  })
})

describe("an operation that a session alone does not allow", () => {
  /** Each with a path that leads to somebody else in the company, or on the platform. */
  const wanting = async () => {
    const company = await service.newCompany()
    const other = await somebody(service, "viewer", company.id)
    const colleague = await somebody(service, "auditor", company.id)
    const path = `/companies/${company.id}`
    const at = (role: "owner" | "operator") => somebodyWithPassword(service, role, company.id)
    return {
      at,
      asked: [
        ["owner", "POST", "/second-factor/confirm", { sealed: "x", code: "000000" }, 422],
        ["owner", "POST", "/second-factor/remove", { code: "000000" }, 422],
        ["owner", "POST", `${path}/invitations`, { email: newAddress(), role: "owner" }, 201],
        ["owner", "PUT", `${path}/members/${other.id}`, { role: "support" }, 200],
        ["owner", "DELETE", `${path}/members/${other.id}`, undefined, 200],
        ["owner", "POST", `${path}/api-keys`, { name: "loja" }, 201],
        ["owner", "DELETE", `${path}/membership`, undefined, 422],
        ["operator", "POST", "/invitations", { email: newAddress(), role: "operator" }, 201],
        ["operator", "PUT", `/operators/${colleague.id}`, { role: "operator" }, 200],
        ["operator", "DELETE", `/operators/${colleague.id}`, undefined, 200],
      ] as const,
    }
  }

  it("is allowed for five minutes after the password was given in the session", async () => {
    const { asked, at: hired } = await wanting()
    const users = { owner: await hired("owner"), operator: await hired("operator") }
    for (const [role, method, path, body, status] of asked) {
      const browser = await signedIn(service, users[role].id, false)
      const ask = () => browser.ask(method, path, body === undefined ? {} : { body })
      const refused = await ask()
      expect([refused.status, refused.headers.get(neededHeader)], path).toEqual([403, "password"])
      const wrong = await browser.post("/session/proof", { password: "not my password" })
      expect([wrong.status, Object.keys(faultsIn(wrong))]).toEqual([422, ["password"]])
      expect((await ask()).headers.get(neededHeader)).toBe("password")
      expect((await browser.post("/session/proof", { password })).status).toBe(200)
      const done = await ask()
      expect([done.status, done.headers.get(neededHeader)], path).toEqual([status, null])
      service.clock.advance({ seconds: 300 })
      expect((await ask()).headers.get(neededHeader), path).toBe("password")
    }
    expect(asked).toHaveLength(Object.values(provedOperations).flat().length)
  })

  it("is not allowed in a session that has just begun with the password", async () => {
    const { at: hired } = await wanting()
    const user = await hired("owner")
    const browser = new Browser(service)
    await browser.post("/session", { email: user.email, password })
    const { secret, sealed } = shown(Authenticator, await browser.post("/second-factor")).data
    const confirmed = await browser.post("/second-factor/confirm", {
      sealed,
      code: codeOf(secret, service.clock.now()),
    })
    expect(confirmed.status).toBe(403)
    expect((await browser.get("/session")).body).toMatchObject({ data: { second_factor: false } })
  })

  it("allows few guesses at the password, and these delay nobody who signs in", async () => {
    const { at: hired } = await wanting()
    const user = await hired("owner")
    const browser = await signedIn(service, user.id, false)
    const statuses: Array<number> = []
    for (let count = 0; count < 7; count += 1) {
      statuses.push((await browser.post("/session/proof", { password: `wrong ${count}` })).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
    expect((await new Browser(service).post("/session", { email: user.email, password })).status).toBe(200)
  })
})

describe("a company", () => {
  it("is changed by each role as far as it may, and no field more", async () => {
    const company = await service.newCompany()
    const [owner, operator] = [await at(service, "owner", company.id), await at(service, "operator", company.id)]
    const everything = { name: "Outro Nome", under_moderation: true, pages: { language: "en" }, logo_url: null }
    const path = `/companies/${company.id}`
    const pages = await owner.ask("PATCH", `${path}/pages`, { body: everything })
    expect(pages.body).toMatchObject({
      data: { name: company.name, under_moderation: false, pages: { language: "en" } },
    })
    const terms = await operator.ask("PATCH", path, { body: { ...everything, pages: { language: "pt-BR" } } })
    expect(terms.body).toMatchObject({
      data: { name: "Outro Nome", under_moderation: false, pages: { language: "en" } },
    })
    const moderated = await operator.ask("PUT", `${path}/moderation`, { body: { under_moderation: true } })
    expect(moderated.body).toMatchObject({ data: { under_moderation: true } })
    // Seeing the webhook needs another permission than seeing the company.
    expect(moderated.text).not.toContain("webhook")
  })

  it("is made once under one key", async () => {
    const { id } = await service.newCompany()
    const operator = await at(service, "operator", id)
    const make = () =>
      operator.ask("POST", "/companies", {
        body: { name: "Loja Nova" },
        headers: { "idempotency-key": "uma-loja", [panelHeader]: "1" },
      })
    const [first, again] = [await make(), await make()]
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  })

  it("has the keys that their maker may give", async () => {
    const { id } = await service.newCompany()
    const developer = await at(service, "developer", id)
    const path = `/companies/${id}/api-keys`
    const above = await developer.post(path, { name: "loja", scopes: ["orders:refund"] })
    expect([above.status, Object.keys(faultsIn(above))]).toEqual([422, ["scopes"]])
    expect((await developer.post(path, { name: "loja", scopes: ["orders:read"] })).status).toBe(201)
    const owner = await at(service, "owner", id)
    expect((await owner.post(path, { name: "loja", scopes: ["orders:refund"] })).status).toBe(201)
  })
})
