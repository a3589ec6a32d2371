/**
 * What the trail tells of a payment link, or of the defaults of a batch: what is asked for, and nothing about the payer.
 */
import type { BatchDefaults } from "@vintem/domain/batch"
import { decimalString } from "@vintem/domain/money"
import type { LinkTerms } from "@vintem/domain/payment-link"

/** Every option of a link is recorded, except its description, which may be long, and its rule's token. */
export const linkFields = (terms: BatchDefaults | LinkTerms): object => {
  const { additionalAmount, amount, description: _long, ruleToken, title, ...others } = optionsIn(terms)
  return {
    title,
    amount: amount === null ? null : decimalString(amount),
    ...others,
    additionalAmount: decimalString(additionalAmount),
    hasRule: ruleToken !== null,
  }
}

/** The terms without the payer's data. */
const optionsIn = (terms: BatchDefaults | LinkTerms): BatchDefaults => {
  if (!("customer" in terms)) return terms
  const { customer: _payer, reference: _own, ...options } = terms
  return options
}
