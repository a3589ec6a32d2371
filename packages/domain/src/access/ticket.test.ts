// Tickets: their contents, how long they last, and which are withdrawn together.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { instant } from "../calendar/instant.ts"
import { Email } from "../customer/email.ts"
import { CompanyId } from "../identifiers/company.ts"
import { inCompany, isSameRealm, platform } from "./grant.ts"
import { realmName, Ticket, TicketId, TicketPurpose, ticketMillis, ticketSubject } from "./ticket.ts"
import { UserId } from "./user.ts"

const user = UserId.make(5)
const company = CompanyId.make(7)
const invitation = {
  _tag: "Invitation",
  email: Email.make("Ana@example.com"),
  language: "pt-BR",
  grant: { _tag: "company", company, role: "viewer" },
  by: null,
} as const
const ticket = {
  id: TicketId.make(1),
  hash: "a".repeat(64),
  purpose: { _tag: "PasswordReset", user },
  createdAt: instant(0),
  expiresAt: instant(1),
}

describe("a ticket", () => {
  it.each([
    ["without anything", {}],
    ["numbered 0", { ...ticket, id: 0 }],
    ["for nothing", { ...ticket, purpose: {} }],
    ["for a reset of no user", { ...ticket, purpose: { _tag: "PasswordReset" } }],
    ["for a code of no user", { ...ticket, purpose: { _tag: "SecondFactor" } }],
    ["for an invitation of nobody", { ...ticket, purpose: { _tag: "Invitation" } }],
  ])("cannot be made %s", (_, value) => {
    expect(Schema.is(Ticket)(value)).toBe(false)
  })

  it("is distinct for each purpose", () => {
    for (const purpose of [
      invitation,
      { _tag: "PasswordReset", user },
      { _tag: "SecondFactor", user, generation: 0, from: "a place" },
    ]) {
      expect(Schema.is(TicketPurpose)(purpose)).toBe(true)
    }
  })

  it("lasts seven days, an hour or ten minutes", () => {
    expect(ticketMillis).toEqual({ Invitation: 7 * 86_400_000, PasswordReset: 3_600_000, SecondFactor: 600_000 })
  })
})

describe("ticketSubject", () => {
  it("is equal for all invitations of an address into a realm, however the address is written", () => {
    expect(ticketSubject(invitation)).toBe("Invitation company 7 ana@example.com")
    expect(ticketSubject({ ...invitation, grant: { _tag: "platform", role: "operator" } })).toBe(
      "Invitation platform ana@example.com",
    )
  })

  it("is equal for all tickets of a kind and user", () => {
    expect(ticketSubject({ _tag: "PasswordReset", user })).toBe("PasswordReset 5")
    const step = { _tag: "SecondFactor", user, generation: 3, from: "a place" } as const
    expect(ticketSubject(step)).toBe("SecondFactor 5 a place")
  })
})

describe("a realm", () => {
  it("is the platform, or one company", () => {
    expect([realmName(platform), realmName(inCompany(company))]).toEqual(["platform", "company 7"])
    expect(isSameRealm(platform, platform)).toBe(true)
    expect(isSameRealm(inCompany(company), inCompany(company))).toBe(true)
    expect(isSameRealm(inCompany(company), inCompany(CompanyId.make(8)))).toBe(false)
    expect(isSameRealm(inCompany(company), platform)).toBe(false)
    expect(isSameRealm(platform, inCompany(company))).toBe(false)
  })
})
