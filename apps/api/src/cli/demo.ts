/** `vintem demo`: fills a running sandbox with an example of everything. */
import { existsSync } from "node:fs"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { Configuration, type Settings } from "../configuration/configuration.ts"
import { configured } from "../configured.ts"
import { findAdminToken } from "../data-folder/admin-token.ts"
import { findDemoCompany, findDemoKey } from "../demo/demo-company.ts"
import { type DemoPlace, type DemoShop, makeDemoShop, type Shown } from "../demo/demo-shop.ts"
import { Refused } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { serviceAddress, urlFlag } from "./service-address.ts"
import { withStorage } from "./with-storage.ts"

export const demo = Command.make("demo", { url: urlFlag, json: jsonFlag }, ({ url, json }) =>
  configured(
    Effect.gen(function* () {
      const settings = yield* Configuration
      if (settings.environment !== "sandbox") {
        return yield* new Refused({ message: "A demonstration is for a sandbox: VINTEM_ENV is production." })
      }
      const base = serviceAddress(url, settings)
      const token = yield* findAdminToken(settings)
      if (Option.isNone(token)) {
        return yield* new Refused({
          message:
            "There is no admin token yet. Start the sandbox with npm start and try again, or set VINTEM_ADMIN_TOKEN to its token.",
        })
      }
      const place = yield* demoPlace(settings)
      const shop = yield* makeDemoShop(base, token.value, place).pipe(
        Effect.mapError(
          () =>
            new Refused({
              message: `No sandbox of this folder answers at ${base}. Start it with npm start and try again, or give its address with --url.`,
            }),
        ),
      )
      yield* print(json, shop, () => linesOf(shop))
    }),
  ).pipe(Effect.provide(NodeHttpClient.layerUndici)),
).pipe(
  Command.withDescription(
    "Create a link of each kind, orders in four states, a subscription and a batch, and print their URLs.\n\n" +
      "They belong to the sandbox's demo company, which its owner can open in the panel. If there is no such company, creates one. Repeated, " +
      "it creates them again.",
  ),
  Command.withShortDescription("Fill the demo company with examples of everything"),
)

/** The demo company in the configured database. A missing database is not created: the service may be elsewhere. */
const demoPlace = Effect.fnUntraced(function* (settings: Settings) {
  const { database } = settings
  const { path = null } = database._tag === "sqlite_file" ? database : {}
  if (path !== null && !(yield* Effect.sync(() => existsSync(path)))) return Option.none<DemoPlace>()
  const company = yield* withStorage(findDemoCompany())
  const key = yield* findDemoKey(settings)
  return Option.map(company, (id): DemoPlace => ({ company: id, key }))
})

const linesOf = ({ apiKey, batch, company, isNew, links, orders, subscription }: DemoShop): ReadonlyArray<string> => [
  `Company ${company}, with the API key ${apiKey}`,
  ...(isNew
    ? [
        "There was no demo company, so this one is new. To open it in the panel, create a user:",
        `  vintem user create --company ${company} --role owner --email you@example.com --name "Your Name"`,
      ]
    : []),
  ...section("Payment links", links),
  ...section("Orders", orders),
  ...section("A subscription", [subscription]),
  ...section("A batch of links", batch),
  "",
  "Cards of the sandbox: 4242424242424242 is approved, 4000000000000002 refused, 4000000000009235 held for review.",
]

const section = (title: string, shown: ReadonlyArray<Shown>): ReadonlyArray<string> => [
  "",
  title,
  ...shown.map(({ what, url }) => `  ${url}  ${what}`),
]
