/**
 * The amounts of a sheet. They come from many programs, so that the other amounts of a column say how one of them is meant.
 */
import { type DecimalMark, reaisMax } from "../reais.ts"

/** Spaces of any kind, also those that do not break. */
const unit = /^(?:R\$|BRL)?\s*(.*?)\s*(?:reais|BRL)?$/iu

const numberOf = (cell: string): string => (unit.exec(cell.trim())?.[1] ?? "").replace(/\s/gu, " ")

/** `150`. */
const whole = /^\d{1,11}$/u
/** `1234,5` and `1234.50`: what stands before one or two digits parts the centavos. */
const decimal = /^(\d{1,11})([.,])(\d{1,2})$/u
/** `1.234,56`, `1,234.56`, `1 234,56`. */
const grouped = /^([1-9]\d{0,2}(?:([., ])\d{3})(?:\2\d{3})*)(?!\2)([.,])(\d{1,2})$/u
/** `1.234.567`: what stands twice parts thousands. */
const thousands = /^[1-9]\d{0,2}(?:([., ])\d{3})(?:\1\d{3})+$/u
/** `1.234`: thousands, or a number with three decimals. */
const unclear = /^[1-9]\d{0,2}([.,])\d{3}$/u

const kinds = [whole, decimal, grouped, thousands, unclear]

const other = (mark: string | undefined): DecimalMark => (mark === "," ? "." : ",")

/** What a cell shows about the mark before the centavos; null if it shows nothing. */
const shownMark = (cell: string): DecimalMark | null => {
  const number = numberOf(cell)
  const mark = decimal.exec(number)?.[2] ?? grouped.exec(number)?.[3]
  if (mark !== undefined) return mark === "," ? "," : "."
  const group = thousands.exec(number)?.[1]
  return group === undefined || group === " " ? null : other(group)
}

/**
 * What stands before the centavos in a column.
 *
 * @param language - what it is in the language of the panel: taken if no cell shows it
 * @returns null if cells show both
 */
export const decimalMarkOf = (cells: ReadonlyArray<string>, language: DecimalMark): DecimalMark | null => {
  const shown = new Set(cells.map(shownMark).filter((mark) => mark !== null))
  const [first = language] = shown
  return shown.size > 1 ? null : first
}

/**
 * Reads `1.234,56`, `1,234.56`, `R$ 150`, `150`: with one or two digits behind it, a mark parts the centavos in any column.
 *
 * @param mark - of the column; null if it is not clear
 * @returns reais; null for what is no amount, for zero and for more than the largest. `unclear`: `1.234` in a column whose marks contradict
 *   each other, and `1,234` if the comma parts the centavos.
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

/** What stands around a number: signs, and how often it is paid. */
const around = /^[-\u2212+(]\s?|\s?[-)]$|\s?(?:\/|por )\s?\p{L}{3,}$/gu

/** Whether a cell is a number with a unit and a sign, zero too. */
export const isNumber = (cell: string): boolean => {
  const number = numberOf(cell.replace(around, "")).replace(around, "")
  return kinds.some((kind) => kind.test(number))
}

/** Money somewhere in a text: a unit beside a number, or two decimals that are no percentage. */
const money = /(?:\$|BRL)[\s(+\-\u2212]*\d|\breais\b|\d[.,]\d{2}(?!\d|[.,]\d|\s*%)/iu

/** Whether a cell may be an amount, however it is meant. Long numbers, and those that begin with a zero, number something. */
export const isAmountLike = (cell: string): boolean =>
  money.test(cell) || (isNumber(cell) && !/^\D*(?:0\d|\d{7,}\D*$)/u.test(cell))
