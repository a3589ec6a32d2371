// Two processes on one database: each knows what the other has stored.
import { NewApiKeyView, OrderPage, SingleOrderResponse } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byPix } from "./example-orders.ts"
import { type CompanyUnderTest, type ServiceUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const database = await newDatabase()
const processes = [serviceUnderTest({ database }), serviceUnderTest({ database })] as const
const [one, other] = processes

/** The company's requests to another process. */
const at = ({ call }: ServiceUnderTest, { key: token }: CompanyUnderTest) => ({
  get: (path: string) => call("GET", path, { token }),
  place: (key: string, body: unknown = byCard()) =>
    call("POST", "/api/v1/order/single", { token, body, headers: { "Idempotency-Key": key } }),
})

describe("two processes on one database", () => {
  it("read what either has written, at once", async () => {
    const company = await one.newCompany()
    for (let count = 1; count <= 6; count += 1) {
      const writer = count % 2 === 0 ? one : other
      const reader = count % 2 === 0 ? other : one
      const placed = shown(SingleOrderResponse, await at(writer, company).place(`key ${count}`))
      const listed = shown(OrderPage, await at(reader, company).get("/api/v1/order"))
      expect([listed.meta.total, listed.data[0]?.order_number]).toEqual([count, placed.data.order_number])
    }
  })

  it("know a new key, and forget it when it is revoked, at once", async () => {
    const { id } = await one.newCompany()
    const keys = `/admin/v1/companies/${id}/api-keys`
    const Made = Schema.Struct({ data: NewApiKeyView })
    const made = shown(Made, await one.administer("POST", keys, { name: "the other's" })).data
    const ask = async () => (await other.call("GET", "/api/v1/order", { token: made.key })).status
    expect([await ask(), await ask()]).toEqual([200, 200])
    expect((await one.administer("DELETE", `${keys}/${made.id}`)).status).toBeLessThan(300)
    expect(await ask()).toBe(401)
  })

  it("place one order under a key, whichever of them is asked, however often and concurrently", async () => {
    const company = await one.newCompany()
    const ask = () =>
      Promise.all(processes.flatMap((process) => Array.from({ length: 6 }, () => at(process, company).place("k"))))
    const [first, again] = [await ask(), await ask()]
    expect(first.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
    expect(new Set(again.map(({ text }) => text)).size).toBe(1)
    expect(again.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual(again.map(() => "true"))
    expect(shown(OrderPage, await company.get("/api/v1/order")).meta.total).toBe(1)
    const another = await at(other, company).place("k", byPix())
    expect(another.status).toBe(422)
  })
})
