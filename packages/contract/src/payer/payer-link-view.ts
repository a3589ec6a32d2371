/**
 * `GET /public/v1/payment-links/{slug}`: a payment link, for its payer.
 *
 * A hidden customer's data is not shown, only which fields are still needed.
 */
import { type Company, pageColor } from "@vintem/domain/company"
import { formatPostalCode, formatTelephone } from "@vintem/domain/customer"
import { formatDocument } from "@vintem/domain/documents"
import { FeeMode, priceList, type Quote } from "@vintem/domain/fees"
import { PaymentMethod } from "@vintem/domain/method"
import { decimalNumber } from "@vintem/domain/money"
import { LinkStatus, linkTotal, type PaymentLink, type PrefilledCustomer } from "@vintem/domain/payment-link"
import * as Schema from "effect/Schema"
import { methodsIn, PriceView, pricesView, QuoteView } from "./quote-view.ts"
import { WhyNotPayableField, whyNotPayable } from "./why-not-payable.ts"

/** The seller. */
export const SellerView = Schema.Struct({ name: Schema.String, logo_url: Schema.NullOr(Schema.String) }).annotate({
  identifier: "Seller",
  examples: [{ name: "Escola de Violão", logo_url: null }],
})

/** Fields of a payer, with the names of requests. */
export const PayerField = Schema.Literals(["email", "fullname", "taxvat", "telephone"])
export type PayerField = typeof PayerField.Type

const known = Schema.NullOr(Schema.String)

/** The payer's data. A field is null if it is unknown or hidden. */
const KnownCustomer = Schema.Struct({
  email: known,
  fullname: known,
  taxvat: known.annotate({ description: "With punctuation." }),
  telephone: known.annotate({ description: "With punctuation." }),
  needed: Schema.Array(PayerField).annotate({ description: "Fields that the payer must fill in." }),
})

const KnownAddress = Schema.Struct({
  postcode: known,
  street: known,
  number: known,
  district: known,
  city: known,
  region: known,
})

/** The meaning of a page's color, for the description of each kind of page. */
export const bgColorMeaning =
  "The page's color, `#` and hexadecimal digits: the link's, else the company's; null if neither has one."

/** Amounts are in reais. */
export const PayerLinkView = Schema.Struct({
  slug: Schema.String,
  title: Schema.String,
  description: Schema.String,
  amount: Schema.Finite,
  additional_amount: Schema.Finite,
  total: Schema.Finite.annotate({ description: "Both amounts, before interest and passed-on fees." }),
  status: LinkStatus,
  can_be_paid: Schema.Boolean.annotate({
    description:
      "False if the link is closed, if its company is under moderation, or if a single-payment link waits for the outcome of a payment.",
  }),
  cannot_be_paid_because: WhyNotPayableField,
  expired_at: known.annotate({ description: "The last day on which it can be paid." }),
  bg_color: known.annotate({ description: bgColorMeaning }),
  company: SellerView,
  methods: Schema.Array(PaymentMethod).annotate({
    description: "How it can be paid; empty if it is closed or its company is under moderation.",
  }),
  installments: Schema.Int.annotate({ description: "The most installments by credit." }),
  fee_mode: FeeMode,
  hide_customer_fields: Schema.Boolean,
  customer: KnownCustomer,
  address: KnownAddress,
  price: PriceView,
  quotes: Schema.Array(QuoteView).annotate({ description: "What each option costs; empty if `methods` is." }),
}).annotate({
  identifier: "PayerPaymentLink",
  examples: [
    {
      slug: "1kz4q8m7t3x9w2p5r6n0b",
      title: "Mensalidade de novembro",
      description: "Aulas de violão em novembro",
      amount: 90,
      additional_amount: 10,
      total: 100,
      status: "open",
      can_be_paid: true,
      cannot_be_paid_because: null,
      expired_at: "2030-12-31",
      bg_color: "#0B6E4F",
      company: { name: "Escola de Violão", logo_url: null },
      methods: ["pix"],
      installments: 1,
      fee_mode: "none",
      hide_customer_fields: false,
      customer: {
        email: "maria@example.com",
        fullname: "Maria da Silva",
        taxvat: null,
        telephone: null,
        needed: ["taxvat", "telephone"],
      },
      address: { postcode: null, street: null, number: null, district: null, city: null, region: null },
      price: { amount: 100, is_least: false },
      quotes: [
        {
          method: "pix",
          name: "Pix",
          installments: 1,
          first: 100,
          other: null,
          total: 100,
          interest: 0,
          interest_free: false,
          passed_on_fee: 0,
          monthly_rate: 0,
          annual_rate: 0,
          discount: null,
        },
      ],
    },
  ],
})
export type PayerLinkView = typeof PayerLinkView.Type

/** One link. */
export const PayerLinkResponse = Schema.Struct({ data: PayerLinkView })

/** A link at a moment, with its prices. */
export interface OfferedLink {
  readonly link: PaymentLink
  readonly company: Company
  readonly status: LinkStatus
  readonly canBePaid: boolean
  /** Every offered way. None if the link is closed or its company takes no money. */
  readonly quotes: ReadonlyArray<Quote>
}

export const payerLinkView = ({ link, company, status, canBePaid, quotes }: OfferedLink): PayerLinkView => {
  const { terms } = link
  return {
    slug: link.details.slug,
    title: terms.title,
    description: terms.description,
    amount: decimalNumber(terms.amount),
    additional_amount: decimalNumber(terms.additionalAmount),
    total: decimalNumber(linkTotal(terms)),
    status,
    can_be_paid: canBePaid,
    cannot_be_paid_because: whyNotPayable({
      canBePaid,
      isClosed: status !== "open",
      isUnderModeration: company.underModeration,
    }),
    expired_at: terms.expiredAt,
    bg_color: pageColor(company.pages, terms),
    company: { name: company.name, logo_url: terms.showCompanyLogo ? company.logoUrl : null },
    methods: methodsIn(quotes),
    installments: terms.installments,
    fee_mode: terms.feeMode,
    hide_customer_fields: terms.hideCustomerFields,
    customer: {
      ...(terms.hideCustomerFields ? nothingOfCustomer : shownOfCustomer(terms.customer)),
      needed: neededFields(terms.customer),
    },
    address: terms.hideCustomerFields ? nothingOfAddress : shownOfAddress(terms.customer),
    ...pricesView(priceList(quotes), terms.feeMode),
  }
}

/** Fields that the company left empty: the payer has to fill them in. */
export const neededFields = ({ document, email, name, phone }: PrefilledCustomer): ReadonlyArray<PayerField> => {
  const filled = { email, fullname: name, taxvat: document, telephone: phone }
  return PayerField.literals.filter((field) => filled[field] === null)
}

const shownOfCustomer = ({ document, email, name, phone }: PrefilledCustomer) => ({
  email,
  fullname: name,
  taxvat: document === null ? null : formatDocument(document),
  telephone: phone === null ? null : formatTelephone(phone),
})

const nothingOfCustomer = { email: null, fullname: null, taxvat: null, telephone: null }

const shownOfAddress = ({ address, number, postcode }: PrefilledCustomer): PayerLinkView["address"] => ({
  postcode: postcode === null ? null : formatPostalCode(postcode),
  street: textOrNull(address?.street),
  number,
  district: textOrNull(address?.district),
  city: textOrNull(address?.city),
  region: address?.region ?? null,
})

const nothingOfAddress = { postcode: null, street: null, number: null, district: null, city: null, region: null }

/** A town with a single postal code has no street or district. */
const textOrNull = (text: string | undefined): string | null => (text === undefined || text === "" ? null : text)
