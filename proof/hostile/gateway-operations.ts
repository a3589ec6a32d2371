/** The operations between acquirer and service. Only docs/gateway-protocol.md describes them. */
import { GatewayServer } from "@vintem/adapters"
import { gatewayPaths } from "@vintem/api/src/http/gateway-notifications.ts"
import type { Json } from "./json-value.ts"
import type { Operation } from "./operations.ts"

const key = "4vf0jyrthx2m8k6q3wz9c5nb7d1sag0e"

const told: ReadonlyArray<Json> = [
  {
    type: "charge",
    status: "confirmed",
    report: {
      captured: 3_990,
      tid: "5CEC9C0B7861E6F58EC2",
      nsu: "123456",
      reason: "não autorizada",
      decline: "hard",
      card_token: "um-cartao",
      instrument: { type: "pix", code: "00020101", expires_at: "2026-11-19T15:10:00.000Z" },
    },
  },
  { type: "refund", refund_key: key, amount: 100, status: "confirmed" },
  { type: "case", case_key: key, amount: 100, status: "opened" },
]

/** The acquirer's notifications to the service. */
export const notifications: ReadonlyArray<Operation> = gatewayPaths.map(({ method, path }) => ({
  side: "gateway",
  method,
  path,
  query: [],
  headers: [],
  bodies: [{ key, news: told }, ...told.map((one): Json => ({ key, news: [one] }))],
}))

const charge = {
  order_number: "7K3M9Q2X5R8T",
  amount: 3_990,
  payer: { name: "Maria da Silva", email: "maria@example.com", document: "52998224725", telephone: "11987654321" },
  receiver: { name: "Loja Exemplo", city: "São Paulo" },
}

const means: ReadonlyArray<Json> = [
  {
    type: "card",
    card: { number: "4242424242424242", holder: "MARIA DA SILVA", expiration: "12/2039", security_code: "123" },
    installments: 3,
  },
  { type: "saved_card", card_token: "um-cartao", installments: 1 },
  { type: "pix", expires_at: "2099-11-19T15:10:00.000Z" },
  { type: "bank_slip", due_date: "2099-11-23" },
]

/** The bodies of operations that read one. */
const sent: ReadonlyMap<string, ReadonlyArray<Json>> = new Map([
  ["PUT /v1/charges/:key", means.map((each): Json => ({ ...charge, means: each }))],
  ["PUT /v1/charges/:key/refunds/:refund_key", [{ amount: 100, way: "reversal" }]],
])

/** The service's requests to the simulated acquirer, which is its own process. */
export const acquirerOperations: ReadonlyArray<Operation> = GatewayServer.served.map(({ method, path }) => ({
  side: "acquirer",
  method,
  path: path.replace(/:(\w+)/gu, "{$1}"),
  query: [],
  headers: [],
  bodies: sent.get(`${method} ${path}`) ?? [],
}))
