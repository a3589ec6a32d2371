/** A fault in the payer's language, chosen by its code. The sentences of the wire are in English, for developers. */
import type { FaultCode } from "@vintem/contract"
import type { FieldName, Words } from "../text/words.ts"
import type { PayerFault } from "./entry.ts"

export const isOneOf = ({ reason }: PayerFault, ...codes: ReadonlyArray<FaultCode>): boolean =>
  reason !== null && codes.includes(reason.code)

/** The page showed no price, or another one than the current. */
export const isPriceChanged = ({ path }: PayerFault): boolean => path === "total"

/** The address was replaced by another postal code's: the payer has to see it first. */
export const addressReplaced: PayerFault = { path: "address", reason: null }

export const faultSentence = (fault: PayerFault, words: Words): string => {
  const { path, reason } = fault
  switch (reason?.code) {
    case "cards_stopped":
      return words.cardsStopped(reason.until === undefined ? null : words.minute(reason.until))
    case "instrument_open":
      return words.methodTaken
    case "total_too_large":
    case "amount_above_method":
      return words.priceTooHigh
    case "idempotency_key_reused":
      return words.formSentBefore
    case "coupon_lapsed":
      return words.couponGone
    default:
      return sentenceOfField(fault, path, words)
  }
}

const sentenceOfField = (fault: PayerFault, path: string, words: Words): string => {
  if (isPriceChanged(fault)) return words.priceChanged
  if (path === addressReplaced.path) return words.addressReplaced
  if (path === "payment.card") return words.scriptForCard // only a form without a script leaves it all out
  if (!isFieldName(path, words)) return words.otherFault
  const { missing, wrong } = words.faults[path]
  return isOneOf(fault, "required") ? missing : wrong
}

/** True if a fault belongs to one field of the form. */
export const isFieldName = (path: string, words: Words): path is FieldName => Object.hasOwn(words.faults, path)
