/**
 * Every page and action of the panel for every role, in a real browser with the real service: exactly those that the
 * table of roles allows are there, also if somebody types an address. `panel-permissions.test.ts` proves that the
 * service refuses the others.
 */
import { BulkResponse } from "@vintem/contract"
import {
  CompanyRole,
  type Grant,
  inCompany,
  Permission,
  PlatformRole,
  permissionsIn,
  platform,
} from "@vintem/domain/access"
import { CompanyId } from "@vintem/domain/identifiers"
import { WebhookEndpointRepository } from "@vintem/domain/ports"
import { companyMenu, companyPaths, ownPaths, pathTo, platformMenu, platformPaths } from "@vintem/panel"
import { Effect, Option, Schema } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { giveRoles, grantOf, inviteTo, signedIn, somebody } from "./at-the-panel.ts"
import { browserUnderTest } from "./browser.ts"
import { byCard, byNumber } from "./example-orders.ts"
import { fullCompany } from "./full-company.ts"
import { giveUpIn } from "./given-up-work.ts"
import { actionsAt, distinct } from "./panel-actions.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { type CompanyUnderTest, serviceUnderTest, shown, silence } from "./service-under-test.ts"

const service = serviceUnderTest({
  isListening: true,
  handsOut: "http://127.0.0.1",
  // Charges without an outcome stay so.
  acquirer: (simulated) => ({ ...simulated, find: () => silence }),
})
const { visitor } = browserUnderTest()
const { openedBy } = panelVisitors(service, visitor)

/** Every action's label in the panel, by the permission that it needs. */
const actions: Readonly<Partial<Record<Permission, ReadonlyArray<string>>>> = {
  "orders:write": ["Cancelar pedido"],
  "orders:refund": ["Reembolsar"],
  "orders:resolve": ["Concluir pedido", "Resolver manualmente", "Responder à contestação"],
  "links:write": [
    "Adicionar clientes",
    "Alterar",
    "Baixar planilha modelo",
    "Criar links",
    "Criar link",
    "Criar lote",
    "Excluir",
    "Parar lote",
  ],
  "subscriptions:write": ["Cancelar assinatura"],
  "customers:export": ["Exportar dados"],
  "customers:erase": ["Apagar dados"],
  "catalogue:write": ["Alterar", "Criar checkout", "Criar cupom", "Criar produto", "Criar regra", "Excluir"],
  "webhooks:write": [
    "Enviar webhooks",
    "Enviar de novo",
    "Enviar evento de teste",
    "Reenviar período",
    "Remover endereço",
    "Salvar",
    "Trocar segredo",
  ],
  "company:write": ["Salvar"],
  "keys:write": ["Chaves de API", "Criar chave", "Revogar"],
  "members:write": ["Cancelar convite", "Convidar pessoa", "Alterar função", "Remover"],
  "audit:read": ["Baixar planilha (CSV)"],
  "sandbox:report": ["Simular"],
  "sandbox:advance": ["+1 dia", "+1 hora", "+30 dias"],
  "companies:write": ["Criar empresa", "Salvar dados", "Salvar taxas"],
  "companies:moderate": ["Liberar", "Suspender"],
  "work:write": ["Perguntar agora", "Tentar de novo"],
  "operators:read": ["Baixar planilha (CSV)"],
  "operators:write": ["Cancelar convite", "Convidar pessoa", "Alterar função", "Remover"],
}

/** Controls that need no permission, with the reason. Links are judged by their targets. */
const openToAll: Readonly<Record<string, string>> = {
  "Ir para… (Ctrl+K)": "opens the palette, which is looked at by itself",
  English: "changes the language of one's own screen",
  Sair: "ends one's own session",
  "Sair da empresa": "gives up one's own role",
  Ativar: "guards one's own account with a second code",
  Buscar: "narrows the list that is shown",
  Mostrar: "chooses the days that are shown",
  Atualizar: "asks again for what is shown",
  Copiar: "copies what is shown",
  "Baixar planilha": "keeps what is shown as a file",
}

