/**
 * The fields of a payment link that requests may send, one reader each: of a link by itself and of a batch of links alike.
 */
import {
  addressLimits,
  Centavos,
  centavos,
  centavosMax,
  Document,
  Email,
  FeeMode,
  FullName,
  HexColor,
  InstallmentCount,
  installmentsMax,
  LocalDate,
  linkTextLimits,
  PageLanguage,
  PaymentLinkRuleToken,
  PostalCode,
  Telephone,
  trimCode,
  zero,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { pageLanguageRequest, readPageLanguage, redirectRequest } from "../admin/page-settings.ts"
import { DecimalInput, readAmount } from "../input/amount.ts"
import { BooleanInput, readBoolean } from "../input/boolean.ts"
import { readChoice } from "../input/choice.ts"
import { readDate } from "../input/date.ts"
import { doesNotExist } from "../input/fault.ts"
import type { Read } from "../input/field.ts"
import { IntegerInput, readInteger } from "../input/integer.ts"
import {
  ofString,
  readDocument,
  readEmail,
  readFullName,
  readPostalCode,
  readTelephone,
  readText,
  readTextOrInteger,
} from "../input/text.ts"
import { readUrlWithoutCredentials } from "../input/url.ts"

/** A field: what it becomes, and how it is read. */
interface Field<S extends Schema.Constraint> {
  readonly to: S
  readonly read: Read<S["Type"]>
}

const field = <S extends Schema.Constraint>(to: S, read: Read<S["Type"]>): Field<S> => ({ to, read })

const isHexColor = Schema.is(HexColor)
const isRuleToken = Schema.is(PaymentLinkRuleToken)

const readHexColor: Read<HexColor> = ofString((text) =>
  isHexColor(trimCode(text))
    ? Result.succeed(HexColor.make(trimCode(text)))
    : Result.fail("must be a colour as # and 3 or 6 hexadecimal digits."),
)

/** A text that could be no rule's token is one of a rule that does not exist. */
const readRuleToken: Read<PaymentLinkRuleToken> = ofString((text) => {
  const token = trimCode(text).toLowerCase()
  return isRuleToken(token) ? Result.succeed(token) : Result.fail(doesNotExist)
})

const readInstallments: Read<InstallmentCount> = (input) =>
  Result.map(readInteger({ min: 1, max: installmentsMax })(input), (count) => InstallmentCount.make(count))

const most = centavos(centavosMax)

/** Fields by the names of the API. */
export const linkField = {
  title: field(Schema.String, readText(linkTextLimits.title)),
  description: field(Schema.String, readText(linkTextLimits.description)),
  reference: field(Schema.String, readText(linkTextLimits.reference)),
  amount: field(Centavos, readAmount({ min: centavos(1), max: most })),
  additional_amount: field(Centavos, readAmount({ min: zero, max: most })),
  bg_color: field(HexColor, readHexColor),
  flag: field(Schema.Boolean, readBoolean),
  expired_at: field(LocalDate, readDate),
  installments: field(InstallmentCount, readInstallments),
  fee_mode: field(FeeMode, readChoice(FeeMode.literals)),
  payment_link_rule_token: field(PaymentLinkRuleToken, readRuleToken),
  language: field(PageLanguage, readPageLanguage),
  redirect_after_success: field(Schema.String, readUrlWithoutCredentials),
  name: field(FullName, readFullName),
  email: field(Email, readEmail),
  phone: field(Telephone, readTelephone),
  document: field(Document, readDocument),
  cep: field(PostalCode, readPostalCode),
  number: field(Schema.String, readTextOrInteger(addressLimits.number)),
} as const

/** What requests of links and of batches have in common, as they are described. All of it may be left out. */
export const linkOptionRequests = {
  description: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      description: `At most ${linkTextLimits.description.max} characters. Line breaks and tabs are kept; CRLF and CR become LF.`,
      examples: ["Aulas de violão em novembro"],
    }),
  ),
  additional_amount: Schema.optionalKey(
    Schema.NullOr(DecimalInput).annotate({ description: "Reais, zero or more, added to the amount.", examples: [5] }),
  ),
  bg_color: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      description: "Of the page: `#` and 3 or 6 digits.",
      examples: ["#1f6f54"],
    }),
  ),
  show_company_logo: Schema.optionalKey(Schema.NullOr(BooleanInput).annotate({ description: "True where absent." })),
  expired_at: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      description: "The last day on which it can be paid, as `YYYY-MM-DD`: today or later, by the date of São Paulo.",
      examples: ["2030-12-31"],
    }),
  ),
  expire_after_payment: Schema.optionalKey(
    Schema.NullOr(BooleanInput).annotate({ description: "Whether the first confirmed payment is the last." }),
  ),
  enable_pix: Schema.optionalKey(
    Schema.NullOr(BooleanInput).annotate({
      description: "An absent one of the three is true, unless another one is true.",
    }),
  ),
  enable_credit: Schema.optionalKey(Schema.NullOr(BooleanInput)),
  enable_bank_slip: Schema.optionalKey(Schema.NullOr(BooleanInput)),
  installments: Schema.optionalKey(
    Schema.NullOr(IntegerInput).annotate({
      description: "The most on a card, 1 to 12; 1 where absent.",
      examples: [6],
    }),
  ),
  fee_mode: Schema.optionalKey(
    Schema.NullOr(FeeMode).annotate({
      description:
        "`none`: the company bears all fees. `interest`: installments cost interest. `customer_pay_fee`: the payer bears the " +
        "fees. `none` where absent.",
    }),
  ),
  hide_customer_fields: Schema.optionalKey(Schema.NullOr(BooleanInput)),
  payment_link_rule_token: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({ description: "A billing rule of the company.", format: "uuid" }),
  ),
  language: Schema.optionalKey(
    Schema.NullOr(pageLanguageRequest).annotate({
      description: "Of the page and the receipt; that of the company where absent. Answers do not show it.",
    }),
  ),
  redirect_after_success: Schema.optionalKey(
    Schema.NullOr(redirectRequest).annotate({
      description:
        "Where the payer goes after paying, an http or https URL of at most 2048 characters; where the company says, if absent. " +
        "Answers do not show it.",
    }),
  ),
} as const

/** The company's own mark, of links and of a batch's customers. */
export const ReferenceRequest = Schema.NullOr(Schema.String).annotate({
  description: `The company's own mark, at most ${linkTextLimits.reference.max} characters.`,
  examples: ["mensalidade-11"],
})
