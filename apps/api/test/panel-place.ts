/**
 * The places of the panel's forms: companies with something of each kind, users for them, and links that let people in.
 */
import { CustomerPage, sessionCookie } from "@vintem/contract"
import { type Role, ticketMillis, type User } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, TicketRepository } from "@vintem/domain/ports"
import { companyPaths, openPaths, ownPaths, panelPath, pathTo, platformPaths } from "@vintem/panel"
import { Effect, Redacted, Schema } from "effect"
import { at, type Browser, codeOf, signedIn, somebodyWithPassword } from "./at-the-panel.ts"
import { byCard, byNumber, byPix } from "./example-orders.ts"
import { fullCompany } from "./full-company.ts"
import { type Answer, type CompanyUnderTest, type ServiceUnderTest, shown } from "./service-under-test.ts"

/** Pages that are also viewed in another state, each under the page's name. */
export const otherStates = {
  openOrder: "order",
  disputedOrder: "order",
  silentOrder: "order",
  settledCustomer: "customer",
  membersOfOne: "members",
} as const

/** Pages without a session. */
export const doors = { signIn: panelPath, ...openPaths }

export type PanelAddress =
  | keyof typeof companyPaths
  | keyof typeof platformPaths
  | keyof typeof ownPaths
  | keyof typeof doors
  | keyof typeof otherStates

/** An address, and the company whose page it is. */
interface Somewhere {
  readonly path: string
  readonly company: number
}

export interface PanelPlace {
  readonly somewhere: (address: PanelAddress) => Promise<Somewhere>
  /** Signs in with the password alone. */
  readonly member: User
  /** Needs a second factor; each of the two codes works once. */
  readonly guarded: User
  readonly codes: readonly [string, string]
  /** A browser of a user with a role, or of the guarded one. */
  readonly browserOf: (who: Role | "guarded", company: number) => Promise<Browser>
}

const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })
const Begun = Schema.Struct({ data: Schema.Struct({ secret: Schema.String, sealed: Schema.String }) })
const Confirmed = Schema.Struct({ data: Schema.Struct({ recovery_codes: Schema.Array(Schema.String) }) })
const Invited = Schema.Struct({ data: Schema.Struct({ link: Schema.String }) })

const place = async (company: CompanyUnderTest, body: unknown): Promise<string> =>
  shown(Placed, await company.post("/api/v1/order/single", body)).data.order_number

/** Over http, where the cookie has another name. */
const over = (browser: Browser, path: string, body: unknown = {}): Promise<Answer> =>
  browser.ask("POST", path, { body, headers: { cookie: `${sessionCookie.http}=${browser.token ?? ""}` } })

let invitations = 0

export const panelPlace = async (service: ServiceUnderTest): Promise<PanelPlace> => {
  const { addresses, company } = await fullCompany(service)
  const other = await service.newCompany()
  const member = await somebodyWithPassword(service, "viewer", company.id)
  const guarded = await somebodyWithPassword(service, "viewer", company.id)

  const first = await signedIn(service, guarded.id)
  const { sealed, secret } = shown(Begun, await over(first, "/second-factor")).data
  const code = codeOf(secret, service.clock.now())
  const confirmed = await over(first, "/second-factor/confirm", { sealed, code })
  const [one = "", another = ""] = shown(Confirmed, confirmed).data.recovery_codes

  /** An order of the company that has little. */
  const orderOf = async (body: unknown): Promise<string> =>
    pathTo(companyPaths.order, { company: other.id, order_number: await place(other, body) })
  const made: Readonly<Partial<Record<PanelAddress, () => Promise<Somewhere>>>> = {
    reset: async () => ({ path: `${openPaths.reset}#token=${await resetToken(service, member)}`, company: company.id }),
    invitation: async () => {
      const owner = await at(service, "owner", company.id)
      invitations += 1
      const email = `nova-${invitations}@vintem.example`
      const { data } = shown(
        Invited,
        await over(owner, `/companies/${company.id}/invitations`, { email, role: "support" }),
      )
      return { path: `${openPaths.invitation}#token=${data.link.split("#token=")[1] ?? ""}`, company: company.id }
    },
    openOrder: async () => ({ path: await orderOf(byPix()), company: other.id }),
    silentOrder: async () => ({ path: await orderOf(byNumber("4000000000000101")), company: other.id }),
    disputedOrder: async () => {
      const number = await place(other, byCard())
      await service.administer("POST", `/sandbox/v1/orders/${number}/events`, { kind: "chargeback" })
      return { path: pathTo(companyPaths.order, { company: other.id, order_number: number }), company: other.id }
    },
    settledCustomer: async () => {
      const company = await service.newCompany()
      await place(company, byCard())
      const people = await service.administer("GET", `/admin/v1/companies/${company.id}/customers`)
      const [customer] = shown(CustomerPage, people).data
      const values = { company: company.id, customer: customer?.id ?? 0 }
      return { path: pathTo(companyPaths.customer, values), company: company.id }
    },
    membersOfOne: async () => {
      const { id } = await service.newCompany()
      return { path: pathTo(companyPaths.members, { company: id }), company: id }
    },
  }
  const plain: Readonly<Partial<Record<PanelAddress, string>>> = {
    ...addresses,
    ...platformPaths,
    ...ownPaths,
    ...doors,
  }
  return {
    somewhere: async (address) => (await made[address]?.()) ?? { path: plain[address] ?? "", company: company.id },
    member,
    guarded,
    codes: [one, another],
    browserOf: (who, id) => (who === "guarded" ? signedIn(service, guarded.id) : at(service, who, id)),
  }
}

/** The token of a link to choose a new password. */
const resetToken = (service: ServiceUnderTest, { id }: User): Promise<string> =>
  service.run(
    Effect.gen(function* () {
      const { hashToken, newToken } = yield* AccessSecrets
      const { add } = yield* TicketRepository
      const token = yield* newToken
      const now = service.clock.now()
      yield* add({
        hash: hashToken(token),
        purpose: { _tag: "PasswordReset", user: id },
        createdAt: instant(now),
        expiresAt: instant(now + ticketMillis.PasswordReset),
      })
      return Redacted.value(token)
    }),
  )
