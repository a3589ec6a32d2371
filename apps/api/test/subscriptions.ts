/**
 * A shop that sells subscriptions, its subscribers, and the passing of time.
 *
 * Each shop has its own service, whose clock starts on 19 November 2026 at noon: tests know all dates in advance.
 */
import {
  CheckoutOrderResponse,
  ClockView,
  OrderPage,
  OrderResponse,
  SubscriberHistoryView,
  SubscriberPage,
  SubscriberResponse,
} from "@vintem/contract"
import { LocalDate, startOfDay } from "@vintem/domain/calendar"
import { Schema } from "effect"
import { address, payer, visa } from "./example-orders.ts"
import {
  type Answer,
  type CompanyUnderTest,
  type ServiceOptions,
  type ServiceUnderTest,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

export const subscribersPath = "/api/v1/subscriber"

/** A card of the sandbox that is approved once, and refused whenever it is charged again. */
export const onceOnly = "4000000000000341"

export const byCard = (number = visa.number) => ({ method: "credit", installments: 1, card: { ...visa, number } })

const Made = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })
const History = Schema.Struct({ data: SubscriberHistoryView })

/** The default sale: two lessons of R$ 99.90 each, every month. */
const monthly = { slug: "violao", title: "Violão para todos", quantity: 2, recurrence: { every: "month", count: 1 } }

export type Shop = Awaited<ReturnType<typeof openShop>>

/** @param checkout - changes to its checkout */
export const openShop = async (checkout: object = {}, options: ServiceOptions = {}) => {
  const service = serviceUnderTest(options)
  return openShopAt(service, await service.newCompany(), checkout)
}

/** A shop of a company, in a service that may have others. */
export const openShopAt = async (service: ServiceUnderTest, company: CompanyUnderTest, checkout: object = {}) => {
  const admin = `/admin/v1/companies/${company.id}`
  const made = await service.administer("POST", `${admin}/products`, { sku: "aula", title: "Aula", unit_price: 99.9 })
  const { id: product } = shown(Made, made).data

  const offer = async (parts: object): Promise<void> => {
    const answer = await service.administer("POST", `${admin}/checkouts`, { ...monthly, product_id: product, ...parts })
    if (answer.status !== 201) throw new Error(answer.text)
  }
  await offer(checkout)

  const order = async (parts: object = {}) => {
    const body = { checkout_id: "violao", customer: payer, address, payment: byCard(), ...parts }
    const answer = await company.post("/api/v1/order", body)
    if (answer.status !== 200) throw new Error(answer.text)
    return shown(CheckoutOrderResponse, answer)
  }
  const list = async (query = "") => shown(SubscriberPage, await company.get(`${subscribersPath}${query}`))
  const retrieve = async (token: string) =>
    shown(SubscriberResponse, await company.get(`${subscribersPath}/${token}`)).data
  const newest = async () => retrieve((await list()).data[0]?.token ?? "none")
  const now = async () => Date.parse(shown(ClockView, await service.administer("GET", "/sandbox/v1/clock")).data.now)
  const pass = async (seconds: number): Promise<void> => {
    const answer = await service.administer("POST", "/sandbox/v1/clock/advance", { seconds })
    if (answer.status !== 200) throw new Error(answer.text)
  }

  return {
    ...company,
    service,
    admin,
    product,
    /** Sells the product in another way, under another slug. */
    offer,
    order,
    list,
    retrieve,
    /** Places an order that is paid at once; returns its subscription. */
    subscribe: async (parts: object = {}) => {
      await order(parts)
      return newest()
    },
    newest,
    /** The orders, oldest first. */
    orders: async () => {
      const found: Array<(typeof OrderPage.Type)["data"][number]> = []
      for (let page = 1; ; page += 1) {
        const { data, meta } = shown(OrderPage, await company.get(`/api/v1/order?page=${page}`))
        found.unshift(...data.toReversed())
        if (page >= meta.last_page) return found
      }
    },
    orderOf: async (number: string) => shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data,
    report: (number: string, kind: string) =>
      service.administer("POST", `/sandbox/v1/orders/${number}/events`, { kind }),
    history: async (token: string) =>
      shown(History, await service.administer("GET", `${admin}/subscribers/${token}/history`)).data,
    replaceCard: (token: string, body: unknown): Promise<Answer> =>
      service.administer("PUT", `${admin}/subscribers/${token}/card`, body),
    cancel: (token: string, method = "DELETE"): Promise<Answer> =>
      service.call(method, `${subscribersPath}/${token}/cancel`, { token: company.key }),
    pass,
    /** Moves the clock to the beginning of a day in São Paulo, and runs everything that falls due until then. */
    until: async (day: string): Promise<void> => pass((startOfDay(LocalDate.make(day)) - (await now())) / 1_000),
  }
}

export const days = (count: number): number => count * 86_400
