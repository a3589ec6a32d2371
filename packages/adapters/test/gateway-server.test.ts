// The served acquirer's refusals, word by word.
import { afterAll, describe, expect, it } from "@effect/vitest"
import { AttemptKey } from "@vintem/domain/identifiers"
import { Acquirer, type ChargeRef, type ChargeRequest } from "@vintem/domain/ports"
import { chargeRequest } from "@vintem/testing"
import * as Effect from "effect/Effect"
import { HttpRouter, HttpServer } from "effect/http"
import * as Layer from "effect/Layer"
import * as GatewayServer from "../src/gateway/gateway-server.ts"
import { type SignedRequest, signatures } from "../src/gateway/signature.ts"
import { requestBytesMax } from "../src/gateway/signed-answer.ts"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import { SandboxReports } from "../src/simulated/sandbox-reports.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"
import { secrets } from "./gateway-connection.ts"
import { card } from "./simulated-means.ts"

const key = AttemptKey.make("9f8e7d6c5b4a39281706f5e4d3c2b1a0")

const charged: Array<ChargeRequest> = []
const asked: Array<ChargeRef> = []
const watched = Layer.effect(
  Acquirer,
  Effect.map(Acquirer, (acquirer) =>
    Acquirer.of({
      ...acquirer,
      charge: (request) => {
        charged.push(request)
        return acquirer.charge(request)
      },
      find: (charge) => {
        asked.push(charge)
        return acquirer.find(charge)
      },
      void: (charge) => {
        asked.push(charge)
        return acquirer.void(charge)
      },
    }),
  ),
).pipe(Layer.provide(SimulatedAcquirer.layer))

const { handler, dispose } = HttpRouter.toWebHandler(
  Layer.merge(GatewayServer.layer(secrets), GatewayServer.layerLevers(secrets)).pipe(
    Layer.provide(Layer.merge(watched, SandboxReports.layer)),
    Layer.provide(SimulatedBooks.layerMemory),
    Layer.provide(HttpServer.layerServices),
  ),
  { disableLogger: true },
)
afterAll(dispose)

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Signs by `signed`, and sends the rest. */
const send = (method: string, path: string, text: string, signed: Partial<SignedRequest> = {}) =>
  Effect.gen(function* () {
    const { sign } = yield* signatures(secrets)
    const headers = yield* sign({ method, path, body: bytes(text), ...signed })
    const body = method === "GET" ? {} : { body: bytes(text) }
    const response = yield* Effect.promise(() =>
      handler(new Request(`http://acquirer.test${path}`, { method, headers, ...body })),
    )
    return { status: response.status, body: yield* Effect.promise(() => response.text()) }
  })

/** In the client's form. */
const chargeBody = {
  order_number: "1M7YJD5YY14CE9K",
  amount: 12_345,
  means: {
    type: "card",
    card: { number: "4242424242424242", holder: "MARIA DA SILVA", expiration: "12/2099", security_code: "123" },
    installments: 1,
  },
  payer: { name: "Maria da Silva", email: "maria@example.com", document: "52998224725", telephone: "11987654321" },
  receiver: { name: "Padaria São João", city: "São Paulo" },
}

const path = `/v1/charges/${key}`

