// Every operation of the panel with every role: forbidden ones are refused and change nothing.
import { neededBy, PanelApi } from "@vintem/contract"
import { inCompany, isAllowed, Permission, PlatformPermission, platform, Role } from "@vintem/domain/access"
import { CompanyId } from "@vintem/domain/identifiers"
import { Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { at, Browser, grantOf } from "./at-the-panel.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest()

interface Operation {
  readonly name: string
  readonly needed: string
  readonly method: string
  /** After the prefix. */
  readonly path: string
  readonly body: unknown
}

const Body = Schema.Struct({
  requestBody: Schema.Struct({
    content: Schema.Struct({ "application/json": Schema.Struct({ example: Schema.Unknown }) }),
  }),
})
const Paths = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown))

const described = Schema.decodeSync(Paths)(OpenApi.fromApi(PanelApi).paths)

const exampleFor = (path: string, method: string): unknown => {
  const operation = described[path.replace(/:(\w+)/gu, "{$1}")]?.[method.toLowerCase()]
  const read = Schema.decodeUnknownOption(Body)(operation)
  return read._tag === "Some" ? read.value.requestBody.content["application/json"].example : undefined
}

const operations: Array<Operation> = []
HttpApi.reflect(PanelApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { identifier, method, path }, group }) => {
    const needed = neededBy(group.identifier, identifier) ?? "nothing"
    // Operations for any user, or without a session, need no role: see the tests of sessions.
    if (needed === "nobody" || needed === "session") return
    operations.push({
      name: `${group.identifier}.${identifier}`,
      needed,
      method,
      path: path.replace("/panel/v1", ""),
      body: exampleFor(path, method),
    })
  },
})

const isPermission = Schema.is(Permission)
const isOfPlatform = Schema.is(PlatformPermission)

/** The rule again, from the role alone. */
const isOpenTo = (role: Role, company: number, needed: string): boolean => {
  if (!isPermission(needed)) return true
  const realm = isOfPlatform(needed) ? platform : inCompany(CompanyId.make(company))
  return isAllowed([grantOf(role, company)], needed, realm)
}

/** Unknown names: an allowed request finds nothing and changes nothing. */
const named = (path: string, company: number): string =>
  path
    .replace(":company", String(company))
    .replace(/:(?:order_number|number_or_key)/u, "1M7YJD5YY14CE9K")
    .replace(":product", "999999")
    .replace(/:(?:id|user)\b/u, "999999")
    .replace(/:(?:slug|code)\b/u, "nada")
    .replace(":token", "0e6c7a0e-9f5b-4f0a-9c39-6a1a3a4b5c6d")

const ask = (browser: Browser, { body, method, path }: Operation, company: number) =>
  browser.ask(method, named(path, company), body === undefined ? {} : { body })

const lists = [
  "api-keys",
  "products",
  "checkouts",
  "coupons",
  "payment-link-rules",
  "payment-links",
  "payment-link-bulk",
  "members",
  "invitations",
  "webhook",
  "pages",
]

/** Everything that an owner sees of a company. */
const seenOf = async (company: number): Promise<ReadonlyArray<string>> => {
  const owner = await at(service, "owner", company)
  const shown = []
  for (const list of lists.filter((one) => one !== "pages" && one !== "members")) {
    shown.push((await owner.get(`/companies/${company}/${list}`)).text)
  }
  return [...shown, (await owner.get(`/companies/${company}`)).text]
}

it("covers the table", () => {
  expect(operations.length).toBeGreaterThan(75)
})

describe.each(Role.literals)("%s", (role) => {
  it("is refused what the role does not allow, which changes nothing, and let in to everything else", async () => {
    const { id } = await service.newCompany()
    const before = await seenOf(id)
    const refused = operations.filter(({ needed }) => !isOpenTo(role, id, needed))
    const browser = await at(service, role, id)
    for (const operation of refused) {
      const answer = await ask(browser, operation, id)
      expect([operation.name, answer.status, answer.body]).toEqual([
        operation.name,
        403,
        { hasError: true, response: "Your role does not allow this." },
      ])
    }
    expect(await seenOf(id)).toEqual(before)
    for (const operation of operations.filter((one) => !refused.includes(one))) {
      const answer = await ask(browser, operation, id)
      expect([operation.name, [200, 201, 202, 404, 422].includes(answer.status), answer.text]).toEqual([
        operation.name,
        true,
        answer.text,
      ])
    }
  })

  it("finds no company that it has no role in", async () => {
    const [own, other] = [await service.newCompany(), await service.newCompany()]
    const before = await seenOf(other.id)
    const browser = await at(service, role, own.id)
    const isEverywhere = role === "operator" || role === "auditor"
    for (const operation of operations.filter(({ path }) => path.includes(":company"))) {
      if (isEverywhere) continue
      for (const company of [other.id, 999_999]) {
        const answer = await ask(browser, operation, company)
        expect([operation.name, answer.status]).toEqual([operation.name, 404])
      }
    }
    expect(await seenOf(other.id)).toEqual(before)
    // A user who may work in every company finds the existing ones.
    expect((await browser.get(`/companies/${other.id}/orders`)).status).toBe(isEverywhere ? 200 : 404)
    expect((await browser.get("/companies/999999/orders")).status).toBe(404)
    expect((await browser.get("/companies/nada/orders")).status).toBe(404)
  })
})

it("refuses a caller without a session, without the browser's own dialog", async () => {
  const { id } = await service.newCompany()
  for (const token of [null, "", "nobodys-token", "x".repeat(5_000)]) {
    const browser = new Browser(service, token)
    for (const operation of operations) {
      browser.token = token
      const answer = await ask(browser, operation, id)
      expect([operation.name, answer.status, answer.headers.get("www-authenticate")]).toEqual([
        operation.name,
        401,
        "Session",
      ])
    }
  }
})

it("accepts neither an API key nor the administration's token as a session", async () => {
  const company = await service.newCompany()
  expect((await company.get("/panel/v1/session")).status).toBe(401)
  expect((await service.administer("GET", `/panel/v1/companies/${company.id}/orders`)).status).toBe(401)
})

it("uses the role as it is at this moment", async () => {
  const { id } = await service.newCompany()
  const owner = await at(service, "owner", id)
  const second = await at(service, "owner", id)
  const me = Schema.decodeUnknownSync(Me)((await second.get("/session")).body)
  expect((await second.get(`/companies/${id}/api-keys`)).status).toBe(200)
  const change = await owner.ask("PUT", `/companies/${id}/members/${me.data.user.id}`, { body: { role: "viewer" } })
  expect(change.status).toBe(200)
  expect((await second.get(`/companies/${id}/api-keys`)).status).toBe(403)
  expect((await owner.ask("DELETE", `/companies/${id}/members/${me.data.user.id}`)).status).toBe(200)
  expect((await second.get(`/companies/${id}/orders`)).status).toBe(404)
  expect((await second.get("/session")).status).toBe(200)
})

const Me = Schema.Struct({ data: Schema.Struct({ user: Schema.Struct({ id: Schema.Int }) }) })
