// The typed client: its requests, and how it reads answers.
import { LocalDate } from "@vintem/domain/calendar"
import { OrderStatus } from "@vintem/domain/order"
import { PageNumber } from "@vintem/domain/ports"
import { exampleSubscription } from "@vintem/testing"
import * as Effect from "effect/Effect"
import { HttpClient, type HttpClientRequest, HttpClientResponse } from "effect/http"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  Client,
  done,
  orderStatusList,
  orderView,
  pageEnvelope,
  singleOrderAnswer,
  subscriberWithPaymentView,
} from "../src/index.ts"
import { created, stored } from "./stored-order.ts"

const publicUrl = "https://pay.example.com"

/** A service that gives one answer to everything, and records its requests. */
const answering = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const asked: Array<HttpClientRequest.HttpClientRequest> = []
  const service = HttpClient.make((request) => {
    asked.push(request)
    return Effect.succeed(
      HttpClientResponse.fromWeb(
        request,
        new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } }),
      ),
    )
  })
  const client = Client.make({ baseUrl: "https://payments.example.com", apiKey: "vtm_key" }).pipe(
    Effect.provideService(HttpClient.HttpClient, service),
  )
  return { asked, client }
}

describe("Client", () => {
  it("calls with its API key, and reads an order", async () => {
    const order = orderView(stored(created), publicUrl)
    const { asked, client } = answering(200, { success: true, data: order })
    const got = await Effect.runPromise(
      Effect.flatMap(client, ({ orders }) => orders.get({ params: { order_number: "7K3M9Q2X5R8T" } })),
    )
    expect(got).toEqual({ success: true, data: order })
    expect(asked[0]?.url).toBe("https://payments.example.com/api/v1/order/7K3M9Q2X5R8T")
    expect(asked[0]?.headers["authorization"]).toBe("Bearer vtm_key")
  })

  it("writes filters as the service reads them", async () => {
    const page = pageEnvelope({ entries: [], total: 0, page: 2, perPage: 15, path: publicUrl, query: [] })
    const { asked, client } = answering(200, page)
    const query = {
      page: PageNumber.make(2),
      from: LocalDate.make("2026-11-01"),
      status: OrderStatus.literals.slice(4, 6),
    }
    const got = await Effect.runPromise(Effect.flatMap(client, ({ orders }) => orders.list({ query })))
    expect(got).toEqual(page)
    expect([...(asked[0]?.urlParams ?? [])]).toEqual([
      ["page", "2"],
      ["from", "2026-11-01"],
      ["status", "unpaid,paid"],
    ])
  })

  it("sends an order with an idempotency key", async () => {
    const answer = singleOrderAnswer(created, publicUrl)
    const { asked, client } = answering(200, answer)
    const payload = {
      customer: { email: "maria@example.com", fullname: "Maria", taxvat: "52998224725", telephone: "11987654321" },
      address: {
        postcode: "01310-100",
        street: "Avenida Paulista",
        number: 1578,
        district: "Bela Vista",
        city: "São Paulo",
        region: "SP",
      },
      items: [{ title: "Camiseta azul", unit_price: 99.9, quantity: 2 }],
      payment: { method: "pix", expiration: 30 },
    } as const
    const got = await Effect.runPromise(
      Effect.flatMap(client, ({ orders }) => orders.createSingle({ headers: { "idempotency-key": "k1" }, payload })),
    )
    expect(got).toEqual(answer)
    expect(asked[0]?.method).toBe("POST")
    expect(asked[0]?.headers["idempotency-key"]).toBe("k1")
    expect(asked[0]?.body.toJSON()).toMatchObject({ contentType: "application/json" })
    const body = asked[0]?.body
    expect(body?._tag === "Uint8Array" ? JSON.parse(new TextDecoder().decode(body.body)) : undefined).toEqual(payload)
  })

  it("reads a subscription, and cancels it by DELETE and by POST", async () => {
    const params = { token: "3d0f7f0a-52b3-4d0e-9f0e-6a3d5c1b7e42" }
    const found = { success: true, data: subscriberWithPaymentView(exampleSubscription(), publicUrl) }
    const reading = answering(200, found)
    expect(
      await Effect.runPromise(Effect.flatMap(reading.client, ({ subscribers }) => subscribers.get({ params }))),
    ).toEqual(found)
    expect(reading.asked[0]?.url).toBe(`https://payments.example.com/api/v1/subscriber/${params.token}`)
    const { asked, client } = answering(200, done("The subscription was canceled."))
    await Effect.runPromise(Effect.flatMap(client, ({ subscribers }) => subscribers.remove({ params })))
    await Effect.runPromise(Effect.flatMap(client, ({ subscribers }) => subscribers.cancel({ params, headers: {} })))
    const url = `https://payments.example.com/api/v1/subscriber/${params.token}/cancel`
    expect(asked.map((request) => [request.method, request.url])).toEqual([
      ["DELETE", url],
      ["POST", url],
    ])
  })

  it("lists statuses", async () => {
    const { client } = answering(200, orderStatusList)
    const got = await Effect.runPromise(Effect.flatMap(client, ({ orders }) => orders.statuses({})))
    expect(got).toEqual(orderStatusList)
  })

  it.each([
    [401, "Unauthenticated", "Unauthenticated."],
    [404, "NotFound", "Not found"],
    [500, "ServerError", "Error on server, try again."],
  ])("fails on %i with %s", async (status, tag, response) => {
    const { client } = answering(status, { hasError: true, response })
    const got = await Effect.runPromise(
      Effect.result(Effect.flatMap(client, ({ orders }) => orders.get({ params: { order_number: "NONE" } }))),
    )
    expect(Result.isFailure(got) ? got.failure._tag : undefined).toBe(tag)
  })

  it("fails on 429 with the seconds to wait", async () => {
    const { client } = answering(429, { hasError: true, response: "Too many requests." }, { "retry-after": "20" })
    const got = await Effect.runPromise(Effect.flip(Effect.flatMap(client, ({ orders }) => orders.statuses())))
    expect(got).toMatchObject({ _tag: "TooManyRequests", retryAfterSeconds: 20 })
  })

  it.each([
    [
      "with its code",
      { page: [{ code: "out_of_range", min: 1, max: 9 }] },
      { page: [{ code: "out_of_range", min: 1, max: 9 }] },
    ],
    [
      "with a code of a later service",
      { page: [{ code: "of_tomorrow", max: 9 }] },
      { page: [{ code: "invalid", max: 9 }] },
    ],
  ])("fails on 422 with every fault %s", async (_, codes, read) => {
    const response = { message: "The page must be an integer.", errors: { page: ["The page must be an integer."] } }
    const { client } = answering(422, { hasError: true, response: { ...response, codes } })
    const got = await Effect.runPromise(Effect.flip(Effect.flatMap(client, ({ orders }) => orders.list({ query: {} }))))
    expect(got).toMatchObject({ _tag: "Invalid", response: { ...response, codes: read } })
  })
})
