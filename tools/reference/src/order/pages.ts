/**
 * The pages on orders.
 */
import { isConfirmed, type OrderStatus } from "@vintem/domain/order"
import { refusalsPage } from "../machine/refusals-page.ts"
import { transitionsPage } from "../machine/transitions-page.ts"
import type { ReferencePage } from "../page.ts"
import { orderReference } from "./order-reference.ts"
import { usualPlace } from "./states.ts"
import { orderStatusesPage } from "./statuses.ts"
import { orderWebhooksPage } from "./webhooks.ts"

/** Once a payment is confirmed an order never leaves these statuses again. */
const showsPayment = (status: OrderStatus): boolean => isConfirmed(usualPlace(status).state)

export const orderPages = (): ReadonlyArray<ReferencePage> => [
  orderStatusesPage(),
  transitionsPage(orderReference, {
    intro: `What comes of each event when facts arrive in the usual order. In any other they lead to the same end: the status follows from
[the rules](order-statuses.md), which know no transitions. A command may be refused; everything else is a fact and is recorded.

- a status: what the order shows next
- \`=\`: recorded, or known already; the status stays
- \`×\`: refused, and nothing is written; the [refusal](order-refusals.md) stands beside it
- \`p\`: parked; recorded, and effective once a payment is
- several: what the order shows depends on what else is known of it

A report on an attempt such an order does not have is tried on a further one, started for the purpose.`,
    drawings: [
      { title: "Until a payment is confirmed", start: "created", isDrawn: (from) => !showsPayment(from) },
      { title: "Once a payment is confirmed", start: "paid", isDrawn: showsPayment },
    ],
  }),
  refusalsPage(orderReference, {
    about: `A refused command writes nothing. Where several reasons hold, the first of this list is told; with it come the status, what could be
done instead and what could still be refunded. Doing again what is done already is not refused: it does nothing.`,
    tried: `What came of trying each command on orders of each status: by every method, of amounts that fit and do not, in time and too late, of
a payment that came and of one that did not. \`accepted\`: in one form at least. \`=\`: done already, so that nothing is left to do.`,
  }),
  orderWebhooksPage(),
]
