/**
 * A payment link as its payer finds it, who has nothing but its slug: whose it is, and what paying would cost.
 */
import {
  allowedLinkCommands,
  type Company,
  CompanyRepository,
  type Instant,
  type LinkSlug,
  linkStatusOf,
  linkTotal,
  type PaymentLink,
  PaymentLinkRepository,
  saoPauloDate,
} from "@vintem/domain"
import { Effect, Option } from "effect"
import { quotesOf } from "../order/quotes-of.ts"
import { NoSuchLink } from "./no-such-link.ts"

export interface LinkOfCompany {
  readonly link: PaymentLink
  readonly company: Company
}

/** A link of whichever company, be it removed; fails with `NoSuchLink`. */
export const linkForPayer = Effect.fnUntraced(function* (slug: LinkSlug) {
  const links = yield* PaymentLinkRepository
  const companies = yield* CompanyRepository
  const link = yield* links.findBySlug(slug)
  const company = Option.isSome(link) ? yield* companies.find(link.value.details.company) : Option.none()
  return yield* Effect.fromOption(Option.all({ link, company })).pipe(Effect.mapError(() => new NoSuchLink({ slug })))
})

/** What a link offers at a moment. There is no price where it is closed; where it only waits for an outcome, there is one. */
export const linkOffer = ({ link, company }: LinkOfCompany, at: Instant) => {
  const { feeMode, installments, methods } = link.terms
  const status = linkStatusOf(link, saoPauloDate(at))
  return {
    ...{ link, company, status },
    canBePaid: allowedLinkCommands(link, at).includes("StartPayment"),
    quotes:
      status === "open"
        ? quotesOf({ amount: linkTotal(link.terms), feeMode, installments, methods }, company.fees)
        : [],
  }
}

export type LinkOffer = ReturnType<typeof linkOffer>
