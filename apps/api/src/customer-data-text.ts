/**
 * A customer's data as JSON text, piece by piece: the whole is never in memory.
 */
import type { ExportPiece } from "@vintem/application"
import { type CustomerDataLists, CustomerDataView, customerDataLists, customerView } from "@vintem/contract"
import type { Customer } from "@vintem/domain/ports"
import { Result, Stream } from "effect"
import { answerEncoder } from "./http/edge/body/answer-encoder.ts"

/** The layout of the text. */
export interface JsonLayout {
  /** Between a name and its value. */
  readonly colon: string
  /** Begins a line at a depth; empty in the compact layout. */
  readonly line: (depth: number) => string
  /** A value of the document, or of one of its lists, at a depth. */
  readonly text: (name: keyof CustomerDataView, value: unknown, depth: number) => string
}

/** In the order of the document. */
const lists = [
  "orders",
  "subscribers",
  "payment_links",
  "batch_entries",
  "saved_cards",
  "webhooks",
] as const satisfies ReadonlyArray<keyof CustomerDataLists>

const { fields } = CustomerDataView
const encoders = {
  customer: answerEncoder(fields.customer),
  orders: answerEncoder(fields.orders.value),
  subscribers: answerEncoder(fields.subscribers.value),
  payment_links: answerEncoder(fields.payment_links.value),
  batch_entries: answerEncoder(fields.batch_entries.value),
  saved_cards: answerEncoder(fields.saved_cards.value),
  webhooks: answerEncoder(fields.webhooks.value),
}

/** The layout of the API's answers. A value that does not fit its schema is our fault. */
export const compact: JsonLayout = {
  colon: ":",
  line: () => "",
  text: (name, value) => Result.getOrThrow(encoders[name](value)),
}

const lineAt = (depth: number): string => `\n${"  ".repeat(depth)}`

/** For people: the layout of `JSON.stringify` with two spaces. */
export const spaced: JsonLayout = {
  colon: ": ",
  line: lineAt,
  text: (_, value, depth) => JSON.stringify(value, null, 2).replaceAll("\n", lineAt(depth)),
}

/** Streams the document that `JSON.stringify` would write. */
export const customerDataText = <E, R>(
  { customer, pieces }: { readonly customer: Customer; readonly pieces: Stream.Stream<ExportPiece, E, R> },
  publicUrl: string,
  { colon, line, text }: JsonLayout,
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    /** The position of the list that is being written. Starts at the customer, before all lists. */
    let at = -1
    let isEmpty = true
    const ended = (): string => (at < 0 ? "" : `${isEmpty ? "" : line(1)}]`)
    const upTo = (place: number): string => {
      let written = ""
      for (; at < place; isEmpty = true) {
        written += ended()
        at += 1
        written += `,${line(1)}"${lists[at]}"${colon}[`
      }
      return written
    }
    const textOf = (of: CustomerDataLists): string => {
      let written = ""
      for (const [place, name] of lists.entries()) {
        for (const entry of of[name]) {
          written += `${upTo(place)}${isEmpty ? "" : ","}${line(2)}${text(name, entry, 2)}`
          isEmpty = false
        }
      }
      return written
    }
    const head = `{${line(1)}"customer"${colon}${text("customer", customerView(customer), 1)}`
    return Stream.make(head).pipe(
      Stream.concat(Stream.map(pieces, (piece) => textOf(customerDataLists(piece, publicUrl)))),
      Stream.concat(Stream.suspend(() => Stream.make(`${upTo(lists.length - 1)}${ended()}${line(0)}}`))),
      Stream.filter((written) => written !== ""),
    )
  })
