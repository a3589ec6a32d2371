/** The terms of a whole batch, in the form and in requests. */
import { forEachFlag } from "@vintem/contract"
import type { PageLanguage } from "@vintem/domain/company"
import type { FeeMode } from "@vintem/domain/fees"
import { forEachMethod } from "@vintem/domain/method"
import type { LinkMethods } from "@vintem/domain/payment-link"
import { type DecimalMark, readReais } from "../reais.ts"

/** A batch's values in the form; empty if absent. */
export interface BatchDraft {
  readonly name: string
  readonly title: string
  readonly amount: string
  readonly additional: string
  readonly description: string
  /** For customers without one in the sheet. */
  readonly lastDay: string
  /** The token of the rule that reminds payers. */
  readonly rule: string
  readonly isPaidOnce: boolean
  readonly methods: LinkMethods
  readonly installments: string
  readonly feeMode: FeeMode
  readonly color: string
  readonly isLogoShown: boolean
  readonly areFieldsHidden: boolean
  readonly language: PageLanguage | ""
  readonly redirect: string
}

/** Each customer pays once, as with a single link. The API's own default differs. */
export const newBatchDraft: BatchDraft = {
  name: "",
  title: "",
  amount: "",
  additional: "",
  description: "",
  lastDay: "",
  rule: "",
  isPaidOnce: true,
  methods: forEachMethod(() => true),
  installments: "1",
  feeMode: "none",
  color: "",
  isLogoShown: true,
  areFieldsHidden: false,
  language: "",
  redirect: "",
}

/** The amounts of a draft: null for an empty one, undefined for an invalid one. */
export const amountsOf = ({ additional, amount }: BatchDraft, mark: DecimalMark) => {
  const read = (text: string): number | null | undefined =>
    text.trim() === "" ? null : (readReais(text, mark) ?? undefined)
  const whole = read(amount)
  return { amount: whole === 0 ? undefined : whole, additional: read(additional) }
}

/** The terms that differ from a batch's defaults. Leaves out an invalid amount: the page reports it before sending. */
export const termsOf = (draft: BatchDraft, mark: DecimalMark) => {
  const { color, description, feeMode, installments, language, methods, redirect, rule, title } = draft
  const { additional, amount } = amountsOf(draft, mark)
  return {
    ...(isSaid(title) ? { title } : {}),
    ...(typeof amount === "number" ? { amount } : {}),
    ...(typeof additional === "number" && additional > 0 ? { additional_amount: additional } : {}),
    ...(isSaid(description) ? { description } : {}),
    ...(isSaid(rule) ? { payment_link_rule_token: rule } : {}),
    ...(draft.isPaidOnce ? { expire_after_payment: true } : {}),
    ...(Object.values(methods).every((isOn) => isOn) ? {} : forEachFlag((method) => methods[method])),
    ...(installments === "1" ? {} : { installments: Number(installments) }),
    ...(feeMode === "none" ? {} : { fee_mode: feeMode }),
    ...(isSaid(color) ? { bg_color: color } : {}),
    ...(draft.isLogoShown ? {} : { show_company_logo: false }),
    ...(draft.areFieldsHidden ? { hide_customer_fields: true } : {}),
    ...(language === "" ? {} : { language }),
    ...(isSaid(redirect) ? { redirect_after_success: redirect } : {}),
  }
}

const isSaid = (text: string): boolean => text.trim() !== ""
