/**
 * A payment link living through commands and news.
 */
import * as Result from "effect/Result"
import { saoPauloDate } from "../../src/calendar/sao-paulo.ts"
import type { LinkCommand, LinkNews } from "../../src/payment-link/commands.ts"
import { decideLink, hearLink } from "../../src/payment-link/decide.ts"
import type { LinkChange } from "../../src/payment-link/events.ts"
import { evolveLink } from "../../src/payment-link/evolve.ts"
import { linkStatusOf } from "../../src/payment-link/link-status.ts"
import type { PaymentLink } from "../../src/payment-link/payment-link.ts"
import type { LinkRefused } from "../../src/payment-link/refusals.ts"
import type { Machine, MachineStep } from "../machine/machine.ts"

/** Whatever a link can be confronted with. */
export type LinkMove = LinkCommand | LinkNews

/** What a link made of a move. */
export type LinkStep = MachineStep<PaymentLink, LinkMove, LinkChange, LinkRefused>

/** The machine of the link, to be walked. */
export const linkMachine: Machine<PaymentLink, LinkMove, LinkChange, LinkRefused> = {
  answer: (link, move) =>
    move._tag === "PaymentStands" ? Result.succeed(hearLink(link, move)) : decideLink(link, move),
  evolve: evolveLink,
  describe: (move) => {
    switch (move._tag) {
      case "StartPayment":
        return `StartPayment of ${move.order} by ${move.method._tag}`
      case "PaymentStands":
        return `${move.order} ${move.standing._tag}`
      case "Update":
        return `Update, ${move.terms.expireAfterPayment ? "paid once" : "paid often"} until ${move.terms.expiredAt}`
      case "Remove":
        return move._tag
    }
  },
  shows: (link, { at }) => linkStatusOf(link, saoPauloDate(at)),
}
