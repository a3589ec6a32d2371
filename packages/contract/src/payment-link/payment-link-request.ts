/**
 * `POST` and `PUT /api/v1/payment-link`: requests as they are described, and as they are read.
 */
import {
  centavosMax,
  type FeeMode,
  type InstallmentCount,
  type LinkMethods,
  type LinkTerms,
  linkMethodsFrom,
  linkTextLimits,
  type PageLanguage,
  type PrefilledCustomer,
  singlePayment,
  unknownCustomer,
  zero,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DecimalInput } from "../input/amount.ts"
import { type Fault, fault, type InvalidFields } from "../input/fault.ts"
import { clearable, required } from "../input/field.ts"
import { faultsIn, fieldsOf, invalidFields, type Part, part } from "../input/part.ts"
import { linkField, linkOptionRequests, ReferenceRequest } from "./link-fields.ts"

/** What a client sends. Requests may also leave the types more loosely than this: see the fields' descriptions. */
export const PaymentLinkRequest = Schema.Struct({
  title: Schema.String.annotate({
    description: `At most ${linkTextLimits.title.max} characters.`,
    examples: ["Mensalidade de novembro"],
  }),
  amount: DecimalInput.annotate({ description: "Reais, 0.01 or more.", examples: [199.9] }),
  reference: Schema.optionalKey(ReferenceRequest),
  ...linkOptionRequests,
  customer_name: Schema.optionalKey(Schema.NullOr(Schema.String).annotate({ examples: ["Maria da Silva"] })),
  customer_email: Schema.optionalKey(Schema.NullOr(Schema.String).annotate({ examples: ["maria@example.com"] })),
  customer_phone: Schema.optionalKey(Schema.NullOr(Schema.String).annotate({ examples: ["11987654321"] })),
  customer_document: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({ description: "CPF or CNPJ.", examples: ["52998224725"] }),
  ),
  customer_cep: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      description: "Postal code; what is known of its address is filled in.",
      examples: ["01310-100"],
    }),
  ),
  customer_number: Schema.optionalKey(
    Schema.NullOr(Schema.Union([Schema.String, Schema.Int])).annotate({
      description: "Of the house.",
      examples: ["1578"],
    }),
  ),
}).annotate({
  identifier: "PaymentLinkInput",
  description: "Of an update, what is absent keeps its value and null clears it.",
  examples: [
    {
      title: "Mensalidade de novembro",
      amount: 199.9,
      description: "Aulas de violão em novembro",
      expired_at: "2030-12-31",
      expire_after_payment: true,
      installments: 3,
      fee_mode: "interest",
      reference: "mensalidade-11",
      customer_name: "Maria da Silva",
      customer_email: "maria@example.com",
    },
  ],
})
export type PaymentLinkRequest = typeof PaymentLinkRequest.Type

/** Fields that links share with batches: absent, cleared or given. */
export const optionFields = {
  description: clearable(linkField.description.to, linkField.description.read),
  additional_amount: clearable(linkField.additional_amount.to, linkField.additional_amount.read),
  bg_color: clearable(linkField.bg_color.to, linkField.bg_color.read),
  show_company_logo: clearable(linkField.flag.to, linkField.flag.read),
  expired_at: clearable(linkField.expired_at.to, linkField.expired_at.read),
  expire_after_payment: clearable(linkField.flag.to, linkField.flag.read),
  enable_pix: clearable(linkField.flag.to, linkField.flag.read),
  enable_credit: clearable(linkField.flag.to, linkField.flag.read),
  enable_bank_slip: clearable(linkField.flag.to, linkField.flag.read),
  installments: clearable(linkField.installments.to, linkField.installments.read),
  fee_mode: clearable(linkField.fee_mode.to, linkField.fee_mode.read),
  hide_customer_fields: clearable(linkField.flag.to, linkField.flag.read),
  payment_link_rule_token: clearable(linkField.payment_link_rule_token.to, linkField.payment_link_rule_token.read),
  language: clearable(linkField.language.to, linkField.language.read),
  redirect_after_success: clearable(linkField.redirect_after_success.to, linkField.redirect_after_success.read),
} as const

const LinkChange = Schema.Struct({
  title: required(linkField.title.to, linkField.title.read),
  amount: required(linkField.amount.to, linkField.amount.read),
  reference: clearable(linkField.reference.to, linkField.reference.read),
  ...optionFields,
  customer_name: clearable(linkField.name.to, linkField.name.read),
  customer_email: clearable(linkField.email.to, linkField.email.read),
  customer_phone: clearable(linkField.phone.to, linkField.phone.read),
  customer_document: clearable(linkField.document.to, linkField.document.read),
  customer_cep: clearable(linkField.cep.to, linkField.cep.read),
  customer_number: clearable(linkField.number.to, linkField.number.read),
})
type LinkChange = typeof LinkChange.Type

const readChange = part(LinkChange)

