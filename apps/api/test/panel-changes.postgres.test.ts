// Two processes on one PostgreSQL: the streams of one report the other's commits.
import { PaymentLinkResponse } from "@vintem/contract"
import { Schema } from "effect"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import { at } from "./at-the-panel.ts"
import { byCard } from "./example-orders.ts"
import { follow } from "./following.ts"
import { newPostgres } from "./postgres-under-test.ts"
import { serviceUnderTest, shown } from "./service-under-test.ts"

const OrderNumberIn = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

describe("a stream of one process", async () => {
  const database = await newPostgres()
  const [one, other] = [
    serviceUnderTest({ database, isListening: true }),
    serviceUnderTest({ database, isListening: true }),
  ]

  const ofCompany = async () => {
    const company = await one.newCompany()
    const place = async () =>
      shown(OrderNumberIn, await company.post("/api/v1/order/single", byCard())).data.order_number
    const stream = await follow(other, await at(one, "owner", company.id), company.id)
    const begun = await stream.next()
    return { company, place, stream, begun }
  }

  it("reports another one's commits, and makes clients read again if it may have missed some", async () => {
    const { begun, company, place, stream } = await ofCompany()
    const number = await place()
    expect(await stream.changes()).toEqual([{ kind: "order", order_number: number }])
    const made = await company.post("/api/v1/payment-link", { title: "Aula", amount: 100 })
    const { slug } = shown(PaymentLinkResponse, made).data
    expect(await stream.changes()).toEqual([{ kind: "link", slug }])
    await stream.close()
    // A client that reconnects to another process has to read everything again, because that process cannot know what
    // it missed.
    const elsewhere = await follow(one, await at(one, "owner", company.id), company.id, begun?.id)
    expect(await elsewhere.next()).toMatchObject({ event: "reset" })
    await elsewhere.close()
  })

  it("continues when its process loses the listening connection", async () => {
    const { place, stream } = await ofCompany()
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const listening = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
    await client.query(`${listening} and query like 'listen %'`)
    await client.end()
    expect(await stream.next()).toMatchObject({ event: "reset" })
    const number = await place()
    expect(await stream.changes()).toEqual([{ kind: "order", order_number: number }])
    await stream.close()
  })
})
