/**
 * A plain link for stories: everything has a value, and a story names only the values that matter to it.
 *
 * R$ 100,00, by any method, single-payment, until a week from now. Orders have numbers.
 */
import { addDays, saoPauloDate } from "@vintem/domain/calendar"
import { CompanyId, LinkSlug, OrderNumber } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import { centavos, zero } from "@vintem/domain/money"
import {
  evolveLink,
  type LinkChange,
  type LinkCreated,
  type LinkDetails,
  LinkMethods,
  type LinkTerms,
  linkCreated,
  type PaymentLink,
  unknownCustomer,
} from "@vintem/domain/payment-link"
import { exampleNow, examplePlacedAt } from "../order/example-order.ts"

/** The last day on which the example link can be paid. */
export const exampleLastDay = addDays(saoPauloDate(exampleNow), 7)

/** Details of an ordinary link. */
export const exampleLinkDetails = (overrides: Partial<LinkDetails> = {}): LinkDetails => ({
  company: CompanyId.make(1),
  slug: exampleSlug(1),
  batch: null,
  createdAt: examplePlacedAt,
  ...overrides,
})

/** Terms of an ordinary link: R$ 100,00 by any method. */
export const exampleLinkTerms = (overrides: Partial<LinkTerms> = {}): LinkTerms => ({
  title: "Mensalidade",
  description: "",
  amount: centavos(10_000),
  additionalAmount: zero,
  bgColor: null,
  showCompanyLogo: false,
  expiredAt: exampleLastDay,
  expireAfterPayment: true,
  reference: null,
  methods: LinkMethods.make({ credit: true, bank_slip: true, pix: true }),
  feeMode: "none",
  installments: singlePayment,
  hideCustomerFields: false,
  customer: unknownCustomer,
  ruleToken: null,
  ...overrides,
})

/** The creation of an ordinary link. */
export const exampleLinkCreated = ({
  details = {},
  terms = {},
}: {
  readonly details?: Partial<LinkDetails>
  readonly terms?: Partial<LinkTerms>
} = {}): LinkCreated => {
  const whole = exampleLinkDetails(details)
  return { _tag: "LinkCreated", details: whole, terms: exampleLinkTerms(terms), at: whole.createdAt }
}

/** A link with these terms after some changes. */
export const exampleLink = (terms: Partial<LinkTerms> = {}, ...changes: ReadonlyArray<LinkChange>): PaymentLink =>
  changes.reduce(evolveLink, linkCreated(exampleLinkCreated({ terms })))

/** The slug of an example link, by number. */
export const exampleSlug = (n: number): LinkSlug => LinkSlug.make(`exempl0${String(n).padStart(13, "0")}`)

/** The number of an example order that pays a link, from 1. */
export const payingOrder = (n: number): OrderNumber => OrderNumber.make(`EXEMPLO${n}`)
