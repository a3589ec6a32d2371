/** A company that has something of each kind, with the address of each of its panel pages. */
import { BulkResponse, CustomerPage, PaymentLinkResponse } from "@vintem/contract"
import { companyPaths, pathTo } from "@vintem/panel"
import { Schema } from "effect"
import { grantOf, inviteTo } from "./at-the-panel.ts"
import { byCard, byPix } from "./example-orders.ts"
import { type CompanyUnderTest, type ServiceUnderTest, shown } from "./service-under-test.ts"
import { openShopAt } from "./subscriptions.ts"

const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

export interface FullCompany {
  readonly company: CompanyUnderTest
  readonly addresses: Readonly<Record<keyof typeof companyPaths, string>>
  /** A number of an order that waits to be paid; the one in `addresses` is paid. */
  readonly openOrder: string
}

export const fullCompany = async (service: ServiceUnderTest): Promise<FullCompany> => {
  const company = await service.newCompany()
  const admin = `/admin/v1/companies/${company.id}`
  const put = async (method: string, path: string, body: unknown): Promise<void> => {
    const answer = await service.administer(method, `${admin}${path}`, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
  }
  await put("PUT", "/webhook", { url: "http://127.0.0.1:9/avisos" })
  await put("POST", "/coupons", { code: "NATAL10", percent: 10 })
  await put("POST", "/payment-link-rules", { name: "Régua", reminders: [{ days: -3, channel: "email" }] })
  const shop = await openShopAt(service, company)
  const subscription = await shop.subscribe()
  const order = shown(Placed, await company.post("/api/v1/order/single", byCard())).data.order_number
  const open = shown(Placed, await company.post("/api/v1/order/single", byPix())).data.order_number
  const long = "Mensalidade".repeat(13)
  const { slug } = shown(
    PaymentLinkResponse,
    await company.post("/api/v1/payment-link", { title: long, amount: 10 }),
  ).data
  await inviteTo(service, `${"convidada".repeat(5)}@vintem.example`, grantOf("developer", company.id))
  const customers = [{ name: "Maria da Silva", email: "maria@example.com" }, { name: "José Lima" }]
  const bulk = await company.post("/api/v1/payment-link-bulk", { amount: 10, customers })
  const { token: batch } = shown(BulkResponse, bulk).data
  const people = await service.administer("GET", `${admin}/customers`)
  const [customer] = shown(CustomerPage, people).data
  const values = { company: company.id, order_number: order, slug, customer: customer?.id ?? 0 }
  const to = (path: string, token = ""): string => pathTo(path, { ...values, token })
  return {
    company,
    addresses: {
      overview: to(companyPaths.overview),
      orders: to(companyPaths.orders),
      order: to(companyPaths.order),
      links: to(companyPaths.links),
      newLink: to(companyPaths.newLink),
      link: to(companyPaths.link),
      batches: to(companyPaths.batches),
      newBatch: to(companyPaths.newBatch),
      batch: to(companyPaths.batch, batch),
      subscriptions: to(companyPaths.subscriptions),
      subscription: to(companyPaths.subscription, subscription.token),
      products: to(companyPaths.products),
      checkouts: to(companyPaths.checkouts),
      coupons: to(companyPaths.coupons),
      rules: to(companyPaths.rules),
      webhook: to(companyPaths.webhook),
      keys: to(companyPaths.keys),
      members: to(companyPaths.members),
      audit: to(companyPaths.audit),
      customers: to(companyPaths.customers),
      customer: to(companyPaths.customer),
      settings: to(companyPaths.settings),
    },
    openOrder: pathTo(companyPaths.order, { ...values, order_number: open }),
  }
}
