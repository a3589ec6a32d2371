// An erasure whose process is killed half-way: the next process finishes it, and no byte of the person remains, not
// even next to the database.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { CustomerPage } from "@vintem/contract"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { byCard, changed } from "./example-orders.ts"
import { runProgram } from "./spawned-program.ts"
import { spawnedServices } from "./spawned-service.ts"

const { newFolder, serve } = spawnedServices()

const environment = { VINTEM_ADMIN_TOKEN: "chosen-by-somebody", VINTEM_RATE_LIMIT: "1000000" }
const headers = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" })
const asOperator = headers(environment.VINTEM_ADMIN_TOKEN)

/** A piece has fifty orders: with many pieces a kill comes between two of them. */
const orders = 300
const email = "marcada@pessoa.example"

const filesWith = (data: string, text: string) =>
  readdirSync(data).filter((name) => readFileSync(join(data, name)).includes(text))

it("an erasure continues in the next process if its own is killed between two pieces", async () => {
  const folder = newFolder()
  const data = join(folder, "data")
  const first = await serve({ folder, environment })
  const [, key = ""] = await first.program.printed(/API key of the demo company: (\S+)\n/u)
  const paid = changed(byCard(), "customer.email", email)
  for (let n = 0; n < orders; n += 1) {
    const body = JSON.stringify(paid)
    const { status } = await fetch(`${first.base}/api/v1/order/single`, { method: "POST", headers: headers(key), body })
    expect(status).toBe(200)
  }
  const found = await fetch(`${first.base}/admin/v1/companies/1/customers?email=${email}`, { headers: asOperator })
  const customer = Schema.decodeUnknownSync(CustomerPage)(await found.json()).data[0]?.id

  const database = new DatabaseSync(join(data, "vintem.db"), { readOnly: true })
  const underWay = () => database.prepare("select orders_after from erasure_begun where orders_after > 0").all()
  const path = `/admin/v1/companies/1/customers/${customer}/erase`
  const lost = fetch(`${first.base}${path}`, { method: "POST", headers: asOperator }).then(
    ({ status }) => status,
    () => "lost",
  )
  while (underWay().length === 0) await new Promise(setImmediate)
  first.program.signal("SIGKILL")
  expect(await lost).toBe("lost")
  await first.program.ended
  expect(underWay()).toHaveLength(1)
  database.close()
  expect(filesWith(data, email)).not.toEqual([])
  expect((await runProgram(["check"], { folder, environment })).status).toBe(0)

  const second = await serve({ folder, environment })
  const wait = JSON.stringify({ seconds: 120 })
  const turned = await fetch(`${second.base}/sandbox/v1/clock/advance`, {
    method: "POST",
    headers: asOperator,
    body: wait,
  })
  expect(turned.status).toBe(200)
  await eventually(() => expect(filesWith(data, email)).toEqual([]))
  const log = await fetch(`${second.base}/admin/v1/companies/1/audit?action=customer.erase`, { headers: asOperator })
  expect(Object(await log.json()).data).toEqual([expect.objectContaining({ subject: String(customer) })])
  expect((await runProgram(["check"], { folder, environment })).status).toBe(0)
})
