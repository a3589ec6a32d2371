/**
 * Payments by a link (`POST /public/v1/payment-links/{slug}/pay`, or a contact first and `POST
 * /public/v1/orders/{public_key}/pay`) of every kind. Several payers race for each link, and every other link is paid
 * once.
 */
import { askUntilAnswered, type ClientRequest } from "../client-request.ts"
import { type Asking, loadOf } from "../clients.ts"
import { checksOf as orderChecksOf } from "../order/checks.ts"
import type { OpenScenario } from "../scenario.ts"
import { checksOf } from "./checks.ts"
import { type LinkPayments, payALink, payTheFirstLinks } from "./link-to-pay.ts"

/** Each makes a link and brings its payers. */
const clients = 2
/** The longest pause between two links, milliseconds. */
const pauseMaxMillis = 60

export const linkPayments: OpenScenario = async (shop, random) => {
  const payments: LinkPayments = { links: [], purchases: [] }
  const requests: Array<ClientRequest> = []
  const setUp: Asking = (request) => {
    requests.push(request)
    return askUntilAnswered(shop, request)
  }
  await payTheFirstLinks(payments, setUp, random)
  const kept = { noun: "payments by a link", origin: "payment_link", keyPath: "$.customer.email" } as const
  return {
    load: loadOf(shop, random, {
      noun: "requests about links that are paid",
      count: clients,
      pauseMaxMillis,
      requests,
      visit: (asking, own) => payALink(payments, asking, own),
    }),
    checks: [...orderChecksOf(shop, { ...kept, purchases: payments.purchases, requests }), ...checksOf(payments)],
  }
}
