/** The columns of an exported order. */
import { type Cell, decisiveAttempt, orderCustomerView } from "@vintem/contract"
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { centavos, decimalString } from "@vintem/domain/money"
import { ledgerOf, statusOf } from "@vintem/domain/order"
import type { StoredOrder } from "@vintem/domain/ports"

/** Reais with two decimals: a number for a spreadsheet, never a binary fraction. */
const reais = (amount: number): Cell => ({ number: decimalString(centavos(amount)) })

const cellsOf = ({ order }: StoredOrder) => {
  const { details } = order
  const { fullname, email, taxvat, telephone } = orderCustomerView(details.customer)
  const quote = decisiveAttempt(order)?.quote
  const { captured, refunded, chargedBack } = ledgerOf(order)
  return {
    company: { number: String(details.company) },
    order_number: details.number,
    status: statusOf(order),
    origin: details.origin,
    created_at: { time: saoPauloTimestamp(details.placedAt) },
    updated_at: { time: saoPauloTimestamp(order.updatedAt) },
    src: details.src,
    ref: details.ref,
    fullname,
    email,
    taxvat,
    telephone,
    method: quote?.method._tag ?? null,
    installments: quote === undefined ? null : { number: String(quote.installments.length) },
    subtotal: reais(quote?.amount ?? details.amount),
    discount: reais(details.discount),
    fee: quote === undefined ? null : reais(quote.fee),
    total: reais(quote?.charged ?? details.amount),
    net: quote === undefined ? null : reais(quote.net),
    captured: reais(captured),
    refunded: reais(refunded),
    charged_back: reais(chargedBack),
  } satisfies Readonly<Record<string, Cell>>
}

type Column = keyof ReturnType<typeof cellsOf>

/** Names of the columns, in order. New ones come last. */
export const orderColumns: ReadonlyArray<Column> = [
  "company",
  "order_number",
  "status",
  "origin",
  "created_at",
  "updated_at",
  "src",
  "ref",
  "fullname",
  "email",
  "taxvat",
  "telephone",
  "method",
  "installments",
  "subtotal",
  "discount",
  "fee",
  "total",
  "net",
  "captured",
  "refunded",
  "charged_back",
]

/** The cells of one order. */
export const orderCells = (stored: StoredOrder): ReadonlyArray<Cell> => {
  const cells = cellsOf(stored)
  return orderColumns.map((column) => cells[column])
}

/** An order's columns as an object. Amounts and counts are texts, so that nothing is rounded. */
export const orderRecord = (stored: StoredOrder): Readonly<Record<string, string | null>> => {
  const cells = cellsOf(stored)
  return Object.fromEntries(orderColumns.map((column) => [column, textOf(cells[column])]))
}

const textOf = (cell: Cell): string | null => {
  if (cell === null || typeof cell === "string") return cell
  return "number" in cell ? cell.number : cell.time
}
