/**
 * Searches for an order by its number, the payer's document or e-mail, the shop's own reference (`ref`), or the source
 * (`src`).
 */
import { type Email, parseEmail } from "@vintem/domain/customer"
import { type Document, parseDocument } from "@vintem/domain/documents"
import type { OrderStatus } from "@vintem/domain/order"
import { trimInvisible } from "@vintem/domain/text"
import * as Result from "effect/Result"

/** The interpretation of a text. */
export type Sought =
  | { readonly _tag: "everything" }
  | { readonly _tag: "document"; readonly document: Document }
  | { readonly _tag: "email"; readonly email: Email }
  /** A reference may look like a number: if no order has the number, it is searched as a reference. */
  | { readonly _tag: "number"; readonly number: string; readonly reference: string }
  /** If no order has the reference, it is searched as a source. */
  | { readonly _tag: "reference"; readonly reference: string }

/** Order numbers as they are shown. The search also takes lower case. */
const orderNumber = /^[0-9A-Z]{12,21}$/u

/** Any input may contain invisible characters, and a document its punctuation. */
export const soughtBy = (text: string): Sought => {
  const reference = trimInvisible(text)
  if (reference === "") return { _tag: "everything" }
  const document = parseDocument(reference)
  if (Result.isSuccess(document)) return { _tag: "document", document: document.success }
  const email = parseEmail(reference)
  if (Result.isSuccess(email)) return { _tag: "email", email: email.success }
  const number = reference.toUpperCase()
  return orderNumber.test(number) ? { _tag: "number", number, reference } : { _tag: "reference", reference }
}

interface Placed {
  readonly status: OrderStatus
  /** `YYYY-MM-DD HH:MM:SS` of São Paulo. */
  readonly created_at: string
}

/** Other filters of the list; absent ones filter nothing. */
interface Range {
  readonly status?: ReadonlyArray<OrderStatus>
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from?: string
  readonly to?: string
}

/** True if an order that was found by its number matches the other filters. */
export const isWithin = ({ created_at, status }: Placed, range: Range): boolean => {
  const day = created_at.slice(0, 10)
  return range.status?.includes(status) !== false && day >= (range.from ?? day) && day <= (range.to ?? day)
}

/**
 * The number or public key in a text that a payer sends or reads aloud: either alone, or in the address of the payer's
 * page. Null if the text is empty.
 */
export const keyIn = (text: string): string | null => {
  const last =
    trimInvisible(text)
      .split(/[?#]/u)[0]
      ?.split("/")
      .findLast((part) => part !== "") ?? ""
  if (last === "") return null
  const number = last.toUpperCase()
  return orderNumber.test(number) ? number : last.slice(0, 100)
}
