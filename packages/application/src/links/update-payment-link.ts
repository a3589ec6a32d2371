/** Changes the terms of a payment link. */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId, LinkSlug } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import {
  evolveLink,
  type LinkRefused,
  type LinkTerms,
  type LinkTermsRefusal,
  linkMachine,
  type PaymentLink,
} from "@vintem/domain/payment-link"
import {
  type AddressLookup,
  type LinkConflict,
  type StorageUnavailable,
  type Stores,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Result } from "effect"
import { withdrawalWrites } from "../reactions/payment-link.ts"
import { reminderWrites } from "../reminders/reminder-work.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { commitWrites } from "../units/commit-writes.ts"
import { findPaymentLink, type NoSuchLink } from "./find-payment-link.ts"
import { withFoundAddress } from "./found-customer.ts"
import { judgeTerms } from "./judge-terms.ts"
import { linkFields } from "./link-fields.ts"

/** The link to change, and the change. */
export interface UpdatePaymentLink<Fault> {
  readonly company: CompanyId
  readonly slug: LinkSlug
  /** The new terms, from the current ones. Fields that the request leaves out stay. The result may be invalid. */
  readonly change: (terms: LinkTerms) => Result.Result<LinkTerms, Fault>
}

/** How `updatePaymentLink` ended. */
export type UpdatePaymentLinkOutcome<Fault> =
  | { readonly _tag: "Updated"; readonly link: PaymentLink }
  /** The request and the remaining terms are invalid together: nothing was changed. */
  | { readonly _tag: "Faulty"; readonly fault: Fault }
  /** Nothing was changed. Lists all reasons, at least one. */
  | { readonly _tag: "TermsRefused"; readonly reasons: ReadonlyArray<LinkTermsRefusal> }
  | { readonly _tag: "Refused"; readonly refusal: LinkRefused }

/** Fails with `NoSuchLink`. */
export const updatePaymentLink = Effect.fn("updatePaymentLink")(function* <Fault>(
  request: UpdatePaymentLink<Fault>,
): Effect.fn.Return<
  UpdatePaymentLinkOutcome<Fault>,
  LinkConflict | NoSuchLink | StorageUnavailable,
  AddressLookup | Stores
> {
  const { company, slug, change } = request
  const { commit } = yield* UnitOfWork
  const before = yield* findPaymentLink(company, slug)
  // Looked up before the unit, because a unit waits for no other service. If another request changes the postal code
  // meanwhile, the address lacks the lookup's part.
  const asked = change(before.terms)
  const looked = Result.isSuccess(asked) ? yield* withFoundAddress(asked.success, before.terms.customer) : before.terms
  const unit = Effect.gen(function* () {
    const at = instant(yield* Clock.currentTimeMillis)
    const link = yield* findPaymentLink(company, slug)
    const changed = change(link.terms)
    if (Result.isFailure(changed))
      return { _tag: "Faulty", fault: changed.failure } satisfies UpdatePaymentLinkOutcome<Fault>
    const { customer } = changed.success
    const address = customer.postcode === looked.customer.postcode ? looked.customer.address : null
    const terms: LinkTerms = { ...changed.success, customer: { ...customer, address } }
    const { reasons, rule } = yield* judgeTerms(company, terms, link.terms, at)
    if (reasons.length > 0) return { _tag: "TermsRefused", reasons } satisfies UpdatePaymentLinkOutcome<Fault>
    const decided = decide(linkMachine, link, { _tag: "Update", terms, at })
    if (Result.isFailure(decided)) {
      return { _tag: "Refused", refusal: decided.failure } satisfies UpdatePaymentLinkOutcome<Fault>
    }
    const updated = decided.success.reduce(evolveLink, link)
    yield* commitWrites([
      { _tag: "SaveLink", link: updated, events: decided.success },
      ...withdrawalWrites(updated, at),
      ...reminderWrites([updated], rule, at),
    ])
    if (decided.success.length > 0) {
      const [before, after] = [linkFields(link.terms), linkFields(terms)]
      yield* recordInCompany(company, { action: "link.change", subject: slug, before, after })
    }
    return { _tag: "Updated", link: updated } satisfies UpdatePaymentLinkOutcome<Fault>
  })
  return yield* againOnConflict(commit(unit))
})