/** What a link offers beside its amount, where nothing is said of it. */
export const defaultOptions: Omit<LinkTerms, "title" | "amount" | "reference" | "customer"> = {
  description: "",
  additionalAmount: zero,
  bgColor: null,
  showCompanyLogo: true,
  expiredAt: null,
  expireAfterPayment: false,
  methods: { credit: true, bank_slip: true, pix: true },
  feeMode: "none",
  installments: singlePayment,
  hideCustomerFields: false,
  ruleToken: null,
}

/** Reads a new link, or lists everything that is wrong with it. That its billing rule exists is for the caller to find out. */
export const decodePaymentLink = (body: unknown): Result.Result<LinkTerms, InvalidFields> =>
  Result.flatMap(decodePaymentLinkChange(body), (change) => change(null))

/**
 * Reads an update, or lists everything that is wrong with it by itself.
 *
 * @returns what it makes of a link's terms, or of none for a new link; a change that makes something impossible lists that
 */
export const decodePaymentLinkChange = (
  body: unknown,
): Result.Result<(terms: LinkTerms | null) => Result.Result<LinkTerms, InvalidFields>, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const change = readChange(fields.success, "")
  if (Result.isFailure(change)) return Result.fail(invalidFields(change.failure))
  return Result.succeed((terms) => changed(terms, change.success))
}

const changed = (terms: LinkTerms | null, change: LinkChange): Result.Result<LinkTerms, InvalidFields> => {
  const options = optionsOf(terms, change)
  const additionalAmount = Result.isSuccess(options) ? options.success.additionalAmount : zero
  const tooMuch =
    change.amount + additionalAmount > centavosMax
      ? [fault("additional_amount", "may not bring the amount to 100000000000.00 or more.")]
      : []
  if (Result.isFailure(options) || tooMuch.length > 0) {
    return Result.fail(invalidFields([...faultsIn(options), ...tooMuch]))
  }
  return Result.succeed({
    ...options.success,
    title: change.title,
    amount: change.amount,
    reference: kept(change.reference, terms?.reference, null),
    customer: customerOf(terms?.customer ?? unknownCustomer, change),
  })
}

/** Fields of the options, absent, cleared or given. */
type OptionChange = Schema.Struct.Type<typeof optionFields>

/** The options after a change; refused where no way to pay is left. */
export const optionsOf = (before: typeof defaultOptions | null, change: OptionChange): Part<typeof defaultOptions> => {
  const old = before ?? defaultOptions
  const language = kept<PageLanguage | undefined>(change.language, old.language, undefined)
  const redirectAfterSuccess = kept(change.redirect_after_success, old.redirectAfterSuccess, undefined)
  return Result.map(methodsOf(before?.methods ?? null, change), (methods) => ({
    description: kept(change.description, old.description, defaultOptions.description),
    additionalAmount: kept(change.additional_amount, old.additionalAmount, defaultOptions.additionalAmount),
    bgColor: kept(change.bg_color, old.bgColor, null),
    showCompanyLogo: kept(change.show_company_logo, old.showCompanyLogo, defaultOptions.showCompanyLogo),
    expiredAt: kept(change.expired_at, old.expiredAt, null),
    expireAfterPayment: kept(change.expire_after_payment, old.expireAfterPayment, defaultOptions.expireAfterPayment),
    methods,
    feeMode: kept<FeeMode>(change.fee_mode, old.feeMode, defaultOptions.feeMode),
    installments: kept<InstallmentCount>(change.installments, old.installments, defaultOptions.installments),
    hideCustomerFields: kept(change.hide_customer_fields, old.hideCustomerFields, defaultOptions.hideCustomerFields),
    ruleToken: kept(change.payment_link_rule_token, old.ruleToken, null),
    ...(language === undefined ? {} : { language }),
    ...(redirectAfterSuccess === undefined ? {} : { redirectAfterSuccess }),
  }))
}

/** What was given, or what was there, or, where that is cleared, what is there when nothing is said. */
const kept = <A>(given: A | null | undefined, before: A | undefined, cleared: A): A =>
  given === undefined ? (before ?? cleared) : (given ?? cleared)

const methodsOf = (before: LinkMethods | null, change: OptionChange): Part<LinkMethods> => {
  const flagOf = (given: boolean | null | undefined, old: boolean | undefined) =>
    given === undefined ? old : (given ?? undefined)
  const flags = {
    pix: flagOf(change.enable_pix, before?.pix),
    credit: flagOf(change.enable_credit, before?.credit),
    bank_slip: flagOf(change.enable_bank_slip, before?.bank_slip),
  }
  return Result.mapError(linkMethodsFrom(flags), (): ReadonlyArray<Fault> => [noMethod])
}

const noMethod = fault("enable_pix", "may not be false where enable_credit and enable_bank_slip are.")

const customerOf = (before: PrefilledCustomer, change: LinkChange): PrefilledCustomer => ({
  name: kept(change.customer_name, before.name, null),
  email: kept(change.customer_email, before.email, null),
  phone: kept(change.customer_phone, before.phone, null),
  document: kept(change.customer_document, before.document, null),
  postcode: kept(change.customer_cep, before.postcode, null),
  number: kept(change.customer_number, before.number, null),
  address: before.address,
})