/** The pages with the permission that each needs; null for the user's own. */
const pages: ReadonlyArray<readonly [path: string, needed: Permission | null]> = [
  ...[...companyMenu, ...platformMenu].map(({ path, permission }) => [path, permission] as const),
  [companyPaths.order, "orders:read"],
  [companyPaths.newLink, "links:write"],
  [companyPaths.link, "links:read"],
  [companyPaths.newBatch, "links:write"],
  [companyPaths.batch, "links:read"],
  [companyPaths.subscription, "subscriptions:read"],
  [companyPaths.customer, "customers:read"],
  [ownPaths.account, null],
]

/** True if these roles allow an address. */
const mayOpen = (grants: ReadonlyArray<Grant>, address: string): boolean => {
  const page = pages.find(([path]) => new RegExp(`^${path.replaceAll(/:\w+/gu, "[^/]+")}$`, "u").test(address))
  if (page === undefined) throw new Error(`${address} is no page of the panel.`)
  const [, needed] = page
  return needed === null || allowedAt(grants, address).has(needed)
}

/** The permissions of these roles on a page: in the page's company, and on the platform. */
const allowedAt = (grants: ReadonlyArray<Grant>, address: string): ReadonlySet<string> => {
  const company = companyOf(address)
  const inside = company === null ? [] : permissionsIn(grants, inCompany(CompanyId.make(company)))
  return new Set([...inside, ...permissionsIn(grants, platform)])
}

const companyOf = (address: string): number | null => {
  const [, id] = /^\/panel\/companies\/(\d+)\//u.exec(address) ?? []
  return id === undefined ? null : Number(id)
}

const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

const placed = async (company: CompanyUnderTest, body: object): Promise<string> =>
  shown(Placed, await company.post("/api/v1/order/single", body)).data.order_number

/**
 * A company with an object for every action, another that has only sent a batch and whose webhook is off, and every
 * address of theirs and of the platform.
 */
const makeWorld = async () => {
  const begun = await service.newCompany()
  const sent = await begun.post("/api/v1/payment-link-bulk", { amount: 10, customers: [{ name: "José Lima" }] })
  await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 1 })
  const { addresses, company, openOrder } = await fullCompany(service)
  await somebody(service, "viewer", company.id)
  await inviteTo(service, "rui@vintem.example", grantOf("auditor", company.id))
  await giveUpIn(service)(company.id, "expire:given up")
  const contested = await placed(company, byCard())
  await service.administer("POST", `/sandbox/v1/orders/${contested}/events`, { kind: "chargeback" })
  const withoutOutcome = await placed(company, byNumber("4000000000000101"))
  const suspended = await service.newCompany()
  await service.administer("PATCH", `/admin/v1/companies/${suspended.id}`, { under_moderation: true })
  await service.administer("PUT", `/admin/v1/companies/${begun.id}/webhook`, { url: "http://127.0.0.1:9/avisos" })
  await service.run(
    Effect.gen(function* () {
      const { find, put } = yield* WebhookEndpointRepository
      const kept = Option.getOrThrow(yield* find(CompanyId.make(begun.id)))
      yield* put({ ...kept, isEnabled: false })
    }),
  )
  const orders = [contested, withoutOutcome].map((number) =>
    pathTo(companyPaths.order, { company: company.id, order_number: number }),
  )
  const empty = (["overview", "orders", "customers", "subscriptions", "checkouts", "webhook"] as const).map((page) =>
    pathTo(companyPaths[page], { company: begun.id }),
  )
  const done = pathTo(companyPaths.batch, { company: begun.id, token: shown(BulkResponse, sent).data.token })
  const ofAll = [...Object.values(platformPaths), ownPaths.account]
  return {
    full: company.id,
    begun: begun.id,
    addresses: [...Object.values(addresses), openOrder, ...orders, ...empty, done, ...ofAll],
  }
}

let made: ReturnType<typeof makeWorld> | undefined

const world = () => {
  made ??= makeWorld()
  return made
}

/** Everything at the addresses, one after another. */
const walk = async (page: Page) => {
  const base = await service.base()
  const seen = []
  for (const address of (await world()).addresses) {
    seen.push({ address, ...(await actionsAt(page, `${base}${address}`)) })
  }
  return seen
}

