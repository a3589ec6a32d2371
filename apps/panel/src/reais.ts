/**
 * An amount as people type it.
 */

/** Thousands may be parted, and the centavos come after a comma or a point: `1.234,56`, `1,234.56`, `1234.5`, `R$ 1.234`. */
const shape = /^(?:R\$)?(\d{1,3}(?:[.,]\d{3})*|\d{1,12})(?:[.,](\d{1,2}))?$/u

/** @returns reais; null where the text is no amount */
export const readReais = (text: string): number | null => {
  const found = shape.exec(text.replaceAll(/\s/gu, ""))
  if (found === null) return null
  const [, whole = "", centavos = ""] = found
  return Number(`${whole.replaceAll(/[.,]/gu, "")}.${centavos.padEnd(2, "0")}`)
}
