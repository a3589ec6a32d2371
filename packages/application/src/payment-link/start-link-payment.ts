/**
 * Lets an order of a payment link charge its payer, if the link has it so.
 */
import {
  decideLink,
  evolveLink,
  type Instant,
  type LinkRefused,
  type Method,
  type OrderNumber,
  type PaymentLink,
  PaymentLinkRepository,
} from "@vintem/domain"
import { Effect, Result } from "effect"

/**
 * Part of the unit that stores the attempt: of a link that is paid once, the second of two payers who race finds the first one's
 * charge in flight here.
 *
 * @returns why the link takes no such payment now, or null
 */
export const startLinkPayment = Effect.fnUntraced(function* (
  link: PaymentLink,
  order: OrderNumber,
  method: Method,
  at: Instant,
) {
  const links = yield* PaymentLinkRepository
  const decided = decideLink(link, { _tag: "StartPayment", order, method, at })
  if (Result.isFailure(decided)) {
    const refusal: LinkRefused = decided.failure
    return refusal
  }
  yield* links.save(decided.success.reduce(evolveLink, link), decided.success)
  return null
})
