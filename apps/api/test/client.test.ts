// The typed client against the service over a port, like an embedding program, with both HTTP clients of Node.
import { NodeHttpClient } from "@effect/platform-node"
import { Client, type SingleOrderRequest } from "@vintem/contract"
import { LocalDate } from "@vintem/domain/calendar"
import { parseDocument } from "@vintem/domain/documents"
import { OrderStatus } from "@vintem/domain/order"
import { PageNumber } from "@vintem/domain/ports"
import { Effect, Result, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { describe, expect, it } from "vitest"
import { address, payer, visa } from "./example-orders.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true })
const strict = serviceUnderTest({ isListening: true, environment: { VINTEM_RATE_LIMIT: "2" } })

const goods = { items: [{ title: "Camiseta azul", unit_price: 99.9, quantity: 2 }], discount: { total: 10 } }

const paidBy = (payment: SingleOrderRequest["payment"]): SingleOrderRequest => ({
  customer: payer,
  address: { ...address, number: "1578" },
  ...goods,
  payment,
})

const byCard = paidBy({ method: "credit", installments: 3, card: visa })
const byPix = paidBy({ method: "pix", expiration: 30 })
const bySlip = paidBy({ method: "bank_slip", expiration: 5 })

const nowhere = { params: { order_number: "1M7T54PC0000000" } }

describe.each([
  ["fetch", FetchHttpClient.layer],
  ["undici", NodeHttpClient.layerUndici],
])("the client over %s", (_, http) => {
  const connect = (apiKey: string, { base } = service) =>
    Effect.flatMap(Effect.promise(base), (baseUrl) => Client.make({ baseUrl, apiKey }))
  const run = <A, E>(program: Effect.Effect<A, E, Effect.Services<ReturnType<typeof connect>>>) =>
    Effect.runPromise(Effect.provide(program, http))
  const newShop = async () => (await service.newCompany()).key

  it("places an order by each method, and reads it again", async () => {
    const key = await newShop()
    const program = Effect.gen(function* () {
      const { orders } = yield* connect(key)
      const placed = yield* Effect.forEach([byCard, byPix, bySlip], (payload) =>
        orders.createSingle({ headers: {}, payload }),
      )
      const retrieved = yield* Effect.forEach(placed, ({ data: { order_number } }) =>
        orders.get({ params: { order_number } }),
      )
      return { placed, retrieved }
    })
    const { placed, retrieved } = await run(program)
    expect(placed.map(({ success, data }) => [success, data.status])).toEqual([
      [true, "paid"],
      [false, "waiting_payment"],
      [false, "waiting_payment"],
    ])
    expect(retrieved.map(({ data }) => [data.order_number, data.status])).toEqual(
      placed.map(({ data }) => [data.order_number, data.status]),
    )
    expect(retrieved.map(({ data }) => data.customer.taxvat)).toEqual(Array(3).fill("529.982.247-25"))
  })

  it("sends twice under one key, and gets one order", async () => {
    const key = await newShop()
    const program = Effect.gen(function* () {
      const { orders } = yield* connect(key)
      const place = orders.createSingle({
        headers: { "idempotency-key": "order-1001" },
        payload: byCard,
        responseMode: "decoded-and-response",
      })
      const [first] = yield* place
      const [second, { headers }] = yield* place
      return { first, second, replayed: headers["idempotent-replayed"], list: yield* orders.list({ query: {} }) }
    })
    const { first, second, replayed, list } = await run(program)
    expect([second, replayed]).toEqual([first, "true"])
    expect(list.meta.total).toBe(1)
  })

  it.each([
    ["page", { page: PageNumber.make(2) }, 0],
    ["from", { from: LocalDate.make("2026-11-20") }, 0],
    ["to", { to: LocalDate.make("2026-11-19") }, 1],
    ["status", { status: ["unpaid", "waiting_payment"] }, 1],
    ["src", { src: "loja 1" }, 0],
    ["ref", { ref: "A-1001" }, 0],
    ["product_id", { product_id: 7 }, 0],
    ["taxvat", { taxvat: Result.getOrThrow(parseDocument("529.982.247-25")) }, 1],
  ] as const)("filters the list by %s", async (_, query, expected) => {
    const key = await newShop()
    const program = Effect.gen(function* () {
      const { orders } = yield* connect(key)
      yield* orders.createSingle({ headers: {}, payload: byPix })
      return yield* orders.list({ query })
    })
    expect((await run(program)).data).toHaveLength(expected)
  })

  it("reads a list of several pages", async () => {
    const key = await newShop()
    const program = Effect.gen(function* () {
      const { orders } = yield* connect(key)
      const placed = yield* Effect.forEach(Array(31).fill(byPix), (payload) =>
        orders.createSingle({ headers: {}, payload }),
      )
      const listed = Client.entriesOf((page) => orders.list({ query: { page } }))
      return { placed, listed: yield* Stream.runCollect(listed) }
    })
    const { placed, listed } = await run(program)
    expect(listed.map(({ order_number }) => order_number)).toEqual(
      placed.map(({ data }) => data.order_number).toReversed(),
    )
  })

  it("lists the statuses", async () => {
    const key = await newShop()
    const { data } = await run(Effect.flatMap(connect(key), ({ orders }) => orders.statuses()))
    expect(data.map(({ status }) => status)).toEqual(OrderStatus.literals)
  })

  it("tells one refusal from another", async () => {
    const key = await newShop()
    const told = Effect.gen(function* () {
      const { orders } = yield* connect(key)
      const stranger = yield* connect("vtm_nobodys")
      return [
        yield* stranger.orders.statuses().pipe(Effect.catchTag("Unauthenticated", ({ _tag }) => Effect.succeed(_tag))),
        yield* orders.get(nowhere).pipe(Effect.catchTag("NotFound", ({ _tag }) => Effect.succeed(_tag))),
        yield* orders
          .createSingle({ headers: {}, payload: { ...byPix, customer: { ...payer, taxvat: "11111111111" } } })
          .pipe(Effect.catchTag("Invalid", ({ response }) => Effect.succeed([response.errors, response.codes]))),
      ]
    })
    const fault = { "customer.taxvat": ["The customer.taxvat must be a valid CPF or CNPJ."] }
    const code = { "customer.taxvat": [{ code: "invalid_document" }] }
    expect(await run(told)).toEqual(["Unauthenticated", "NotFound", [fault, code]])
  })

  it("says how long to wait after too many requests", async () => {
    const { key } = await strict.newCompany()
    const program = Effect.gen(function* () {
      const { orders } = yield* connect(key, strict)
      yield* orders.statuses()
      yield* orders.statuses()
      return yield* Effect.flip(orders.statuses())
    })
    expect(await run(program)).toMatchObject({ _tag: "TooManyRequests", retryAfterSeconds: 60 })
  })
})
