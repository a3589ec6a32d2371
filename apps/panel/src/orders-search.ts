/**
 * The search for an order: by its number, the payer's document, or the shop's own reference.
 */
import { type Document, parseDocument } from "@vintem/domain/documents"
import * as Result from "effect/Result"

/** What a text is taken for. */
export type Sought =
  | { readonly _tag: "everything" }
  | { readonly _tag: "document"; readonly document: Document }
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
  const number = reference.toUpperCase()
  return orderNumber.test(number) ? { _tag: "number", number, reference } : { _tag: "reference", reference }
}
