/**
 * Removes an unpaid payment link.
 *
 * Its Pix or slip that can still be paid is withdrawn at the acquirer first, so that a payment that has just arrived is
 * noticed before the link is removed.
 */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId, LinkSlug, OrderNumber } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import { isPayable } from "@vintem/domain/order"
import { evolveLink, type LinkRefused, linkMachine } from "@vintem/domain/payment-link"
import {
  type Acquirer,
  OrderRepository,
  PaymentLinkRepository,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Result } from "effect"
import { withdrawAttempts } from "../charging/ask-acquirer.ts"
import { recordReports } from "../orders/reports/record-reports.ts"
import type { SaveConflict } from "../reactions/consequence.ts"
import type { SaveNeeds } from "../reactions/save-changes.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { findPaymentLink, type NoSuchLink } from "./find-payment-link.ts"
import { linkFields } from "./link-fields.ts"

/** How `removePaymentLink` ended. */
export type RemovePaymentLinkOutcome =
  | { readonly _tag: "Removed" }
  | { readonly _tag: "Refused"; readonly refusal: LinkRefused }

/** Fails with `NoSuchLink`. */
export const removePaymentLink = Effect.fn("removePaymentLink")(function* (
  company: CompanyId,
  slug: LinkSlug,
): Effect.fn.Return<
  RemovePaymentLinkOutcome,
  NoSuchLink | SaveConflict | StorageUnavailable,
  Acquirer | Trail | SaveNeeds | UnitOfWork
> {
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
      return { _tag: "Refused", refusal: decided.failure } satisfies RemovePaymentLinkOutcome
    }
    yield* links.save(decided.success.reduce(evolveLink, link), decided.success)
    const before = linkFields(link.terms)
    yield* recordInCompany(company, { action: "link.remove", subject: slug, before, after: null })
    return { _tag: "Removed" } satisfies RemovePaymentLinkOutcome
  })
  return yield* againOnConflict(commit(unit))
})

const withdrawn = Effect.fnUntraced(function* (company: CompanyId, number: OrderNumber) {
  const orders = yield* OrderRepository
  const found = yield* orders.find(company, number)
  if (Option.isNone(found)) return
  const open = found.value.order.attempts.filter(({ facts }) => isPayable(facts))
  yield* recordReports(company, number, yield* withdrawAttempts(company, open))
})