describe("a served acquirer", () => {
  it.live("passes the request on, with the key in the path", () =>
    Effect.gen(function* () {
      charged.length = 0
      const { status, body } = yield* send("PUT", path, JSON.stringify(chargeBody))
      expect(status).toBe(200)
      expect(JSON.parse(body)).toMatchObject({ key, status: "confirmed", report: { captured: 12_345 } })
      const { company: _, ...request } = chargeRequest(key, card("4242424242424242"))
      expect(charged).toEqual([{ ...request, order: chargeBody.order_number }])
    }),
  )

  it.live("passes on the company, the items and who starts the charge, if they are known", () =>
    Effect.gen(function* () {
      charged.length = 0
      const known = {
        company: 7,
        items: [{ sku: "PAO", title: "Pão francês", unit_price: 12_345, quantity: 1 }],
        initiator: "merchant",
      }
      yield* send("PUT", path, JSON.stringify({ ...chargeBody, ...known }))
      expect(charged).toMatchObject([
        {
          company: 7,
          items: [{ sku: "PAO", title: "Pão francês", unitPrice: 12_345, quantity: 1 }],
          initiator: "merchant",
        },
      ])
    }),
  )

  it.live("passes on the company and the method of a charge that it is asked about", () =>
    Effect.gen(function* () {
      asked.length = 0
      yield* send("GET", `${path}?company=7&method=pix`, "")
      yield* send("PUT", `${path}/void?company=7&method=pix`, "")
      yield* send("GET", path, "")
      const whole = { key, company: 7, method: "pix" }
      expect(asked).toEqual([whole, whole, { key }])
      expect((yield* send("GET", `${path}?company=seven`, "")).status).toBe(400)
    }),
  )

  it.live.each([
    ["for another path", { path: `${path}/void` }],
    ["for another method", { method: "GET" }],
    ["for another body", { body: bytes("{}") }],
  ] as const)("does not read a request signed %s", ([_, signed]) =>
    Effect.gen(function* () {
      charged.length = 0
      expect(yield* send("PUT", path, JSON.stringify(chargeBody), signed)).toEqual({
        status: 401,
        body: '{"error":"not_signed"}',
      })
      expect(charged).toEqual([])
    }),
  )

  it.live.each([
    ["PUT", path],
    ["GET", path],
    ["PUT", `${path}/void`],
    ["PUT", `${path}/refunds/1a2b`],
    ["PUT", `${path}/reports/paid`],
    ["GET", "/v1/charges?since=2026-11-21T15:00:00Z"],
  ] as const)("does not answer %s %s without a signature", ([method, where]) =>
    Effect.gen(function* () {
      const response = yield* Effect.promise(() => handler(new Request(`http://acquirer.test${where}`, { method })))
      expect(response.status).toBe(401)
    }),
  )

  it.live("names every faulty field, and repeats no sent value", () =>
    Effect.gen(function* () {
      charged.length = 0
      const body = {
        ...chargeBody,
        amount: 0,
        means: {
          type: "card",
          card: { number: "4242424242424241", expiration: "2099-12", security_code: "12a" },
          installments: 13,
        },
        payer: { ...chargeBody.payer, document: "52998224726" },
        receiver: undefined,
      }
      const answer = yield* send("PUT", path, JSON.stringify(body))
      expect(answer.status).toBe(400)
      const { error, faults } = JSON.parse(answer.body)
      expect(error).toBe("invalid")
      expect(faults.map(({ field }: { readonly field: string }) => field)).toEqual([
        "amount",
        "means.card.number",
        "means.card.holder",
        "means.card.expiration",
        "means.card.security_code",
        "means.installments",
        "payer.document",
        "receiver",
      ])
      expect(faults.map(({ problem }: { readonly problem: string }) => problem)).toEqual([
        "has a value that the protocol does not allow",
        "has a value that the protocol does not allow",
        "is missing",
        "has a value that the protocol does not allow",
        "has a value that the protocol does not allow",
        "has a value that the protocol does not allow",
        "has a value that the protocol does not allow",
        "is missing",
      ])
      for (const sent of ["4242424242424241", "12a", "52998224726", "2099-12"]) expect(answer.body).not.toContain(sent)
      expect(charged).toEqual([])
    }),
  )

  it.live.each([
    ["PUT", path, "", ""],
    ["PUT", path, "{", ""],
    ["PUT", path, "[]", ""],
    ["PUT", path, JSON.stringify({ ...chargeBody, means: { type: "cheque" } }), "means"],
    [
      "PUT",
      path,
      JSON.stringify({ ...chargeBody, means: { type: "pix", expires_at: "2049-13-01T00:00:00Z" } }),
      "means.expires_at",
    ],
    [
      "PUT",
      path,
      JSON.stringify({ ...chargeBody, means: { type: "bank_slip", due_date: "2049-02-30" } }),
      "means.due_date",
    ],
    [
      "PUT",
      path,
      JSON.stringify({ ...chargeBody, means: { type: "saved_card", card_token: "", installments: 1 } }),
      "means.card_token",
    ],
    ["PUT", path, JSON.stringify({ ...chargeBody, order_number: "1-2" }), "order_number"],
    ["PUT", "/v1/charges/short", JSON.stringify(chargeBody), "key"],
    ["GET", "/v1/charges/short", "", "key"],
    ["PUT", "/v1/charges/short/void", "", "key"],
    ["PUT", `${path}/refunds/1a2b`, '{"amount":0,"way":"reversal"}', "amount"],
    ["PUT", `${path}/refunds/1a2b`, '{"amount":1,"way":"cash"}', "way"],
    ["PUT", `${path}/refunds/1-2`, '{"amount":1,"way":"reversal"}', "refund_key"],
    ["PUT", `${path}/reports/eaten`, "", "kind"],
    ["GET", "/v1/charges", "", "since"],
    ["GET", "/v1/charges?since=2026-11-21", "", "since"],
    ["GET", "/v1/charges?since=2026-11-21T15:00:00Z&limit=0", "", "limit"],
    ["GET", "/v1/charges?since=2026-11-21T15:00:00Z&limit=101", "", "limit"],
    ["GET", "/v1/charges?since=2026-11-21T15:00:00Z&limit=1e1.5", "", "limit"],
    ["GET", "/v1/charges?since=2026-11-21T15:00:00Z&after=", "", "after"],
    ["GET", `/v1/charges?since=2026-11-21T15:00:00Z&after=${"x".repeat(201)}`, "", "after"],
  ] as const)("refuses %s %s %s, at %j", ([method, where, body, field]) =>
    Effect.gen(function* () {
      const answer = yield* send(method, where, body)
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.body)).toMatchObject({
        error: "invalid",
        faults: [
          {
            field,
            problem: expect.stringMatching(
              /^(is missing|must be [^A-Z]*JSON in UTF-8|must be an? \w+|has a value that the protocol does not allow)$/u,
            ),
          },
        ],
      })
    }),
  )

  it.live("refuses a body that is not UTF-8, instead of charging a changed name", () =>
    Effect.gen(function* () {
      const { sign } = yield* signatures(secrets)
      const body = Uint8Array.from(Buffer.from(JSON.stringify(chargeBody), "latin1"))
      const headers = yield* sign({ method: "PUT", path, body })
      const response = yield* Effect.promise(() =>
        handler(new Request(`http://acquirer.test${path}`, { method: "PUT", headers, body })),
      )
      expect(response.status).toBe(400)
    }),
  )

  it.live("reads no more than the longest request", () =>
    Effect.gen(function* () {
      expect(yield* send("PUT", path, " ".repeat(requestBytesMax + 1))).toEqual({
        status: 413,
        body: '{"error":"too_large"}',
      })
    }),
  )

  it.live("says explicitly that there is no such charge", () =>
    Effect.gen(function* () {
      const never = "0".repeat(32)
      expect(yield* send("GET", `/v1/charges/${never}`, "")).toEqual({
        status: 404,
        body: `{"error":"no_such_charge","key":"${never}"}`,
      })
    }),
  )

  it.live("says explicitly that it has no list of charges", () =>
    Effect.gen(function* () {
      expect(yield* send("GET", "/v1/charges?since=2026-11-21T15:00:00Z", "")).toEqual({
        status: 501,
        body: '{"error":"no_charge_list"}',
      })
    }),
  )

  it.live("names the report that it could not make, and the charge", () =>
    Effect.gen(function* () {
      const never = "0".repeat(32)
      const { status, body } = yield* send("PUT", `/v1/charges/${never}/reports/paid`, "")
      expect([status, JSON.parse(body)]).toEqual([
        409,
        { error: "cannot_report", key: never, kind: "paid", standing: null, method: null, possible: [] },
      ])
    }),
  )
})
