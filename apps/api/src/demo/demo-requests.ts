/** The requests of `vintem demo`, with invented people and sandbox cards. */

import { mariasAddress as address, byMariasCard, maria } from "./maria.ts"

export const company = {
  name: "Escola de Violão (demonstração)",
  document: "11222333000181",
  city: "Sao Paulo",
} as const

export const product = { sku: "aula", title: "Aula de violão", unit_price: 99.9 } as const

/** Sells the product every month. */
export const checkout = { title: "Aulas todo mês", recurrence: { every: "month", count: 1 } } as const

/** A customer that the company knows. */
const filledIn = {
  customer_name: maria.fullname,
  customer_email: maria.email,
  customer_document: maria.taxvat,
  customer_phone: maria.telephone,
} as const

/** Each link, with a description. */
export const links: ReadonlyArray<readonly [what: string, link: object]> = [
  [
    "any method, up to 12 installments with interest",
    {
      title: "Mensalidade de novembro",
      amount: 199.9,
      installments: 12,
      fee_mode: "interest",
      bg_color: "#0B6E4F",
      description: "Aulas de violão\nSegundas e quartas, 19h",
    },
  ],
  [
    "the payer pays the fee",
    { title: "Oficina de férias", amount: 350, installments: 6, fee_mode: "customer_pay_fee" },
  ],
  [
    "Pix only, paid once",
    {
      title: "Ingresso do recital",
      amount: 40,
      enable_pix: true,
      enable_credit: false,
      enable_bank_slip: false,
      expire_after_payment: true,
      bg_color: "#FFE100",
    },
  ],
  [
    "bank slip only, with the customer filled in",
    { title: "Matrícula", amount: 120, enable_bank_slip: true, enable_credit: false, enable_pix: false, ...filledIn },
  ],
  ["with a hidden customer", { title: "Conserto do violão", amount: 85, hide_customer_fields: true, ...filledIn }],
  ["a page in English", { title: "Guitar lesson", amount: 120, installments: 3, language: "en" }],
]

const single = (payment: object) => ({
  customer: maria,
  address,
  items: [{ title: product.title, unit_price: product.unit_price, quantity: 2 }],
  payment,
})

/** Each order, with a description. */
export const orders: ReadonlyArray<readonly [what: string, order: object]> = [
  ["an open Pix", single({ method: "pix", expiration: 1_440 })],
  ["an open bank slip", single({ method: "bank_slip" })],
  ["an approved card", single(byMariasCard("4242424242424242"))],
  ["a refused card", single(byMariasCard("4000000000000002"))],
  ["a card under review", single(byMariasCard("4000000000009235"))],
]

/** @param slug - of the checkout */
export const subscription = (slug: string) => ({
  checkout_id: slug,
  customer: maria,
  address,
  payment: byMariasCard("4242424242424242"),
})

export const batch = {
  name: "Mensalidades de dezembro",
  title: "Mensalidade de dezembro",
  amount: 199.9,
  customers: [
    { name: "Ana Exemplo", email: "ana@example.com", reference: "aluna-1" },
    { name: "Bruno Exemplo", email: "bruno@example.com", amount: 149.9, reference: "aluno-2" },
  ],
} as const
