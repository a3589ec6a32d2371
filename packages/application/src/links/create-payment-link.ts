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
  type AuditLog,
  type CompanyRepository,
  type IdempotencyStore,
  Identifiers,
  type JobQueue,
  PaymentLinkRepository,
  type PaymentLinkRuleRepository,
  type StorageUnavailable,
  type StoredAnswer,
  type UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { recordInCompany } from "../audit/record-change.ts"
import type { KeyedRequest, KeyRefused } from "../idempotency/keyed-request.ts"
import { type Answered, once } from "../idempotency/once.ts"
import { codeOfCompany } from "../names/code-of-company.ts"
import { remindOfNew } from "../reminders/reminder-work.ts"
import { withFoundAddress } from "./found-customer.ts"
import { judgeTerms } from "./judge-terms.ts"
import { linkFacts } from "./link-facts.ts"

/** The request for a link. */
export interface CreatePaymentLink {
  readonly company: CompanyId
  /** Without the address of the customer's postal code, which is looked up. */
  readonly terms: LinkTerms
  readonly keyed: KeyedRequest | null
  /** Encodes an outcome for the wire. The answer is stored under the key and repeated byte for byte. */
  readonly encode: (outcome: CreatePaymentLinkOutcome) => StoredAnswer
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
  Answered,
  KeyRefused | StorageUnavailable,
  | AddressLookup
  | AuditLog
  | CompanyRepository
  | IdempotencyStore
  | Identifiers
  | JobQueue
  | PaymentLinkRepository
  | PaymentLinkRuleRepository
  | UnitOfWork
> {
  const { company, encode, keyed } = request
  const identifiers = yield* Identifiers
  const slug = yield* identifiers.linkSlug(yield* codeOfCompany(company))
  const terms = yield* withFoundAddress(request.terms)
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const links = yield* PaymentLinkRepository
    const { reasons, rule } = yield* judgeTerms(company, terms, null, at)
    if (reasons.length > 0) return encode({ _tag: "TermsRefused", reasons })
    const details = { company, slug, batch: null, createdAt: at }
    const created: LinkCreated = { _tag: "LinkCreated", details, terms, at }
    yield* links.add([created])
    yield* remindOfNew([created], rule, at)
    yield* recordInCompany(company, { action: "link.create", subject: slug, before: null, after: linkFacts(terms) })
    return encode({ _tag: "Created", link: linkCreated(created) })
  })
  return yield* once(keyed, unit)
})
