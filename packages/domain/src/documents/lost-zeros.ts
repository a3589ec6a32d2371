/** CPFs and CNPJs without their leading zeros: a spreadsheet that reads a document as a number drops them. */
import * as Result from "effect/Result"
import { trimCode } from "../text/code.ts"
import { cnpjLength, cpfLength, type Document, parseDocument } from "./document.ts"

/**
 * The document that a text becomes with zeros in front. This is a guess, and a person has to confirm it: one number in
 * a hundred has the right check digits by chance.
 *
 * @returns undefined if the text is a document already, if zeros do not make it one, or if they make both a CPF and a
 *   CNPJ
 */
export const withLostZeros = (text: string): Document | undefined => {
  const digits = trimCode(text).replace(/[./ -]+/gu, "")
  if (!/^[0-9]+$/u.test(digits) || Result.isSuccess(parseDocument(text))) return undefined
  const [found, another] = [cpfLength, cnpjLength].flatMap((length) => {
    const read = digits.length < length ? parseDocument(digits.padStart(length, "0")) : undefined
    return read !== undefined && Result.isSuccess(read) ? [read.success] : []
  })
  return another === undefined ? found : undefined
}
