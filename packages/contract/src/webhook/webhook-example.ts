/** Example bodies of webhooks about one order, by the kind of the event. */
import type { WebhookKind } from "@vintem/domain/order"

/** An order that was paid by card. */
export const paidExample = {
  id: "evt_7K3M9Q2X5R8T_1",
  platform: "Vintem",
  token: "9a1c6f0e-3b7d-4a52-8e1f-5c2d7b9a0e34",
  public_key: "b0GzT1kq3v8Yy2mXw5LhNA",
  order_number: "7K3M9Q2X5R8T",
  status: "paid",
  sequence: 1,
  occurred_at: "2026-11-21 10:15:01",
  paid_at: "2026-11-21 10:15:01",
  src: "loja-1",
  ref: "A-1001",
  customer: {
    email: "maria@example.com",
    fullname: "Maria da Silva",
    taxvat: "529.982.247-25",
    telephone: "(11) 98765-4321",
  },
  address: {
    postcode: "01310-100",
    street: "Avenida Paulista",
    number: "1578",
    complement: "",
    city: "São Paulo",
    region: "SP",
    district: "Bela Vista",
  },
  payment: {
    method: "credit",
    name: "Cartão de crédito",
    amount: 189.8,
    installments: 1,
    link_to_pay: "https://pay.example.com/pay/b0GzT1kq3v8Yy2mXw5LhNA",
    digitable: null,
    due_date: null,
    card: { brand: "visa", last_digits: "4242" },
    tid: "CF683BACEDD0767D8F56",
    nsu: "400093836",
  },
  totals: { subtotal: 189.8, discount: 10, fee: 7.96, total: 189.8, refunded: 0, charged_back: 0 },
  items: [{ name: "Camiseta azul", quantity: 2, price: 99.9 }],
} as const

const pix = {
  ...paidExample.payment,
  method: "pix",
  name: "Pix",
  digitable:
    "00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7" +
    "5204000053039865802BR5910LOJA TESTE6009SAO PAULO62070503***63040CCD",
  due_date: "2026-11-21 10:25:00",
  card: null,
  nsu: null,
} as const

const nothingTried = {
  ...paidExample.payment,
  method: null,
  name: null,
  installments: null,
  card: null,
  tid: null,
  nsu: null,
} as const

const nothingPaid = { ...paidExample, paid_at: null } as const

const later = { ...paidExample, sequence: 2, id: "evt_7K3M9Q2X5R8T_2" } as const

/** One order as the body of each kind of webhook. */
export const webhookExamples: Readonly<Record<WebhookKind, object>> = {
  waiting_payment: { ...nothingPaid, status: "waiting_payment", payment: pix },
  paid: paidExample,
  unpaid: { ...nothingPaid, status: "unpaid" },
  canceled: { ...nothingPaid, status: "canceled", payment: pix },
  partial_refund: { ...later, status: "partial_refund", totals: { ...paidExample.totals, refunded: 59.9 } },
  refund: { ...later, status: "refund", totals: { ...paidExample.totals, refunded: 189.8 } },
  chargeback: { ...later, status: "chargeback", totals: { ...paidExample.totals, charged_back: 189.8 } },
  abandoned: {
    ...nothingPaid,
    status: "abandoned",
    payment: nothingTried,
    totals: { ...paidExample.totals, fee: null },
  },
}
