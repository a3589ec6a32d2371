/**
 * The fields of a payment link that requests may send, one reader each: of a link by itself and of a batch of links alike.
 */
import { PaymentLinkRuleToken } from "@vintem/domain/catalogue"
import { addressLimits } from "@vintem/domain/customer"
import { FeeMode } from "@vintem/domain/fees"
import { PaymentMethod } from "@vintem/domain/method"
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
import { enableFlag, forEachFlag } from "./enable-flags.ts"

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
    description: "Of the page: `#` and 3 or 6 digits; that of the company where there is none.",
    examples: ["#1f6f54"],
  }),
  show_company_logo: clearable(boolean, { description: "True where absent." }),
  expired_at: clearable(date, {
    description: "The last day on which it can be paid, as `YYYY-MM-DD`: today or later, by the date of São Paulo.",
    examples: ["2030-12-31"],
  }),
  expire_after_payment: clearable(boolean, { description: "Whether the first confirmed payment is the last." }),
  ...forEachFlag(() =>
    clearable(boolean, {
      description: "If absent, true unless another method is enabled. Not all methods may be disabled.",
    }),
  ),
  installments: clearable(installments, {
    description: "The most on a card, 1 to 12; 1 where absent.",
    examples: [6],
  }),
  fee_mode: clearable(choice(FeeMode), {
    description:
      "`none`: the company bears all fees. `interest`: installments cost interest. `customer_pay_fee`: the payer bears the " +
      "fees. `none` where absent.",
  }),
  hide_customer_fields: clearable(boolean),
  payment_link_rule_token: clearable(textRead(readRuleToken), {
    description: "A billing rule of the company.",
    format: "uuid",
  }),
  language: clearable(pageLanguage, {
    description: "Of the page and the receipt; that of the company where absent. Answers do not show it.",
  }),
  redirect_after_success: clearable(redirectAfterSuccess, {
    description:
      "Where the payer goes after paying, an http or https URL of at most 2048 characters, without user or password; where the company " +
      "says, if absent. Answers do not show it.",
  }),
} as const

/** The company's own mark, of links and of a batch's customers. */
export const referenceWords = {
  description: `The company's own mark, at most ${linkTextLimits.reference.max} characters.`,
  examples: ["mensalidade-11"],
} as const

export const noMethod = fault("enable_pix", { code: "no_method" })

/** What is wrong between the options of one request. */
export const linkOptionRules: Rules<typeof linkOptions> = {
  enable_credit: (read) =>
    PaymentMethod.literals.every((method) => read[enableFlag(method)] === false) ? noMethod : undefined,
}
