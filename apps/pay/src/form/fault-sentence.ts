/**
 * What is wrong, in the payer's language. The wire says it in English, to developers.
 */
import { cardStopEnd, type Fault, isInstrumentOpen, isMissing, isPriceRefused } from "@vintem/contract"
import type { FieldName, Words } from "../text/words.ts"

/** A form was sent from a page that showed another amount. */
export const priceChanged: Fault = { path: "amount", message: "" }

export const faultSentence = (fault: Fault, words: Words): string => {
  const { message, path } = fault
  if (path === "payment.method") return methodSentence(message, words)
  if (path === priceChanged.path) return words.priceChanged
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
