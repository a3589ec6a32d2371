/**
 * What is said of a whole batch, as it is filled in and as requests write it.
 */
import type { PageLanguage } from "@vintem/domain/company"
import type { FeeMode } from "@vintem/domain/fees"
import { type DecimalMark, readReais } from "../reais.ts"

/** A batch as it is in the form; empty for what is not said. */
export interface BatchDraft {
  readonly name: string
  readonly title: string
  readonly amount: string
  readonly additional: string
  readonly description: string
  /** Used for customers that have none in the sheet. */
  readonly lastDay: string
  /** The token of the rule that reminds payers. */
  readonly rule: string
  readonly isPaidOnce: boolean
  readonly pix: boolean
  readonly credit: boolean
  readonly bankSlip: boolean
  readonly installments: string
  readonly feeMode: FeeMode
  readonly color: string
  readonly isLogoShown: boolean
  readonly areFieldsHidden: boolean
  readonly language: PageLanguage | ""
  readonly redirect: string
}

/** Each customer pays once, as with a single link: the API leaves it open. */
export const newBatchDraft: BatchDraft = {
  name: "",
  title: "",
  amount: "",
  additional: "",
  description: "",
  lastDay: "",
  rule: "",
  isPaidOnce: true,
  pix: true,
  credit: true,
  bankSlip: true,
  installments: "1",
  feeMode: "none",
  color: "",
  isLogoShown: true,
  areFieldsHidden: false,
  language: "",
  redirect: "",
}

/** The amounts of a draft: null for one that is not there, undefined for one that cannot be taken. */
export const amountsOf = ({ additional, amount }: BatchDraft, mark: DecimalMark) => {
  const read = (text: string): number | null | undefined =>
    text.trim() === "" ? null : (readReais(text, mark) ?? undefined)
  const whole = read(amount)
  return { amount: whole === 0 ? undefined : whole, additional: read(additional) }
}

/** What differs from what a batch has anyway. An amount that cannot be taken is left out: the page says so before it sends. */
export const termsOf = (draft: BatchDraft, mark: DecimalMark) => {
  const { bankSlip, color, credit, description, feeMode, installments, language, pix, redirect, rule, title } = draft
  const { additional, amount } = amountsOf(draft, mark)
  return {
    ...(isSaid(title) ? { title } : {}),
    ...(typeof amount === "number" ? { amount } : {}),
    ...(typeof additional === "number" && additional > 0 ? { additional_amount: additional } : {}),
    ...(isSaid(description) ? { description } : {}),
    ...(isSaid(rule) ? { payment_link_rule_token: rule } : {}),
    ...(draft.isPaidOnce ? { expire_after_payment: true } : {}),
    ...(pix && credit && bankSlip ? {} : { enable_pix: pix, enable_credit: credit, enable_bank_slip: bankSlip }),
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
