/**
 * A fault's message in the payer's language. On the wire it is in English, for developers.
 */
import { cardStopEnd, type Fault, isInstrumentOpen, isMissing, isPriceRefused } from "@vintem/contract"
import type { FieldName, Words } from "../text/words.ts"

/** The page showed another price than the payment has now. */
export const isPriceChanged = ({ path }: Pick<Fault, "path">): boolean => path === "total"

/** A form was sent before, with something else in it. */
export const formSentBefore: Fault = { path: "form", message: "" }

/** The address was replaced by the one that belongs to another postal code: the payer has to see it first. */
export const addressReplaced: Fault = { ...formSentBefore, path: "address" }

export const faultSentence = (fault: Fault, words: Words): string => {
  const { message, path } = fault
  if (path === "payment.method") return methodSentence(message, words)
  if (isPriceChanged(fault)) return words.priceChanged
  if (path === formSentBefore.path) return words.formSentBefore
  if (path === addressReplaced.path) return words.addressReplaced
  if (path === "coupon_code") return words.couponGone
  if (path === "payment.card") return words.scriptForCard // only a form without a script sends none of it
  if (!isFieldName(path, words)) return words.otherFault
  const { missing, wrong } = words.faults[path]
  return isMissing(fault) ? missing : wrong
}

const methodSentence = (message: string, words: Words): string => {
  const end = cardStopEnd(message)
  if (end !== null) return words.cardsStopped(words.minute(end))
  if (isInstrumentOpen(message)) return words.methodTaken
  if (isPriceRefused(message)) return words.priceTooHigh
  const { missing, wrong } = words.faults["payment.method"]
  return isMissing({ message }) ? missing : wrong
}

/** Whether a fault belongs to one box of the form. */
export const isFieldName = (path: string, words: Words): path is FieldName => Object.hasOwn(words.faults, path)
