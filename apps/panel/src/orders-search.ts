/**
 * The search for an order: by its number, the payer's document or e-mail, or the shop's own reference.
 */
import { type Email, parseEmail } from "@vintem/domain/customer"
import { type Document, parseDocument } from "@vintem/domain/documents"
import * as Result from "effect/Result"

/** What a text is taken for. */
export type Sought =
  | { readonly _tag: "everything" }
  | { readonly _tag: "document"; readonly document: Document }
  | { readonly _tag: "email"; readonly email: Email }
  /** A reference may look like a number: where no order has the number, it is looked for as a reference. */
  | { readonly _tag: "number"; readonly number: string; readonly reference: string }
  | { readonly _tag: "reference"; readonly reference: string }

/** As they are shown. Small letters may be typed for capital ones. */
const orderNumber = /^[0-9A-Z]{12,15}$/u

/** A document may come with its punctuation. */
export const soughtBy = (text: string): Sought => {
  const reference = text.trim()
  if (reference === "") return { _tag: "everything" }
  const document = parseDocument(reference)
  if (Result.isSuccess(document)) return { _tag: "document", document: document.success }
  const email = parseEmail(reference)
  if (Result.isSuccess(email)) return { _tag: "email", email: email.success }
  const number = reference.toUpperCase()
  return orderNumber.test(number) ? { _tag: "number", number, reference } : { _tag: "reference", reference }
}

/**
 * The number or the public key of an order in what a payer has on the screen or reads aloud: either alone, or the address of the payer's
 * page. Null where nothing was typed.
 */
export const keyIn = (text: string): string | null => {
  const last =
    text
      .trim()
      .split(/[?#]/u)[0]
      ?.split("/")
      .findLast((part) => part !== "") ?? ""
  if (last === "") return null
  const number = last.toUpperCase()
  return orderNumber.test(number) ? number : last.slice(0, 100)
}
