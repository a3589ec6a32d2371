/**
 * Makes a payment link.
 */
import {
  type CompanyId,
  Identifiers,
  instant,
  type LinkCreated,
  type LinkTerms,
  linkCreated,
  type PaymentLink,
  PaymentLinkRepository,
  type StoredAnswer,
} from "@vintem/domain"
import { Clock, Effect } from "effect"
import type { KeyedRequest } from "../idempotency/keyed-request.ts"
import { once } from "../idempotency/once.ts"
import { remindOfNew } from "../reminder/reminder-work.ts"
import { findRule } from "./find-rule.ts"
import { withFoundAddress } from "./found-customer.ts"

/** What it takes to make a link, beside the ports. */
export interface CreatePaymentLink {
  readonly company: CompanyId
  /** Without the address of the customer's postal code, which is looked up. */
  readonly terms: LinkTerms
  readonly keyed: KeyedRequest | null
  /** Puts an outcome on the wire, to be kept under the key and given again byte for byte. */
  readonly encode: (outcome: PaymentLinkCreation) => StoredAnswer
}

/** What became of the wish for a link. */
export type PaymentLinkCreation =
  | { readonly _tag: "Created"; readonly link: PaymentLink }
  /** The company has no such billing rule: nothing was made. */
  | { readonly _tag: "UnknownRule" }

/** @returns the answer to send, and whether it is that of an earlier request */
export const createPaymentLink = Effect.fn("createPaymentLink")(function* (request: CreatePaymentLink) {
  const { company, encode, keyed } = request
  const identifiers = yield* Identifiers
  const slug = yield* identifiers.linkSlug
  const terms = yield* withFoundAddress(request.terms)
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const links = yield* PaymentLinkRepository
    const { isKnown, rule } = yield* findRule(company, terms.ruleToken)
    if (!isKnown) return encode({ _tag: "UnknownRule" })
    const details = { company, slug, batch: null, createdAt: at }
    const created: LinkCreated = { _tag: "LinkCreated", details, terms, at }
    yield* links.add([created])
    yield* remindOfNew([created], rule, at)
    return encode({ _tag: "Created", link: linkCreated(created) })
  })
  return yield* once(keyed, unit)
})
