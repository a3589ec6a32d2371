/**
 * What the audit log tells of a payment link, or of the defaults of a batch: what is asked for, and nothing about the payer.
 */
import type { BatchDefaults } from "@vintem/domain/batch"
import { decimalString } from "@vintem/domain/money"
import type { LinkTerms } from "@vintem/domain/payment-link"

export const linkFacts = (terms: BatchDefaults | LinkTerms): object => ({
  title: terms.title,
  amount: terms.amount === null ? null : decimalString(terms.amount),
  additionalAmount: decimalString(terms.additionalAmount),
  expiredAt: terms.expiredAt,
  expireAfterPayment: terms.expireAfterPayment,
  methods: terms.methods,
  installments: terms.installments,
  feeMode: terms.feeMode,
  hasRule: terms.ruleToken !== null,
  redirectAfterSuccess: terms.redirectAfterSuccess ?? null,
})
