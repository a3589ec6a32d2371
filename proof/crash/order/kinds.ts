/** The kinds of orders, and the final status of each if nothing interferes. */

import { byCard, byNumber, byPix, bySlip } from "@vintem/api/test/example-orders.ts"
import type { OrderStatus } from "@vintem/domain/order"

export interface Kind {
  readonly name: string
  /** A valid body of a single order. Another operation takes its parts from it. */
  readonly body: { readonly customer: object; readonly address: object; readonly payment: object }
  /** The status after the acquirer was asked about every unknown outcome, and minutes have passed. */
  readonly ending: OrderStatus
}

const minutesPerMonth = 43_200

/** The cards are those of docs/sandbox.md. */
export const kinds: readonly [Kind, ...ReadonlyArray<Kind>] = [
  { name: "approved card", body: byCard(), ending: "paid" },
  { name: "refused card", body: byNumber("4000000000000002"), ending: "unpaid" },
  { name: "card held for review", body: byNumber("4000000000009235"), ending: "risk_analysis" },
  { name: "card charged in silence", body: byNumber("4000000000000101"), ending: "paid" },
  { name: "card that meets a server error", body: byNumber("4000000000000119"), ending: "unpaid" },
  { name: "Pix", body: byPix({ expiration: minutesPerMonth }), ending: "waiting_payment" },
  { name: "Pix of one minute", body: byPix({ expiration: 1 }), ending: "unpaid" },
  { name: "slip", body: bySlip(), ending: "waiting_payment" },
]
