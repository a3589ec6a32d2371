/** A company with one of everything, for paths and bodies that name existing objects. */

import { randomUUID } from "node:crypto"
import { ApiKeyScope } from "@vintem/domain/access"
import { Schema } from "effect"
import { type Json, valueAt } from "./json-value.ts"

/** Calls the service, and returns its answer; fails if it refuses. */
export type Ask = (method: string, path: string, token: string, body: Json) => Promise<Json>

export interface OpenShop {
  /** The company's own key. */
  readonly apiKey: string
  readonly adminToken: string
  /** Existing objects by their place in paths: `orders/{order_number}`, with the word before the parameter. */
  readonly names: ReadonlyMap<string, string>
}

const payer = {
  customer: {
    email: "maria@example.com",
    fullname: "Maria da Silva",
    taxvat: "52998224725",
    telephone: "11987654321",
  },
  address: {
    postcode: "01310-100",
    street: "Avenida Paulista",
    number: "1578",
    district: "Bela Vista",
    city: "São Paulo",
    region: "SP",
  },
}

const card = { holder: "MARIA DA SILVA", number: "4242424242424242", expiration: "12/2039", security: "123" }
const credit = { method: "credit", installments: 1, card }

/** Makes another company each time. */
export const openShop = async (ask: Ask, adminToken: string): Promise<OpenShop> => {
  const administer = (path: string, body: Json) => ask("POST", `/admin/v1/companies${path}`, adminToken, body)
  const company = told(await administer("", { name: "Loja Exemplo" }), "data", "id")
  const admin = (path: string, body: Json) => administer(`/${company}${path}`, body)
  const apiKey = told(await admin("/api-keys", { name: "loja", scopes: ApiKeyScope.literals }), "data", "key")
  const anotherKey = await admin("/api-keys", { name: "outra" })
  const own = (path: string, body: Json) => ask("POST", `/api/v1${path}`, apiKey, body)

  const product = await admin("/products", { sku: "curso", title: "Curso de violão", unit_price: 100 })
  const recurrence = { every: "month", count: 1, cycles: 12 }
  const offer = { slug: "curso-de-violao", title: "Curso", product_id: Number(told(product, "data", "id")), recurrence }
  const checkout = await admin("/checkouts", offer)
  const coupon = await admin("/coupons", { code: "NATAL10", percent: 10 })
  const rule = await admin("/payment-link-rules", { name: "Um", reminders: [{ days: -1, channel: "email" }] })
  const link = await own("/payment-link", { title: "Aula", amount: 10 })
  const batch = await own("/payment-link-bulk", { customers: [{ name: "Ana Souza", amount: 99.9 }] })
  const items = [{ sku: "camiseta", title: "Camiseta", unit_price: 99.9, quantity: 1 }]
  const order = await own("/order/single", { ...payer, items, payment: { method: "pix" } })
  await own("/order", { ...payer, checkout_id: "curso-de-violao", payment: credit })
  const subscribers = await ask("GET", "/api/v1/subscriber", apiKey, null)

  const orderNumber = told(order, "data", "order_number")
  const slug = told(link, "data", "slug")
  const subscriber = told(subscribers, "data", "0", "token")
  const publicKey = told(order, "data", "public_key")
  const key = randomUUID().replaceAll("-", "")
  return {
    apiKey,
    adminToken,
    names: new Map([
      ["companies/{company}", company],
      ["order/{order_number}", orderNumber],
      ["orders/{order_number}", orderNumber],
      ["subscriber/{token}", subscriber],
      ["subscribers/{token}", subscriber],
      ["payment-link/{slug}", slug],
      ["payment-links/{slug}", slug],
      ["l/{slug}", slug],
      ["pay/{public_key}", publicKey],
      ["orders/{public_key}", publicKey],
      ["payment-link-bulk/{token}", told(batch, "data", "token")],
      ["payment-link-rules/{token}", told(rule, "data", "token")],
      ["api-keys/{id}", told(anotherKey, "data", "id")],
      ["webhook-deliveries/{id}", `evt_${orderNumber}_1`],
      ["dead-jobs/{id}", "1"],
      ["products/{product}", told(product, "data", "id")],
      ["checkouts/{slug}", told(checkout, "data", "slug")],
      ["coupons/{code}", told(coupon, "data", "code")],
      ["charges/{key}", key],
      ["refunds/{refund_key}", key],
      ["reports/{kind}", "paid"],
    ]),
  }
}

/** A value of an answer, in the form of paths. */
const told = (answer: Json, ...path: ReadonlyArray<string>): string => {
  const value = valueAt(answer, path)
  if (typeof value === "string" || typeof value === "number") return String(value)
  throw new Error(`Nothing stands at ${path.join(".")} of ${JSON.stringify(answer)}`)
}

/** An answer as JSON. */
export const jsonIn = (text: string): Json => Schema.decodeSync(Schema.fromJsonString(Schema.Json))(text)

/** The parameters of a path, in the form of `names`. */
export const parametersOf = (path: string): ReadonlyArray<string> => {
  const segments = path.split("/")
  return segments.flatMap((segment, index) =>
    (/^\{\w+\}/u.exec(segment) ?? []).map((parameter) => `${segments[index - 1] ?? ""}/${parameter}`),
  )
}
