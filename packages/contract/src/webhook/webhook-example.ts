/**
 * Example bodies of webhooks about one order, by the kind of the event.
 */
import { methodRules } from "@vintem/domain/method"
import type { WebhookKind } from "@vintem/domain/order"
import {
  exampleAddress,
  exampleCard,
  exampleCharge,
  exampleCustomer,
  exampleOrder,
  examplePixCode,
} from "../order/example-order.ts"

/** An order that was paid by card. */
export const paidExample = {
  id: `evt_${exampleOrder.order_number}_1`,
  platform: "Vintem",
  token: exampleOrder.token,
  public_key: exampleOrder.public_key,
  order_number: exampleOrder.order_number,
  status: "paid",
  sequence: 1,
  occurred_at: exampleOrder.paid_at,
  paid_at: exampleOrder.paid_at,
  src: "loja-1",
  ref: "A-1001",
  customer: exampleCustomer,
  address: exampleAddress,
  payment: {
    method: "credit",
    name: methodRules.credit.title["pt-BR"],
    amount: exampleOrder.total,
    installments: 1,
    link_to_pay: exampleOrder.link_to_pay,
    digitable: null,
    due_date: null,
    card: exampleCard,
    ...exampleCharge,
  },
  totals: {
    subtotal: exampleOrder.total,
    discount: 10,
    fee: 7.96,
    total: exampleOrder.total,
    refunded: 0,
    charged_back: 0,
  },
  items: [{ name: "Camiseta azul", quantity: 2, price: 99.9 }],
} as const

const pix = {
  ...paidExample.payment,
  method: "pix",
  name: methodRules.pix.title["pt-BR"],
  digitable: examplePixCode,
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

const later = { ...paidExample, sequence: 2, id: `evt_${exampleOrder.order_number}_2` } as const

/** One order as the body of each kind of webhook. */
export const webhookExamples: Readonly<Record<WebhookKind, object>> = {
  waiting_payment: { ...nothingPaid, status: "waiting_payment", payment: pix },
  paid: paidExample,
  unpaid: { ...nothingPaid, status: "unpaid" },
  canceled: { ...nothingPaid, status: "canceled", payment: pix },
  partial_refund: { ...later, status: "partial_refund", totals: { ...paidExample.totals, refunded: 59.9 } },
  refund: { ...later, status: "refund", totals: { ...paidExample.totals, refunded: exampleOrder.total } },
  chargeback: { ...later, status: "chargeback", totals: { ...paidExample.totals, charged_back: exampleOrder.total } },
  abandoned: {
    ...nothingPaid,
    status: "abandoned",
    payment: nothingTried,
    totals: { ...paidExample.totals, fee: null },
  },
}
