/**
 * The kinds of orders that are placed, and how each of them ends where nothing comes in between.
 */

import { byCard, byNumber, byPix, bySlip } from "@vintem/api/test/example-orders.ts"
import type { OrderStatus } from "@vintem/domain/order"

export interface Kind {
  readonly name: string
  /** A body that is accepted as a single order; what another operation asks for otherwise, it takes out of it. */
  readonly body: { readonly customer: object; readonly address: object; readonly payment: object }
  /** The status once the acquirer was asked for everything that was not known, and minutes have passed. */
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
