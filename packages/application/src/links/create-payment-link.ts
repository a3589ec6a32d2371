/**
 * Makes a payment link.
 */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type LinkCreated,
  type LinkTerms,
  type LinkTermsRefusal,
  linkCreated,
  type PaymentLink,
} from "@vintem/domain/payment-link"
import {
  type AddressLookup,
  type CompanyRepository,
  type IdempotencyStore,
  Identifiers,
  type ReminderRuleRepository,
  type StorageUnavailable,
  type Trail,
  type UnitOfWork,
  type WriteSets,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import type { Answered, Answering } from "../idempotency/answered.ts"
import type { KeyRefused } from "../idempotency/keyed-request.ts"
import { once } from "../idempotency/once.ts"
import { codeOfCompany } from "../names/code-of-company.ts"
import { reminderWrites } from "../reminders/reminder-work.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { commitWrites } from "../units/commit-writes.ts"
import { withFoundAddress } from "./found-customer.ts"
import { judgeTerms } from "./judge-terms.ts"
import { linkFields } from "./link-fields.ts"

/** What making a link needs, besides the ports. */
export interface CreatePaymentLink extends Answering<CreatePaymentLinkOutcome> {
  readonly company: CompanyId
  /** Without the address of the customer's postal code, which is looked up. */
  readonly terms: LinkTerms
}

/** How `createPaymentLink` ended. */
export type CreatePaymentLinkOutcome =
  | { readonly _tag: "Created"; readonly link: PaymentLink }
  /** Nothing was made. Lists all reasons, at least one. */
  | { readonly _tag: "TermsRefused"; readonly reasons: ReadonlyArray<LinkTermsRefusal> }

/** @returns the answer to send, and if it repeats an earlier one */
export const createPaymentLink = Effect.fn("createPaymentLink")(function* (
  request: CreatePaymentLink,
): Effect.fn.Return<
  Answered<CreatePaymentLinkOutcome>,
  KeyRefused | StorageUnavailable,
  | AddressLookup
  | Trail
  | CompanyRepository
  | IdempotencyStore
  | Identifiers
  | ReminderRuleRepository
  | UnitOfWork
  | WriteSets
> {
  const { company } = request
  const identifiers = yield* Identifiers
  const slug = yield* identifiers.linkSlug(yield* codeOfCompany(company))
  const terms = yield* withFoundAddress(request.terms)
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const { reasons, rule } = yield* judgeTerms(company, terms, null, at)
    if (reasons.length > 0) return { _tag: "TermsRefused", reasons } satisfies CreatePaymentLinkOutcome
    const details = { company, slug, batch: null, createdAt: at }
    const created: LinkCreated = { _tag: "LinkCreated", details, terms, at }
    yield* commitWrites([{ _tag: "AddLinks", created: [created] }, ...reminderWrites([created], rule, at)])
    yield* recordInCompany(company, { action: "link.create", subject: slug, before: null, after: linkFields(terms) })
    return { _tag: "Created", link: linkCreated(created) } satisfies CreatePaymentLinkOutcome
  })
  return yield* once(request, unit)
})
