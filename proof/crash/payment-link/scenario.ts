/** Payment links (`POST`, `PUT` and `DELETE /api/v1/payment-link`). Some are changed, some are removed. */
import type { ClientRequest } from "../client-request.ts"
import { loadOf } from "../clients.ts"
import type { OpenScenario } from "../scenario.ts"
import { checksOf } from "./checks.ts"
import { makeLink, type WantedLink } from "./wanted-link.ts"

const clients = 2
/** A client's longest pause between two links, milliseconds. */
const pauseMaxMillis = 60

export const paymentLinks: OpenScenario = async (shop, random) => {
  const links: Array<WantedLink> = []
  const requests: Array<ClientRequest> = []
  return {
    load: loadOf(shop, random, {
      noun: "requests for payment links",
      count: clients,
      pauseMaxMillis,
      requests,
      visit: (asking, own) => makeLink(links, asking, own),
    }),
    checks: checksOf(shop, links, requests),
  }
}
