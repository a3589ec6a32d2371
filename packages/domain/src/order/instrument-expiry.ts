/**
 * Until when a Pix or slip can be paid.
 */
import { addBankingDays } from "../calendar/banking-days.ts"
import type { Instant } from "../calendar/instant.ts"
import { endOfDayExclusive } from "../calendar/sao-paulo.ts"
import type { Instrument } from "./order.ts"

/** A payment made on the last day is reported on the next banking day, or the one after where the payer's bank was closed. */
const slipGraceBankingDays = 2

/**
 * From this instant on an unpaid instrument counts as expired. That is a guess: one that is paid after all is paid.
 *
 * A Pix ends at the instant it says; a slip at the end, in São Paulo, of the second banking day after its due date.
 *
 * @see docs/decisions/orders.md#0061
 */
export const instrumentExpiry = (instrument: Instrument): Instant =>
  instrument._tag === "pix"
    ? instrument.expiresAt
    : endOfDayExclusive(addBankingDays(instrument.dueDate, slipGraceBankingDays))
