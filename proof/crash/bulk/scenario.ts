/** Links in bulk (`POST /api/v1/payment-link-bulk`): batches of 1 to 50 customers. Some grow, some are canceled. */
import type { ClientRequest } from "../client-request.ts"
import { loadOf } from "../clients.ts"
import type { OpenScenario } from "../scenario.ts"
import { makeBatch, type WantedBatch } from "./batch-request.ts"
import { checksOf } from "./checks.ts"

const clients = 2
/** A client's longest pause between two batches, milliseconds: the service makes some dozen links meanwhile. */
const pauseMaxMillis = 120

export const bulkLinks: OpenScenario = async (shop, random) => {
  const batches: Array<WantedBatch> = []
  const requests: Array<ClientRequest> = []
  return {
    load: loadOf(shop, random, {
      noun: "requests for batches",
      count: clients,
      pauseMaxMillis,
      requests,
      visit: (asking, own) => makeBatch(batches, asking, own),
    }),
    checks: checksOf(shop, batches, requests),
  }
}
