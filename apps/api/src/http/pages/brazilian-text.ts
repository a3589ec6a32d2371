/**
 * Amounts, dates and lines as people in Brazil read them.
 */

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" })
const decimal = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 2 })

/** `R$ 1.234,50`. @param amount - reais */
export const money = (amount: number): string => reais.format(amount)

/** `2,99%`. */
export const percent = (share: number): string => `${decimal.format(share)}%`

/** `21/11/2026`. @param date - `YYYY-MM-DD` */
export const day = (date: string): string => date.split("-").toReversed().join("/")

/** `21/11/2026 às 10:25`. @param timestamp - `YYYY-MM-DD HH:MM:SS` */
export const minute = (timestamp: string): string => `${day(timestamp.slice(0, 10))} às ${timestamp.slice(11, 16)}`

/** A slip's 47 digits in the groups in which they are printed. */
export const printedLine = (line: string): string =>
  line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/u, "$1.$2 $3.$4 $5.$6 $7 $8")
