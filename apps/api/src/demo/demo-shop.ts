/**
 * A demo shop: one link of each kind, orders in four states, a subscription and a batch, created by ordinary requests.
 */
import { CheckoutOrderResponse, PaymentLinkResponse, SingleOrderResponse } from "@vintem/contract"
import type { CompanyId } from "@vintem/domain/identifiers"
import { Effect, Option, type Redacted, Schedule, Schema } from "effect"
import { HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import * as requests from "./demo-requests.ts"

/** An object to look at, and its address. */
export interface Shown {
  readonly what: string
  readonly url: string
}

/** The company of a new sandbox, and its stored key. */
export interface DemoPlace {
  readonly company: CompanyId
  readonly key: string | null
}

export interface DemoShop {
  readonly company: number
  /** True if this command created the company: nobody can open it at the panel yet. */
  readonly isNew: boolean
  readonly apiKey: string
  readonly links: ReadonlyArray<Shown>
  readonly orders: ReadonlyArray<Shown>
  readonly subscription: Shown
  readonly batch: ReadonlyArray<Shown>
}

/**
 * @param base - URL of the service, without a trailing slash
 * @param place - the company to fill; a new one if absent
 */
export const makeDemoShop = Effect.fn("makeDemoShop")(function* (
  base: string,
  adminToken: Redacted.Redacted<string>,
  place: Option.Option<DemoPlace>,
) {
  const client = yield* HttpClient.HttpClient
  const asking = (token: Redacted.Redacted<string> | string) => {
    const send = <A>(request: HttpClientRequest.HttpClientRequest, schema: Schema.Decoder<A>) =>
      client
        .execute(HttpClientRequest.bearerToken(request, token))
        .pipe(
          Effect.flatMap(HttpClientResponse.filterStatusOk),
          Effect.flatMap(HttpClientResponse.schemaBodyJson(schema)),
        )
    return {
      get: <A>(path: string, schema: Schema.Decoder<A>) => send(HttpClientRequest.get(`${base}${path}`), schema),
      post: <A>(path: string, body: unknown, schema: Schema.Decoder<A>) =>
        send(HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(`${base}${path}`), body), schema),
    }
  }

  const operator = asking(adminToken)
  const company = Option.isSome(place)
    ? place.value.company
    : (yield* operator.post("/admin/v1/companies", requests.company, Made)).data.id
  const admin = `/admin/v1/companies/${company}`
  const isGood = (key: string) => Effect.as(asking(key).get("/api/v1/order", Schema.Unknown), true)
  const kept = Option.isSome(place) ? place.value.key : null
  // A key that was revoked, or is another sandbox's, is no use.
  const isKept = kept !== null && (yield* Effect.orElseSucceed(isGood(kept), () => false))
  const apiKey = isKept ? kept : (yield* operator.post(`${admin}/api-keys`, { name: "demo" }, MadeKey)).data.key
  // A repeated run reuses what must exist only once.
  const products = (yield* operator.get(`${admin}/products`, Products)).data
  const product =
    products.find(({ sku }) => sku === requests.product.sku)?.id ??
    (yield* operator.post(`${admin}/products`, requests.product, Made)).data.id
  const checkouts = (yield* operator.get(`${admin}/checkouts`, Checkouts)).data
  const { slug } =
    checkouts.find(({ title }) => title === requests.checkout.title) ??
    (yield* operator.post(`${admin}/checkouts`, { ...requests.checkout, product_id: product }, MadeCheckout)).data

  const seller = asking(apiKey)
  const links = yield* Effect.forEach(requests.links, ([what, link]) =>
    Effect.map(seller.post("/api/v1/payment-link", link, PaymentLinkResponse), ({ data: { url } }) => ({ what, url })),
  )
  const orders = yield* Effect.forEach(requests.orders, ([what, order]) =>
    Effect.map(seller.post("/api/v1/order/single", order, SingleOrderResponse), ({ data }) => ({
      what,
      url: `${base}/pay/${data.public_key}`,
    })),
  )
  const sold = yield* seller.post("/api/v1/order", requests.subscription(slug), CheckoutOrderResponse)
  const { token } = (yield* seller.post("/api/v1/payment-link-bulk", requests.batch, MadeBatch)).data
  const { data: done } = yield* Effect.repeat(seller.get(`/api/v1/payment-link-bulk/${token}`, Batch), {
    until: ({ data: { status } }) => status !== "pending" && status !== "processing",
    schedule: Schedule.spaced("200 millis"),
    times: 150, // half a minute: links made later appear when the batch is read again
  })
  const shop: DemoShop = {
    company,
    isNew: Option.isNone(place),
    apiKey,
    links,
    orders,
    subscription: { what: "its first order", url: `${base}/pay/${sold.data.public_key}` },
    batch: done.payment_links.map(({ title, url }) => ({ what: title, url })),
  }
  return shop
})

const Made = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })
const Products = Schema.Struct({ data: Schema.Array(Schema.Struct({ id: Schema.Int, sku: Schema.String })) })
const Checkouts = Schema.Struct({ data: Schema.Array(Schema.Struct({ slug: Schema.String, title: Schema.String })) })
const MadeKey = Schema.Struct({ data: Schema.Struct({ key: Schema.String }) })
const MadeCheckout = Schema.Struct({ data: Schema.Struct({ slug: Schema.String }) })
const MadeBatch = Schema.Struct({ data: Schema.Struct({ token: Schema.String }) })
const Batch = Schema.Struct({
  data: Schema.Struct({
    status: Schema.String,
    payment_links: Schema.Array(Schema.Struct({ title: Schema.String, url: Schema.String })),
  }),
})
