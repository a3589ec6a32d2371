/** The texts that a placed order leaves in any database: events, the message to the company, the answer. */
import { randomBytes } from "node:crypto"
import type { Answer } from "./acquirer.ts"
import type { SingleOrder } from "./request.ts"

/** The names of an order. */
export interface Shown {
  readonly order_number: string
  readonly public_key: string
  readonly status: string
}

const totalsOf = ({ discount, fee, total }: SingleOrder) => ({
  subtotal: (total + discount) / 100,
  discount: discount / 100,
  fee: fee / 100,
  total: total / 100,
})

/** JSON of the two events of an order. */
export const eventTexts = (order: SingleOrder, customer: number, { brand, lastDigits, nsu, tid }: Answer) => ({
  created: JSON.stringify({
    customer_id: customer,
    method: "credit",
    installments: order.installments,
    ...totalsOf(order),
  }),
  settled: JSON.stringify({ tid, nsu, brand, last_digits: lastDigits }),
})

/** The message to the company. @param address - JSON */
export const outboxText = (order: SingleOrder, address: string, shown: Shown): string => {
  const { customer, installments, items, total } = order
  const sold = items.map(({ quantity, title, unitPrice }) => ({ name: title, quantity, price: unitPrice / 100 }))
  const payment = { method: "credit", amount: total / 100, installments }
  const message = { platform: "Vintem", ...shown, src: null, ref: null, customer }
  return `${JSON.stringify(message).slice(0, -1)},"address":${address},"payment":${JSON.stringify(payment)},"totals":${JSON.stringify(totalsOf(order))},"items":${JSON.stringify(sold)}}`
}

/** The body of the answer. @param token - of the card, if it was approved */
export const answerText = ({ brand, isApproved, lastDigits, nsu, tid }: Answer, shown: Shown, token: string | null) =>
  JSON.stringify({
    success: isApproved,
    hasError: !isApproved,
    response: isApproved ? "Payment approved." : "Payment refused.",
    data: shown,
    payment: {
      tid,
      nsu,
      link_to_pay: null,
      digitable_number: null,
      due_date: null,
      card: token === null ? null : { token, brand, last_digits: lastDigits },
    },
  })

let pool = ""
let taken = 0

/** 16 random hexadecimal digits: one call of the generator serves thousands of them. */
export const random16 = (): string => {
  if (taken >= pool.length) {
    pool = randomBytes(32_768).toString("hex")
    taken = 0
  }
  taken += 16
  return pool.slice(taken - 16, taken)
}
