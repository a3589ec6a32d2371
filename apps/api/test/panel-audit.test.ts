/** Changes that only the panel can make are recorded as well: people, sessions, pages, moderation, the sandbox. */
import { AccessMailerNone } from "@vintem/adapters"
import { passwordLink } from "@vintem/application"
import { AdminApi, PanelApi } from "@vintem/contract"
import { inCompany, platform, type Realm, type User } from "@vintem/domain/access"
import { CompanyId } from "@vintem/domain/identifiers"
import { Trail } from "@vintem/domain/ports"
import type { TrailAction } from "@vintem/domain/trail"
import { Effect, Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at, Browser, codeOf, password, signedIn, somebody } from "./at-the-panel.ts"
import { changingOperations } from "./changing-operations.ts"
import { byPix } from "./example-orders.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

/** What each writes down. Null is said of those that change nothing that lasts, each with the reason. */
const writes: Readonly<Record<string, TrailAction | null>> = {
  "company.update": "company.change",
  "companies.moderate": "company.moderate",
  "sheetMappings.keep": "sheet.map",
  "members.invite": "member.invite",
  "members.withdraw": "member.withdraw_invitation",
  "members.change": "member.change",
  "members.remove": "member.remove",
  "members.leave": "member.remove",
  "operators.invite": "member.invite",
  "operators.withdraw": "member.withdraw_invitation",
  "operators.change": "member.change",
  "operators.remove": "member.remove",
  "door.acceptInvitation": "member.add",
  "door.resetPassword": "user.password",
  "session.confirmSecondFactor": "user.second_factor",
  "session.removeSecondFactor": "user.second_factor",
  "sandboxOrders.report": "sandbox.report",
  "sandboxClock.advance": "sandbox.advance",
  "door.signIn": null, // each session is listed with its origin
  "door.giveCode": null,
  "session.signOut": null,
  "session.end": null,
  "session.endOthers": null,
  "session.prove": null, // the operation that it allows has an entry
  "door.seeInvitation": null, // only reads, with a token that is in no address
  "door.askPasswordReset": null, // anybody can ask, with any address
  "session.beginSecondFactor": null, // nothing is stored before it is confirmed
}

const Invited = Schema.Struct({
  data: Schema.Struct({ invitation: Schema.Struct({ id: Schema.Int }), link: Schema.String }),
})
const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })
const Authenticator = Schema.Struct({ data: Schema.Struct({ secret: Schema.String, sealed: Schema.String }) })

/** The last entries of a log, as `member.invite User 7`. */
const entriesOf = (realm: Realm, since: number) =>
  service.run(
    Effect.flatMap(Trail, ({ after }) =>
      Effect.map(after(realm, since, 1_000), (entries) =>
        entries.map(({ action, actor }) => `${action} by ${actor._tag === "User" ? actor.user : actor._tag}`),
      ),
    ),
  )

const lengthOf = async (realm: Realm) => (await entriesOf(realm, 0)).length

