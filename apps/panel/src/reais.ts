/** Reads a typed amount in one language: no text means one amount in one language and a different amount in another. */
import { centavosMax } from "@vintem/domain/money"

/** The mark before the centavos. The other one may separate thousands. */
export type DecimalMark = "," | "."

/** The largest amount, in reais. */
export const reaisMax = centavosMax / 100

/**
 * In Portuguese: `1234,5`, `1.234,56`, `R$ 1.234`. One or two digits follow the comma, and three follow each point, so
 * `19,900` and `0.125` are no amounts.
 */
const shape = /^(?:R\$\s*)?(\d{1,11}|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{1,2}))?$/u

/** @returns reais; null if the text is no amount, or more than the largest */
export const readReais = (text: string, decimalMark: DecimalMark): number | null => {
  const inPortuguese = decimalMark === "," ? text : text.replaceAll(/[.,]/gu, (mark) => (mark === "." ? "," : "."))
  const found = shape.exec(inPortuguese.trim())
  if (found === null) return null
  const [, whole = "", centavos = ""] = found
  const reais = Number(`${whole.replaceAll(".", "")}.${centavos}`)
  return reais > reaisMax ? null : reais
}

/** Formats reais as a person types them: `1234,50` in Portuguese. */
export const typedReais = (reais: number, decimalMark: DecimalMark): string =>
  reais.toFixed(2).replace(".", decimalMark)
