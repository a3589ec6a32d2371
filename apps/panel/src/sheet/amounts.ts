/**
 * Reads the amounts of a sheet. Programs write them differently, so the other amounts in a column decide how an unclear
 * one is read.
 */
import { type DecimalMark, reaisMax } from "../reais.ts"

/** Spaces of any kind, also non-breaking ones. */
const unit = /^(?:R\$|BRL)?\s*(.*?)\s*(?:reais|BRL)?$/iu

const numberOf = (cell: string): string => (unit.exec(cell.trim())?.[1] ?? "").replace(/\s/gu, " ")

/** `150`. */
const whole = /^\d{1,11}$/u
/** `1234,5` and `1234.50`: a mark before one or two digits separates the centavos. */
const decimal = /^(\d{1,11})([.,])(\d{1,2})$/u
/** `1.234,56`, `1,234.56`, `1 234,56`. */
const grouped = /^([1-9]\d{0,2}(?:([., ])\d{3})(?:\2\d{3})*)(?!\2)([.,])(\d{1,2})$/u
/** `1.234.567`: a repeated mark separates thousands. */
const thousands = /^[1-9]\d{0,2}(?:([., ])\d{3})(?:\1\d{3})+$/u
/** `1.234`: thousands, or a number with three decimals. */
const unclear = /^[1-9]\d{0,2}([.,])\d{3}$/u

const kinds = [whole, decimal, grouped, thousands, unclear]

const other = (mark: string | undefined): DecimalMark => (mark === "," ? "." : ",")

/** The mark before the centavos that a cell proves; null if it proves none. */
const shownMark = (cell: string): DecimalMark | null => {
  const number = numberOf(cell)
  const mark = decimal.exec(number)?.[2] ?? grouped.exec(number)?.[3]
  if (mark !== undefined) return mark === "," ? "," : "."
  const group = thousands.exec(number)?.[1]
  return group === undefined || group === " " ? null : other(group)
}

/**
 * The decimal mark of a column.
 *
 * @param language - the panel's own decimal mark, used if no cell proves one
 * @returns null if cells prove both
 */
export const decimalMarkOf = (cells: ReadonlyArray<string>, language: DecimalMark): DecimalMark | null => {
  const shown = new Set(cells.map(shownMark).filter((mark) => mark !== null))
  const [first = language] = shown
  return shown.size > 1 ? null : first
}

/**
 * Reads `1.234,56`, `1,234.56`, `R$ 150`, `150`: a mark before one or two digits separates the centavos in any column.
 *
 * @param mark - the column's; null if it is not clear
 * @returns reais; null for a text that is no amount, for zero and for more than the largest. `unclear`: `1.234` in a
 *   column whose marks
 *   contradict each other, and `1,234` if the comma separates the centavos.
 */
export const readAmount = (cell: string, mark: DecimalMark | null): number | "unclear" | null => {
  const number = numberOf(cell)
  const [, group] = unclear.exec(number) ?? []
  if (group !== undefined && (mark === null || mark === group)) return "unclear"
  if (!kinds.some((kind) => kind.test(number))) return null
  const [, whole = number, ...rest] = decimal.exec(number) ?? grouped.exec(number) ?? []
  const amount = Number(`${whole.replace(/[., ]/gu, "")}.${rest.at(-1) ?? ""}`)
  return amount === 0 || amount > reaisMax ? null : amount
}

/** Text around a number: signs, and a period such as "por mês". */
const around = /^[-\u2212+(]\s?|\s?[-)]$|\s?(?:\/|por )\s?\p{L}{3,}$/gu

/** True if a cell is a number, with or without a unit and a sign. Zero counts. */
export const isNumber = (cell: string): boolean => {
  const number = numberOf(cell.replace(around, "")).replace(around, "")
  return kinds.some((kind) => kind.test(number))
}

/** Money somewhere in a text: a unit next to a number, or two decimals that are no percentage. */
const money = /(?:\$|BRL)[\s(+\-\u2212]*\d|\breais\b|\d[.,]\d{2}(?!\d|[.,]\d|\s*%)/iu

/** True if a cell may be an amount in any reading. Long numbers, and those that begin with zero, are identifiers. */
export const isAmountLike = (cell: string): boolean =>
  money.test(cell) || (isNumber(cell) && !/^\D*(?:0\d|\d{7,}\D*$)/u.test(cell))
