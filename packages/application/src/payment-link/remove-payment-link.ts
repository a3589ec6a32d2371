/**
 * Removes a payment link that has not been paid.
 *
 * A Pix or slip of it that can still be paid is withdrawn at the acquirer first: so a payment that has just come in is noticed
 * before the link is given up.
 */
import {
  attemptState,
  type CompanyId,
  decide,
  evolveLink,
  instant,
  type LinkRefused,
  type LinkSlug,
  linkMachine,
  type OrderNumber,
  OrderRepository,
  PaymentLinkRepository,
  UnitOfWork,
} from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import { againOnConflict } from "../order/again-on-conflict.ts"
import { withdraw } from "../order/ask-acquirer.ts"
import { recordNews } from "../order/record-news.ts"
import { findPaymentLink } from "./find-payment-link.ts"

/** What became of the wish to remove a link. */
export type PaymentLinkRemoval =
  | { readonly _tag: "Removed" }
  | { readonly _tag: "Refused"; readonly refusal: LinkRefused }

/** Fails with `NoSuchLink`. */
export const removePaymentLink = Effect.fn("removePaymentLink")(function* (company: CompanyId, slug: LinkSlug) {
  const first = yield* attempted(company, slug)
  if (first._tag === "Removed" || first.refusal.reason !== "InstrumentOpen") return first
  yield* Effect.forEach(first.refusal.open, (order) => withdrawn(company, order), { concurrency: 10, discard: true })
  return yield* attempted(company, slug)
}, Effect.uninterruptible)

const attempted = Effect.fnUntraced(function* (company: CompanyId, slug: LinkSlug) {
  const { commit } = yield* UnitOfWork
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const links = yield* PaymentLinkRepository
    const link = yield* findPaymentLink(company, slug)
    const decided = decide(linkMachine, link, { _tag: "Remove", at })
    if (Result.isFailure(decided)) {
      return { _tag: "Refused", refusal: decided.failure } satisfies PaymentLinkRemoval
    }
    yield* links.save(decided.success.reduce(evolveLink, link), decided.success)
    return { _tag: "Removed" } satisfies PaymentLinkRemoval
  })
  return yield* againOnConflict(commit(unit))
})

const withdrawn = Effect.fnUntraced(function* (company: CompanyId, number: OrderNumber) {
  const orders = yield* OrderRepository
  const found = yield* orders.find(company, number)
  if (Option.isNone(found)) return
  const open = found.value.order.attempts.filter(({ facts }) => attemptState(facts) === "open")
  const answers = yield* Effect.forEach(open, withdraw, { concurrency: "unbounded" })
  yield* recordNews(company, number, answers.flatMap(Option.toArray))
})
