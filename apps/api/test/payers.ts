/** Links to pay, and their payers, who have no credentials. */
import { PayerLinkResponse, PayerOrderResponse, PaymentLinkResponse, SingleOrderResponse } from "@vintem/contract"
import { payer, visa } from "./example-orders.ts"
import { type Answer, adminToken, type CompanyUnderTest, type ServiceUnderTest, shown } from "./service-under-test.ts"

export const linksPath = "/public/v1/payment-links"
export const ordersPath = "/public/v1/orders"

export const pix = { method: "pix" }
export const slip = { method: "bank_slip" }
export const credit = (number = visa.number, installments = 1) => ({
  method: "credit",
  installments,
  card: { ...visa, number },
})

/** A payer and a payment, by default Pix. */
export const paying = (payment: object = pix, parts: object = {}) => ({ customer: payer, payment, ...parts })

export const payersOf = (service: ServiceUnderTest) => {
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    service.call("POST", path, { body, headers })

  return {
    /** Makes a link of R$ 100.00; returns the slug. */
    makeLink: async (company: CompanyUnderTest, parts: object = {}): Promise<string> => {
      const body = { title: "Mensalidade", amount: 100, ...parts }
      return shown(PaymentLinkResponse, await company.post("/api/v1/payment-link", body)).data.slug
    },
    linkOf: async (company: CompanyUnderTest, slug: string) =>
      shown(PaymentLinkResponse, await company.get(`/api/v1/payment-link/${slug}`)).data,
    see: async (slug: string) => shown(PayerLinkResponse, await service.call("GET", `${linksPath}/${slug}`)).data,
    seeOrder: async (key: string) => shown(PayerOrderResponse, await service.call("GET", `${ordersPath}/${key}`)).data,
    post,
    payLink: (slug: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      post(`${linksPath}/${slug}/pay`, body, headers),
    payOrder: (key: string, payment: unknown, headers: Readonly<Record<string, string>> = {}) =>
      post(`${ordersPath}/${key}/pay`, { payment }, headers),
    paid: (answer: Answer) => shown(SingleOrderResponse, answer),
    report: (number: string, kind: string) =>
      service.administer("POST", `/sandbox/v1/orders/${number}/events`, { kind }),
    pass: (seconds: number) =>
      service.call("POST", "/sandbox/v1/clock/advance", { token: adminToken, body: { seconds } }),
  }
}
