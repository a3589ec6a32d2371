/** A payment link for its payer, who has only its slug: its company, and its prices. */
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

/** A link with its company. */
export interface LinkOfCompany {
  readonly link: PaymentLink
  readonly company: Company
}

/** A link of any company, even a removed one. Fails with `NoSuchLink`. */
export const linkForPayer = Effect.fnUntraced(function* (
  slug: LinkSlug,
): Effect.fn.Return<LinkOfCompany, NoSuchLink | StorageUnavailable, CompanyRepository | PaymentLinkRepository> {
  const links = yield* PaymentLinkRepository
  const company = yield* companyOfName(slug)
  const link = Option.isSome(company) ? yield* links.find(company.value.id, slug) : Option.none()
  return yield* Effect.fromOption(Option.all({ link, company })).pipe(Effect.mapError(() => new NoSuchLink({ slug })))
})

/** A link at a moment, with the ways to pay it. */
export interface LinkOffer extends LinkOfCompany {
  readonly status: LinkStatus
  /** Also false if its company is under moderation, or if it is open and waits for the outcome of a payment. */
  readonly canBePaid: boolean
  /** Every offered way, with its price. None if the link is closed or its company takes no money. */
  readonly quotes: ReadonlyArray<Quote>
}

/** The offer of a link to its payer. */
export const linkOffer = ({ link, company }: LinkOfCompany, at: Instant): LinkOffer => {
  return {
    link,
    company,
    status: linkStatusOf(link, at),
    canBePaid: !company.underModeration && allowedCommands(linkMachine, link, at).includes("StartPayment"),
    quotes: quotesOfLink(link, company, at),
  }
}
