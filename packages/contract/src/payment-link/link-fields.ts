/**
 * The fields of a payment link that requests may send, one reader each: of a link by itself and of a batch of links alike.
 */
import { PaymentLinkRuleToken } from "@vintem/domain/catalogue"
import { addressLimits } from "@vintem/domain/customer"
import { FeeMode } from "@vintem/domain/fees"
import { centavos, centavosMax, zero } from "@vintem/domain/money"
import { linkTextLimits } from "@vintem/domain/payment-link"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { pageLanguage, redirectAfterSuccess } from "../company/page-settings.ts"
import { amount } from "../input/amount.ts"
import { boolean } from "../input/boolean.ts"
import { choice } from "../input/choice.ts"
import { clearable, type Read, type Rules, refusedAs } from "../input/codec.ts"
import { date } from "../input/date.ts"
import { fault } from "../input/fault.ts"
import { hexColor } from "../input/hex-color.ts"
import {
  document,
  email,
  fullName,
  ofString,
  postalCode,
  telephone,
  text,
  textOrInteger,
  textRead,
} from "../input/text.ts"
import { installments } from "../order/payment-input.ts"

const unknownRule = refusedAs({ code: "does_not_exist" })
const isRuleToken = Schema.is(PaymentLinkRuleToken)

/** A text that cannot be a rule's token counts as an unknown rule. */
const readRuleToken: Read<PaymentLinkRuleToken> = ofString((text) => {
  const token = trimCode(text).toLowerCase()
  return isRuleToken(token) ? Result.succeed(token) : unknownRule
})

const most = centavos(centavosMax)

/** Fields by the names of the API. */
export const linkField = {
  title: text(linkTextLimits.title),
  description: text(linkTextLimits.description),
  reference: text(linkTextLimits.reference),
  amount: amount({ min: centavos(1), max: most }),
  name: fullName,
  email,
  phone: telephone,
  document,
  cep: postalCode,
  number: textOrInteger(addressLimits.number),
} as const

/** What requests of links and of batches have in common: absent, cleared or given. */
export const linkOptions = {
  description: clearable(linkField.description, {
    description: `At most ${linkTextLimits.description.max} characters. Line breaks and tabs are kept; CRLF and CR become LF.`,
    examples: ["Aulas de violão em novembro"],
  }),
  additional_amount: clearable(amount({ min: zero, max: most }), {
    description: "Reais, zero or more, added to the amount.",
    examples: [5],
  }),
  bg_color: clearable(hexColor, {
    description: "Color of the page: `#` and 3 or 6 digits; the company's if absent.",
    examples: ["#1f6f54"],
  }),
  show_company_logo: clearable(boolean, { description: "True if absent." }),
  expired_at: clearable(date, {
    description: "The last day on which it can be paid, as `YYYY-MM-DD`: today or later, by the date of São Paulo.",
    examples: ["2030-12-31"],
  }),
  expire_after_payment: clearable(boolean, { description: "Whether the first confirmed payment is the last." }),
  enable_pix: clearable(boolean, {
    description: "An absent method is enabled, unless another is enabled explicitly. At least one must be enabled.",
  }),
  enable_credit: clearable(boolean),
  enable_bank_slip: clearable(boolean),
  installments: clearable(installments, {
    description: "The most installments on a card, 1 to 12; 1 if absent.",
    examples: [6],
  }),
  fee_mode: clearable(choice(FeeMode), {
    description:
      "`none`: the company bears all fees. `interest`: installments cost interest. `customer_pay_fee`: the payer bears the fees. `none` if " +
      "absent.",
  }),
  hide_customer_fields: clearable(boolean),
  payment_link_rule_token: clearable(textRead(readRuleToken), {
    description: "A billing rule of the company.",
    format: "uuid",
  }),
  language: clearable(pageLanguage, {
    description: "Language of the page and the receipt; the company's if absent. Answers do not show it.",
  }),
  redirect_after_success: clearable(redirectAfterSuccess, {
    description:
      "Where the payer goes after paying, an http or https URL of at most 2048 characters, without user or password; the company's if " +
      "absent. Answers do not show it.",
  }),
} as const

/** The company's own mark, of links and of a batch's customers. */
export const referenceWords = {
  description: `The company's own reference, at most ${linkTextLimits.reference.max} characters.`,
  examples: ["mensalidade-11"],
} as const

export const noMethod = fault("enable_pix", { code: "no_method" })

/** What is wrong between the options of one request. */
export const linkOptionRules: Rules<typeof linkOptions> = {
  enable_bank_slip: ({ enable_bank_slip, enable_credit, enable_pix }) =>
    [enable_pix, enable_credit, enable_bank_slip].every((flag) => flag === false) ? noMethod : undefined,
}
