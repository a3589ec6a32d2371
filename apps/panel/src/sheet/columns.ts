/**
 * What the columns of a sheet hold, by the names that people give them and by what stands in them.
 */
import { columnName, SheetField } from "@vintem/domain/batch"
import { parseDocument, withLostZeros } from "@vintem/domain/documents"
import * as Result from "effect/Result"
import { isAmountLike } from "./amounts.ts"
import { isDayLike } from "./days.ts"

/**
 * Names of columns without accents, capitals, punctuation, units and what {@link connectives} and {@link people} add. The first are those of
 * the model sheet, the last those of the API.
 */
const names: Readonly<Record<SheetField, ReadonlyArray<string>>> = {
  name: ["nome", "nome completo", "razao social", "full name", "fullname", "name"],
  email: ["e mail", "mail", "endereco e mail", "correio eletronico", "e mail address", "email address", "email"],
  document: [
    "cpf",
    "cnpj",
    "cpf cnpj",
    "cnpj cpf",
    "documento",
    "doc",
    "numero documento",
    "numero cpf",
    "n cpf",
    "tax id",
    "taxvat",
    "document",
  ],
  phone: [
    "telefone",
    "fone",
    "tel",
    "celular",
    "cel",
    "whatsapp",
    "whats",
    "zap",
    "fone celular",
    "telefone celular",
    "celular whatsapp",
    "telefone whatsapp",
    "numero telefone",
    "numero celular",
    "ddd telefone",
    "telephone",
    "mobile",
    "phone number",
    "phone",
  ],
  amount: [
    "valor",
    "preco",
    "total",
    "quantia",
    "montante",
    "mensalidade",
    "valor total",
    "valor cobranca",
    "valor cobrar",
    "valor pagar",
    "valor mensalidade",
    "valor boleto",
    "valor link",
    "price",
    "value",
    "amount",
  ],
  title: ["titulo", "assunto", "produto", "servico", "subject", "product", "service", "title"],
  description: ["descricao", "detalhes", "historico", "details", "description"],
  cep: ["cep", "codigo postal", "postal code", "postcode", "zip", "zip code", "zipcode"],
  number: ["numero", "n", "nº", "numero casa", "numero endereco", "house number", "number"],
  reference: [
    "referencia",
    "ref",
    "codigo",
    "cod",
    "matricula",
    "id",
    "numero pedido",
    "codigo interno",
    "sua referencia",
    "code",
    "reference",
  ],
  expired_at: [
    "vencimento",
    "data vencimento",
    "dia vencimento",
    "venc",
    "vence",
    "vence em",
    "data limite",
    "ultimo dia",
    "validade",
    "prazo",
    "pagar ate",
    "due date",
    "due",
    "expiry",
    "expiry date",
    "last day",
    "expired at",
  ],
}

/** Words between the others: articles, prepositions and units. */
const connectives = new Set(
  "a o as os da do das dos de e em na no nas nos para por ou ao the of in to for and or r$ rs reais brl".split(" "),
)

/** Whose it is. Alone such a word names the customer. */
const people = new Set(
  "cliente clientes pagador sacado devedor comprador aluno aluna responsavel customer client payer buyer student".split(
    " ",
  ),
)

/** Short for "numero". */
const numbers = new Set(["n", "nº", "num", "nr"])

/** The words of a title that tell something. */
const wordsOf = (title: string): ReadonlyArray<string> =>
  columnName(title)
    .split(" ")
    .filter((word) => word !== "" && !connectives.has(word))
    .map((word) => (numbers.has(word) ? "numero" : word))

const fieldByWords = new Map(
  SheetField.literals.flatMap((field) => names[field].map((name) => [wordsOf(name).join(" "), field] as const)),
)

/**
 * The field that a column is named for. What stands in parentheses may be left out, but not where an amount is named: `Valor (pago)` is
 * another amount.
 *
 * @returns undefined for a name that is not known
 */
export const fieldNamed = (title: string): SheetField | undefined => {
  const whole = fieldOf(wordsOf(title))
  if (whole !== undefined || !title.includes("(")) return whole
  const outside = fieldOf(wordsOf(title.slice(0, title.indexOf("("))))
  return outside === "amount" ? undefined : outside
}

const fieldOf = (words: ReadonlyArray<string>): SheetField | undefined => {
  const telling = words.filter((word) => !people.has(word))
  if (words.length > 0 && telling.length === 0) return "name"
  return fieldByWords.get(words.join(" ")) ?? fieldByWords.get(telling.join(" "))
}

/** What a column seems to hold that nobody may lose without knowing. */
export type Looks = "amount" | "date" | "document"

const isDocumentLike = (cell: string): boolean =>
  Result.isSuccess(parseDocument(cell)) || (cell.replace(/\D/gu, "").length >= 8 && withLostZeros(cell) !== undefined)

/**
 * What the cells of a column look like. A quarter of them is enough: the others may say that there is nothing to pay. Row numbers, which
 * rise by one, are no amounts.
 *
 * @returns null if they look like neither
 */
export const looksOf = (cells: ReadonlyArray<string>): Looks | null => {
  const filled = cells.filter((cell) => cell !== "")
  const isMany = (is: (cell: string) => boolean): boolean => {
    const count = filled.filter(is).length
    return count > 0 && count * 4 >= filled.length
  }
  if (isMany(isDocumentLike)) return "document"
  if (isMany(isDayLike)) return "date"
  return isMany(isAmountLike) && !areRowNumbers(filled) ? "amount" : null
}

const areRowNumbers = (cells: ReadonlyArray<string>): boolean =>
  cells.length > 1 && cells.every((cell, at) => /^\d{1,6}$/u.test(cell) && Number(cell) === Number(cells[0]) + at)

/** Whether a cell holds a value, and so names no column. */
export const isValueLike = (cell: string): boolean =>
  cell.includes("@") || isDocumentLike(cell) || isDayLike(cell) || (isAmountLike(cell) && /[.,]|R\$/u.test(cell))
