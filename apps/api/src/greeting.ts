/** The service prints this on standard output once it answers. Everything else goes to the log. */
import { Option, Redacted } from "effect"
import type { Settings } from "./configuration/configuration.ts"
import { dataFolder, keptFiles } from "./data-folder/data-folder.ts"
import type { DemoAccess } from "./demo/demo-company.ts"
import { byMariasCard, maria, mariasAddress } from "./demo/maria.ts"

/** With `--json`, exactly these fields. */
export interface Greeting {
  readonly url: string
  readonly api_url: string
  readonly docs_url: string
  /** Where members of companies and operators sign in. */
  readonly panel_url: string
  readonly environment: Settings["environment"]
  /** Shown only at the first start on a database; null afterwards. */
  readonly demo_api_key: string | null
  /** The sign-in of the demo company's owner. Shown together with the key. */
  readonly demo_owner: { readonly email: string; readonly password: string } | null
  /** A generated token, if it is not stored or is shown for the first time; null otherwise. */
  readonly admin_token: string | null
  /** The folder where a sandbox stores these secrets; null if it stores none. */
  readonly kept_in: string | null
}

/** @param demo - secrets of the demo company, if this start created it */
export const greeting = (
  settings: Settings,
  base: string,
  token: Redacted.Redacted,
  demo: Option.Option<DemoAccess>,
): Greeting => {
  const folder = dataFolder(settings)
  const isGenerated = settings.environment === "sandbox" && Option.isNone(settings.adminToken)
  return {
    url: base,
    api_url: `${base}/api/v1`,
    docs_url: `${base}/docs`,
    panel_url: `${base}/panel`,
    environment: settings.environment,
    demo_api_key: Option.getOrNull(Option.map(demo, ({ key }) => Redacted.value(key))),
    demo_owner: Option.getOrNull(Option.map(demo, shownOwner)),
    admin_token: isGenerated && (Option.isSome(demo) || folder === null) ? Redacted.value(token) : null,
    kept_in: settings.environment === "sandbox" ? folder : null,
  }
}

const shownOwner = ({ owner }: DemoAccess) =>
  owner === null ? null : { email: owner.email, password: Redacted.value(owner.password) }

/** The greeting as lines for people. @param isTokenChosen - a configured token is not shown */
export const greetingLines = (greeting: Greeting, isTokenChosen: boolean): ReadonlyArray<string> => {
  const { api_url, demo_api_key: key, docs_url, environment } = greeting
  const first = `Vintém serves ${api_url} (${environment}); reference at ${docs_url}`
  if (environment !== "sandbox") return [first]
  return [first, ...(key === null ? laterStart(greeting, isTokenChosen) : firstStart(greeting, key))]
}

const firstStart = (
  { admin_token, demo_owner, kept_in, panel_url, url }: Greeting,
  key: string,
): ReadonlyArray<string> => [
  `\nAPI key of the demo company: ${key}`,
  ...(demo_owner === null
    ? []
    : [
        `Owner of the demo company: ${demo_owner.email}, password ${demo_owner.password}`,
        `Sign in to the panel: ${panel_url}`,
      ]),
  ...(admin_token === null ? [] : [`Admin token: ${admin_token}`]),
  ...(kept_in === null ? [] : [`All are stored in ${kept_in}.`]),
  `\nA paid order:\n${firstOrderCommand(url, key)}\n`,
]

/** A shell command that makes a newcomer's first paid order. */
const firstOrderCommand = (base: string, key: string): string =>
  [
    `curl -s ${base}/api/v1/order/single`,
    `-H "Authorization: Bearer ${key}"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify(firstOrder)}'`,
  ].join(" ")

const firstOrder = {
  customer: maria,
  address: mariasAddress,
  items: [{ sku: "caneca", title: "Caneca", unit_price: 39.9, quantity: 1 }],
  payment: byMariasCard("4242424242424242"),
}

const laterStart = ({ admin_token, kept_in }: Greeting, isTokenChosen: boolean): ReadonlyArray<string> => [
  ...(isTokenChosen ? [] : [adminTokenLine(admin_token, kept_in)]),
  "Another API key: npm run vintem -- api-key create --company 1 --name NAME",
]

/** If there are no files next to the data, each process generates its own token. */
const adminTokenLine = (token: string | null, keptIn: string | null): string =>
  keptIn === null
    ? `Admin token of this process (VINTEM_ADMIN_TOKEN chooses one for all): ${token}`
    : `Admin token: see ${keptIn}/${keptFiles.adminToken}`
