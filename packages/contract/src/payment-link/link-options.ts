/**
 * The options of a link, and of the links of a batch: as requests name them, as they are by default, and after a change.
 */
import { ReminderRuleToken } from "@vintem/domain/catalogue"
import type { PageLanguage } from "@vintem/domain/company"
import { FeeMode } from "@vintem/domain/fees"
import { type InstallmentCount, singlePayment } from "@vintem/domain/installments"
import { forEachMethod, PaymentMethod } from "@vintem/domain/method"
import { centavos, centavosMax, zero } from "@vintem/domain/money"
import { type LinkMethods, type LinkTerms, linkMethodsFrom, linkTextLimits } from "@vintem/domain/payment-link"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { pageLanguage, redirectAfterSuccess } from "../company/page-settings.ts"
import { amount } from "../input/amount.ts"
import { boolean } from "../input/boolean.ts"
import { choice } from "../input/choice.ts"
import { clearable, type ObjectOf, type Read, type Rules, refusedAs } from "../input/codec.ts"
import { date } from "../input/date.ts"
import { type Fault, fault } from "../input/fault.ts"
import { hexColor } from "../input/hex-color.ts"
import { ofString, textRead } from "../input/text.ts"
import { installments } from "../order/payment-input.ts"
import { enableFlag, forEachFlag } from "./enable-flags.ts"
import { linkField } from "./link-fields.ts"

const unknownRule = refusedAs({ code: "does_not_exist" })
const isRuleToken = Schema.is(ReminderRuleToken)

/** A text that cannot be a rule's token counts as an unknown rule. */
const readRuleToken: Read<ReminderRuleToken> = ofString((text) => {
  const token = trimCode(text).toLowerCase()
  return isRuleToken(token) ? Result.succeed(token) : unknownRule
})

/** Options with the names of the API: missing, cleared or given. */
export const linkOptions = {
  description: clearable(linkField.description, {
    description: `At most ${linkTextLimits.description.max} characters. Line breaks and tabs are kept; CRLF and CR become LF.`,
    examples: ["Aulas de violão em novembro"],
  }),
  additional_amount: clearable(amount({ min: zero, max: centavos(centavosMax) }), {
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
  ...forEachFlag(() =>
    clearable(boolean, {
      description: "An absent method is enabled, unless another is enabled explicitly. At least one must be enabled.",
    }),
  ),
  installments: clearable(installments, {
    description: "The most installments on a card, 1 to 12; 1 if absent.",
    examples: [6],
  }),
  fee_mode: clearable(choice(FeeMode), {
    description:
      "`none`: the company bears all fees. `interest`: installments cost interest. `customer_pay_fee`: the payer bears the " +
      "fees. `none` if absent.",
  }),
  hide_customer_fields: clearable(boolean),
  payment_link_rule_token: clearable(textRead(readRuleToken), {
    description: "A reminder rule of the company.",
    format: "uuid",
  }),
  language: clearable(pageLanguage, {
    description: "Language of the page and the receipt; the company's if absent. Answers do not show it.",
  }),
  redirect_after_success: clearable(redirectAfterSuccess, {
    description:
      "Where the payer goes after paying, an http or https URL of at most 2048 characters, without user or password; the company's " +
      "if absent. Answers do not show it.",
  }),
} as const

const noMethod = fault("enable_pix", { code: "no_method" })

/** The faults between the options of one request. */
export const linkOptionRules: Rules<typeof linkOptions> = {
  enable_credit: (read) =>
    PaymentMethod.literals.every((method) => read[enableFlag(method)] === false) ? noMethod : undefined,
}

/** A company's choices for a link besides its title, its amount, its reference and its payer. */
type LinkOptions = Omit<LinkTerms, "title" | "amount" | "reference" | "customer">

/** The defaults of a link's terms besides its amount. */
const defaultOptions: LinkOptions = {
  description: "",
  additionalAmount: zero,
  bgColor: null,
  showCompanyLogo: true,
  expiredAt: null,
  expireAfterPayment: false,
  methods: forEachMethod(() => true),
  feeMode: "none",
  installments: singlePayment,
  hideCustomerFields: false,
  ruleToken: null,
}

/** Fields of the options: missing, cleared or given. */
type OptionChange = ObjectOf<typeof linkOptions>

/** The options after a change. Refused if no method is left. */
export const optionsOf = (
  before: LinkOptions | null,
  change: OptionChange,
): Result.Result<LinkOptions, ReadonlyArray<Fault>> =>
  Result.map(methodsOf(before?.methods ?? null, change), (methods) => {
    const { language, redirectAfterSuccess, ...others } = everyOption(before ?? defaultOptions, change, methods)
    return {
      ...others,
      ...(language === undefined ? {} : { language }),
      ...(redirectAfterSuccess === undefined ? {} : { redirectAfterSuccess }),
    }
  })

/**
 * Every option, undefined if it is missing. Leaving an option out, here or in the argument, does not compile: the next
 * update would erase it.
 */
const everyOption = (
  old: LinkOptions,
  change: OptionChange,
  methods: LinkMethods,
): { readonly [Name in keyof Required<LinkOptions>]: LinkOptions[Name] } => ({
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
  language: kept<PageLanguage | undefined>(change.language, old.language, undefined),
  redirectAfterSuccess: kept(change.redirect_after_success, old.redirectAfterSuccess, undefined),
})

/** The given value, or the current one, or the default if it is cleared. */
export const kept = <A>(given: A | null | undefined, before: A | undefined, cleared: A): A =>
  given === undefined ? (before ?? cleared) : (given ?? cleared)

const methodsOf = (
  before: LinkMethods | null,
  change: OptionChange,
): Result.Result<LinkMethods, ReadonlyArray<Fault>> => {
  const flagOf = (given: boolean | null | undefined, old: boolean | undefined) =>
    given === undefined ? old : (given ?? undefined)
  const flags = forEachMethod((method) => flagOf(change[enableFlag(method)], before?.[method]))
  return Result.mapError(linkMethodsFrom(flags), (): ReadonlyArray<Fault> => [noMethod])
}
