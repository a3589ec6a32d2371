// Commands next to a sandbox whose clock was moved use the service's time.
import { Schema } from "effect"
import { expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { byCard } from "./example-orders.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database })
const { printed, vintem } = commandLine(database, {}, service.clock)

const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String, created_at: Schema.String }) })
const Link = Schema.Struct({ link: Schema.String })

it("orders of a later day are exported, and a link for signing in works there", async () => {
  const company = await service.newCompany()
  const moved = await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 400 * 86_400 })
  expect(moved.status).toBe(200)
  const { order_number } = shown(
    Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) }),
    await company.post("/api/v1/order/single", byCard()),
  ).data
  const order = shown(Placed, await company.get(`/api/v1/order/${order_number}`)).data
  const [day = ""] = order.created_at.split(" ")
  const { printed: sheet } = await vintem("export", "orders", "--from", day, "--to", day)
  expect(sheet).toContain(`,${order_number},`)

  const create = ["user", "create", "--email", "root@example.com", "--name", "Maria Exemplo", "--role", "operator"]
  const { link } = await printed(Link, ...create)
  const token = new URL(link).hash.replace("#token=", "")
  const chosen = await service.call("POST", "/panel/v1/password-reset/confirm", {
    body: { token, password: "uma senha bem comprida" },
    headers: { "x-vintem-panel": "1", "sec-fetch-site": "same-origin" },
  })
  expect(chosen.status).toBe(200)
})
