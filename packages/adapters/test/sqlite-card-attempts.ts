/** Numbered card attempts of payers, and their stopped payments. */
import { instant } from "@vintem/domain/calendar"
import { OrderNumber } from "@vintem/domain/identifiers"
import { CardAttempts } from "@vintem/domain/ports"
import { exampleAttemptKey, exampleNow } from "@vintem/testing"
import { Effect } from "effect"
import { slugOfLink } from "./sqlite-payment-links.ts"

const orderOf = (n: number) => ({ _tag: "order", number: OrderNumber.make(`PAGO${n}`) }) as const

/** Few addresses at few links; every third attempt's card was refused, and the payment of each order was stopped. */
export const countCardAttempts = Effect.fnUntraced(function* (n: number) {
  const attempts = yield* CardAttempts
  const key = exampleAttemptKey(n)
  const at = instant(exampleNow + n)
  yield* attempts.start({ key, visitor: `visitor-${n % 50}`, link: slugOfLink(n % 20), at })
  if (n % 3 === 0) yield* attempts.settle(key, "refused")
  yield* attempts.recordStop(orderOf(n), "order", at)
})

/** Calls every method. */
export const useCardAttempts = Effect.fnUntraced(function* (n: number) {
  const attempts = yield* CardAttempts
  yield* countCardAttempts(n)
  yield* attempts.start({ key: exampleAttemptKey(n + 1), visitor: "visitor-1", link: null, at: exampleNow })
  yield* attempts.settle(exampleAttemptKey(n), "refused")
  yield* attempts.settle(exampleAttemptKey(n), "cleared")
  yield* attempts.recordStop(orderOf(n), "order", exampleNow)
  yield* attempts.stops(orderOf(n))
  yield* attempts.forgetAttempts(instant(exampleNow + 100), 10)
  yield* attempts.forgetStops(instant(exampleNow + 100), 10)
})
