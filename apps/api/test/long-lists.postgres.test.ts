// Long lists of one company on PostgreSQL: no other company waits for them, and excess requests get 429 with
// `Retry-After`.
import { Client } from "pg"
import { expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { eventually } from "./eventually.ts"
import { byPix } from "./example-orders.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const asked = 30
/** Two are read at once, and ten wait. */
const served = 12

it("lets other companies' orders continue, and answers 429 to a company with too many requests", async () => {
  const database = await newDatabase()
  const service = serviceUnderTest({ database })
  const shop = await service.newCompany()
  const neighbour = await service.newCompany()
  await database.execute(
    `insert into order_count (company_id, status, day, shard, count) values (${shop.id}, 'paid', 1, 0, 300000)`,
  )
  const other = new Client({ connectionString: database.url })
  await other.connect()
  await other.query("begin")
  await other.query("lock table order_product in access exclusive mode")
  let answered = 0
  const lists = Promise.all(
    Array.from({ length: asked }, async (_, n) => {
      const answer = await shop.get(`/api/v1/order?product_id=1&status=paid&page=${n + 1}`)
      answered += 1
      return answer
    }),
  )
  for (let n = 0; n < 5; n += 1) {
    const placed = await neighbour.post("/api/v1/order/single", byPix())
    expect([placed.status, placed.text]).toEqual([200, expect.any(String)])
  }
  await eventually(() => expect(answered).toBe(asked - served))
  await other.query("rollback")
  await other.end()
  const answers = await lists
  expect(answers.map(({ status }) => status).toSorted((one, another) => one - another)).toEqual([
    ...Array(served).fill(200),
    ...Array(asked - served).fill(429),
  ])
  const refused = answers.filter(({ status }) => status === 429)
  expect(new Set(refused.map(({ headers, text }) => `${headers.get("retry-after")} ${text}`))).toEqual(
    new Set(['5 {"hasError":true,"response":"Too many requests."}']),
  )
  expect(service.log.join("\n")).not.toContain("storage failed")
})
