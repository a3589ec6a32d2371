/**
 * A payment link as its payer finds it, who has nothing but its slug: whose it is, and what paying would cost.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import type { Quote } from "@vintem/domain/fees"
import type { LinkSlug } from "@vintem/domain/identifiers"
import { allowedCommands } from "@vintem/domain/machine"
import { type LinkStatus, linkMachine, linkStatusOf, type PaymentLink } from "@vintem/domain/payment-link"
import { type CompanyRepository, PaymentLinkRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { quotesOfLink } from "../charging/quotes-of-link.ts"
import { companyOfName } from "../names/company-of-name.ts"
import { NoSuchLink } from "./find-payment-link.ts"

/** A link, and the company that it is of. */
export interface LinkOfCompany {
  readonly link: PaymentLink
  readonly company: Company
}

/** A link of any company, also a removed one; fails with `NoSuchLink`. */
export const linkForPayer = Effect.fnUntraced(function* (
  slug: LinkSlug,
): Effect.fn.Return<LinkOfCompany, NoSuchLink | StorageUnavailable, CompanyRepository | PaymentLinkRepository> {
  const links = yield* PaymentLinkRepository
  const company = yield* companyOfName(slug)
  const link = Option.isSome(company) ? yield* links.find(company.value.id, slug) : Option.none()
  return yield* Effect.fromOption(Option.all({ link, company })).pipe(Effect.mapError(() => new NoSuchLink({ slug })))
})

/** A link at a moment, and in which ways it can be paid. */
export interface LinkOffer extends LinkOfCompany {
  readonly status: LinkStatus
  /** False as well if its company is under moderation, or if it is open and waits for the outcome of a payment. */
  readonly canBePaid: boolean
  /** Every way that is offered, with its price; none if the link is closed or its company takes no money. */
  readonly quotes: ReadonlyArray<Quote>
}

/** What a link asks its payer for, and in which ways. */
export const linkOffer = ({ link, company }: LinkOfCompany, at: Instant): LinkOffer => {
  return {
    link,
    company,
    status: linkStatusOf(link, at),
    canBePaid: !company.underModeration && allowedCommands(linkMachine, link, at).includes("StartPayment"),
    quotes: quotesOfLink(link, company, at),
  }
}