/** The first page of a user with these roles. */
const openedWith = async ([first, ...others]: Grants): Promise<Page> => {
  const { full } = await world()
  const user = await somebody(service, first.role, first._tag === "company" ? first.company : full)
  await giveRoles(service, user.id, others)
  return openedBy(await signedIn(service, user.id), pathTo(companyPaths.orders, { company: full }))
}

type Grants = readonly [Grant, ...ReadonlyArray<Grant>]

let known: ReturnType<typeof walk> | undefined

/** All actions, as seen by users who may do everything and have a company that they can leave. */
const everything = () => {
  known ??= world()
    .then(({ full }) => openedWith([grantOf("operator", 0), grantOf("viewer", full)]))
    .then(walk)
  return known
}

/** The users who look at the two companies: with one role in both, with one on the platform, and with several. */
const people: ReadonlyArray<readonly [string, (full: number, begun: number) => Grants]> = [
  ...CompanyRole.literals.map(
    (role) => [role, (full: number, begun: number): Grants => [grantOf(role, full), grantOf(role, begun)]] as const,
  ),
  ...PlatformRole.literals.map((role) => [role, (full: number): Grants => [grantOf(role, full)]] as const),
  ["owner of another company, and support here", (full, begun) => [grantOf("support", full), grantOf("owner", begun)]],
  ["auditor of the platform, and finance here", (full) => [grantOf("auditor", full), grantOf("finance", full)]],
]

describe("the actions of the panel", () => {
  it("are those in the list, each with its permission, and the list covers every permission that changes something", async () => {
    const seen = await everything()
    const listed = Object.entries(actions).flatMap(([permission, names]) =>
      names.map((name) => `${permission} ${name}`),
    )
    expect(distinct(seen.flatMap((page) => [...page.actions, ...page.bar]))).toEqual(distinct(listed))
    const changing = Permission.literals.filter((permission) => !permission.endsWith(":read"))
    expect(changing.filter((permission) => !(permission in actions))).toEqual([])
    expect(distinct(seen.flatMap(({ unmarked }) => unmarked))).toEqual(distinct(Object.keys(openToAll)))
  })

  it.each(people)("are shown as far as the table of roles allows them: %s", async (_, grantsIn) => {
    const { begun, full } = await world()
    const grants = grantsIn(full, begun)
    const seen = await walk(await openedWith(grants))
    const expected = (await everything()).map(({ actions: all, address, bar }) => {
      const may = allowedAt(grants, address)
      const allowed = (some: ReadonlyArray<string>) => some.filter((action) => may.has(action.split(" ")[0] ?? ""))
      const isThere = mayOpen(grants, address)
      return { address, isThere, here: isThere ? allowed(all) : [], bar: allowed(bar), forbidden: [], unknown: [] }
    })
    expect(
      seen.map(({ actions: here, address, bar, isThere, pages: linked, unmarked }) => ({
        address,
        isThere,
        here,
        bar: companyOf(address) === null ? [] : bar,
        forbidden: linked.filter((path) => !mayOpen(grants, path)),
        unknown: unmarked.filter((name) => !(name in openToAll)),
      })),
    ).toEqual(expected)
  })
})

describe("the menu and the palette", () => {
  it.each(people)("have the pages that the table of roles allows: %s", async (_, grantsIn) => {
    const { begun, full } = await world()
    const grants = grantsIn(full, begun)
    const page = await openedWith(grants)
    const links = page.getByRole("navigation", { name: "Menu" }).getByRole("link")
    const seen = await Promise.all((await links.all()).map((link) => link.getAttribute("href")))
    const rows = [...companyMenu, ...platformMenu].map(({ path }) => pathTo(path, { company: full }))
    expect(seen).toEqual(rows.filter((path) => mayOpen(grants, path)))
    const menu = await links.allTextContents()
    await page.keyboard.press("Control+k")
    const options = page.getByRole("dialog").getByRole("option")
    await options.first().waitFor()
    const makes = mayOpen(grants, pathTo(companyPaths.newLink, { company: full })) ? ["Criar link", "Criar lote"] : []
    const others = grants.some((grant) => grant._tag === "company" && grant.company === begun) ? ["Loja Exemplo"] : []
    expect(await options.allTextContents()).toEqual([...menu, ...makes, ...others, "Minha conta", "English"])
  })
})