const done = async (asked: ReturnType<Browser["ask"]>) => {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

describe("the table of the panel's entries", () => {
  it("names every changing operation that the administration does not have", () => {
    const shared = new Set(changingOperations(AdminApi))
    const own = changingOperations(PanelApi).filter((name) => !shared.has(name))
    expect(Object.keys(writes).toSorted()).toEqual(own.toSorted())
  })
})

describe("a change at the panel", () => {
  it("is recorded once, in the log of the company or of the platform, with its actor", async () => {
    const { id, ...company } = await service.newCompany()
    const ofCompany = inCompany(CompanyId.make(id))
    const [owner, operator] = [await somebody(service, "owner", id), await somebody(service, "operator", id)]
    const [atCompany, onPlatform] = [await signedIn(service, owner.id), await signedIn(service, operator.id)]
    const placed = shown(Placed, await company.post("/api/v1/order/single", byPix())).data
    const [before, beforeOfAll] = [await lengthOf(ofCompany), await lengthOf(platform)]
    const path = `/companies/${id}`
    const invite = async (by: Browser, to: string, email: string, role: string) =>
      shown(Invited, await done(by.post(`${to}/invitations`, { email, role }))).data

    await done(atCompany.ask("PATCH", `${path}/pages`, { body: { pages: { language: "en" } } }))
    await done(
      atCompany.ask("PUT", `${path}/sheet-mappings`, { body: { columns: [{ name: "Valor", field: "amount" }] } }),
    )
    const unwanted = await invite(atCompany, path, "engano@vintem.example", "viewer")
    await done(atCompany.ask("DELETE", `${path}/invitations/${unwanted.invitation.id}`))
    const { link } = await invite(atCompany, path, "ana@vintem.example", "viewer")
    const token = link.split("#token=")[1]
    await done(new Browser(service).post("/invitation/accept", { token, name: "Ana Souza", password }))
    const member: User = await somebody(service, "viewer", id)
    const leaving = await at(service, "viewer", id)
    await done(atCompany.ask("PUT", `${path}/members/${member.id}`, { body: { role: "support" } }))
    await done(atCompany.ask("DELETE", `${path}/members/${member.id}`))
    await done(leaving.ask("DELETE", `${path}/membership`))
    await done(atCompany.post(`${path}/sandbox/orders/${placed.order_number}/events`, { kind: "paid" }))
    await done(onPlatform.ask("PUT", `${path}/moderation`, { body: { under_moderation: true } }))

    const colleague = await invite(onPlatform, "", "colega@vintem.example", "auditor")
    await done(onPlatform.ask("DELETE", `/invitations/${colleague.invitation.id}`))
    const auditor = await somebody(service, "auditor", id)
    await done(onPlatform.ask("PUT", `/operators/${auditor.id}`, { body: { role: "operator" } }))
    await done(onPlatform.ask("DELETE", `/operators/${auditor.id}`))
    const { secret, sealed } = shown(Authenticator, await done(atCompany.post("/second-factor"))).data
    const code = () => codeOf(secret, service.clock.now())
    await done(atCompany.post("/second-factor/confirm", { sealed, code: code() }))
    service.clock.advance({ seconds: 30 })
    await done(atCompany.post("/second-factor/remove", { code: code() }))
    const { handedOver } = await service.run(passwordLink(owner).pipe(Effect.provide(AccessMailerNone.layer)))
    const reset = handedOver._tag === "Mailed" ? "" : Redacted.value(handedOver.token)
    await done(new Browser(service).post("/password-reset/confirm", { token: reset, password: `${password} again` }))
    await done(onPlatform.post(`${path}/sandbox/clock/advance`, { seconds: 1 }))

    const inLog = await entriesOf(ofCompany, before)
    const inLogOfAll = await entriesOf(platform, beforeOfAll)
    // New members are recorded too, also those whom the tests made past the panel.
    expect(inLog.filter((one) => !one.startsWith("member.add"))).toEqual([
      `company.change by ${owner.id}`,
      `sheet.map by ${owner.id}`,
      `member.invite by ${owner.id}`,
      `member.withdraw_invitation by ${owner.id}`,
      `member.invite by ${owner.id}`,
      `member.change by ${owner.id}`,
      `member.remove by ${owner.id}`,
      expect.stringMatching(/^member\.remove by \d+$/u),
      `sandbox.report by ${owner.id}`,
      `company.moderate by ${operator.id}`,
    ])
    expect(inLogOfAll.filter((one) => !one.startsWith("member.add"))).toEqual([
      `member.invite by ${operator.id}`,
      `member.withdraw_invitation by ${operator.id}`,
      `member.change by ${operator.id}`,
      `member.remove by ${operator.id}`,
      `user.second_factor by ${owner.id}`,
      `user.second_factor by ${owner.id}`,
      `user.password by ${owner.id}`,
      `sandbox.advance by ${operator.id}`,
    ])
    // Every action in the table above was tried.
    const tried = [...inLog, ...inLogOfAll].map((one) => one.split(" by ", 1)[0])
    for (const action of Object.values(writes)) if (action !== null) expect(tried).toContain(action)
  })
})
