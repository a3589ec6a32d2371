/** The prices of a link in every offered way. */
import type { Instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import type { Quote } from "@vintem/domain/fees"
import { linkStatusOf, linkTotal, type PaymentLink } from "@vintem/domain/payment-link"
import { quotesOf } from "./quotes-of.ts"

/** None if the link is closed at this time, or its company takes no money. */
export const quotesOfLink = (link: PaymentLink, company: Company, at: Instant): ReadonlyArray<Quote> => {
  const { feeMode, installments, methods } = link.terms
  return linkStatusOf(link, at) === "open" && !company.underModeration
    ? quotesOf({ amount: linkTotal(link.terms), feeMode, installments, methods }, company)
    : []
}
