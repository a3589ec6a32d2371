/** Recognizes the columns of a sheet by their usual names and by their values. */
import { columnName, SheetField } from "@vintem/domain/batch"
import { parseTelephone } from "@vintem/domain/customer"
import { parseDocument, withLostZeros } from "@vintem/domain/documents"
import * as Result from "effect/Result"
import { isAmountLike, isNumber } from "./amounts.ts"
import { isDay, isDayLike } from "./days.ts"

/**
 * Names of columns without accents, capitals, punctuation, units, {@link connectives} and {@link people}. The model
 * sheet's come first, the API's last.
 */
const names: Readonly<Record<SheetField, ReadonlyArray<string>>> = {
  name: ["nome", "nome completo", "nome sobrenome", "razao", "social", "full name", "name"],
  email: ["e mail", "mail", "endereco e mail", "correio eletronico", "e mail address", "email address", "email"],
  document: ["cpf", "cnpj", "documento", "doc", "numero documento", "numero cpf", "tax id", "taxvat", "document"],
  phone: [
    "telefone",
    "fone",
    "tel",
    "celular",
    "cel",
    "whatsapp",
    "whats",
    "zap",
    "numero telefone",
    "numero celular",
    "numero whatsapp",
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
    "valor cobranca",
    "valor cobrar",
    "valor pagar",
    "valor boleto",
    "valor link",
    "price",
    "value",
    "amount",
  ],
  title: ["titulo", "assunto", "produto", "servico", "subject", "product", "service", "title"],
  description: ["descricao", "detalhes", "historico", "details", "description"],
  cep: ["cep", "codigo postal", "postal code", "postcode", "zip", "zip code"],
  number: ["numero", "numero casa", "numero endereco", "house number", "number"],
  reference: [
    "referencia",
    "ref",
    "codigo",
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

/** Words between the others: articles, prepositions, units and plural endings. */
const connectives = new Set(
  "a o as os da do das dos de e em na no nas nos para por ou ao s es the of in to for and or r$ rs reais brl".split(
    " ",
  ),
)

/** Words for a person. Alone, such a word names the customer. */
const people = new Set(
  "cliente pagador sacado devedor comprador aluno aluna responsavel financeiro titular contato contratante associado paciente empresa customer client payer buyer student".split(
    " ",
  ),
)

/** Common abbreviations of a word. */
const abbreviations: ReadonlyArray<readonly [whole: string, short: RegExp]> = [
  ["numero", /^(?:n|nº|num|nro?)$/u],
  ["valor", /^vlr?$/u],
  ["vencimento", /^v(?:enc(?:t?o|im)?|c?m?to|ct)$/u],
  ["data", /^dt$/u],
  ["codigo", /^cod$/u],
  ["descricao", /^descr$/u],
]

/** The meaningful words of a title, in full, each once. */
const wordsOf = (title: string): ReadonlyArray<string> =>
  columnName(title)
    .split(" ")
    .filter((word) => word !== "" && !connectives.has(word))
    .map((word) => word.replace(/(?<=..)(?:(?<=[lrz])es|s)$/u, ""))
    .map((word) => abbreviations.find(([, short]) => short.test(word))?.[0] ?? word)

const fieldByWords = new Map(
  SheetField.literals.flatMap((field) => names[field].map((name) => [wordsOf(name).join(""), field] as const)),
)

/**
 * The field that a column's title names. Text in parentheses may be ignored, except with an amount: `Valor (pago)` is
 * another amount. `Valor da parcela` is unknown: it is not the price of a link that can be paid in installments.
 *
 * @param cells - the cells of a column that only names a person: `Contato` may be a telephone
 * @returns undefined for an unknown name
 */
export const fieldNamed = (title: string, cells: ReadonlyArray<string> = []): SheetField | undefined => {
  const whole = fieldOf(wordsOf(title), cells)
  if (whole !== undefined || !title.includes("(")) return whole
  const outside = fieldOf(wordsOf(title.slice(0, title.indexOf("("))), cells)
  return outside === "amount" ? undefined : outside
}

const fieldOf = (words: ReadonlyArray<string>, cells: ReadonlyArray<string>): SheetField | undefined => {
  const telling = words.filter((word) => !people.has(word))
  if (words.length > 0 && telling.length === 0) return fieldHeld(cells)
  return fieldAgreed(words) ?? fieldAgreed(telling)
}

const fieldHeld = (cells: ReadonlyArray<string>): SheetField => {
  if (areMany(cells, (cell) => cell.includes("@"))) return "email"
  if (areMany(cells, isDocumentLike)) return "document"
  return areMany(cells, isTelephone) ? "phone" : "name"
}

const isTelephone = (cell: string): boolean => Result.isSuccess(parseTelephone(cell))

/** The field that the words name together, or each of them alone: `CPF/CNPJ`, `Nome/Razão social`. */
const fieldAgreed = (words: ReadonlyArray<string>): SheetField | undefined => {
  const [each, ...others] = new Set(words.map((word) => fieldByWords.get(word)))
  return fieldByWords.get(words.join("")) ?? (others.length === 0 ? each : undefined)
}

/** The apparent content of a column that must not be lost silently. */
export type Looks = "amount" | "date" | "document"

/** The punctuation of a CPF or a CNPJ, perhaps with a wrong digit or a hidden one. */
const punctuated =
  /(?<!\d)[\d*]{3}[. ]?[\d*]{3}[. ]?[\d*]{3}[- ][\d*]{2}(?!\d)|\b[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/[\dA-Z]{4}\b/iu

/** True if a cell may be a document, even a wrong one. Eleven digits that form a telephone number are none. */
const isDocumentLike = (cell: string): boolean =>
  Result.isSuccess(parseDocument(cell)) ||
  (cell.replace(/\D/gu, "").length >= 8 && withLostZeros(cell) !== undefined) ||
  punctuated.test(cell) ||
  (/^(?:\d{11}|\d{14})$/u.test(cell) && !isTelephone(cell))

/**
 * True if at least a quarter of the filled cells match: the others may say that there is nothing to pay. Reads only the
 * start of a long text.
 */
const areMany = (cells: ReadonlyArray<string>, is: (cell: string) => boolean): boolean => {
  const filled = cells.filter((cell) => cell !== "")
  const count = filled.filter((cell) => is(cell.slice(0, 60))).length
  return count > 0 && count * 4 >= filled.length
}

/**
 * The apparent content of a column's cells. Row numbers, which rise by one, are no amounts.
 *
 * @returns null if the cells look like none of these
 */
export const looksOf = (cells: ReadonlyArray<string>): Looks | null => {
  if (areMany(cells, isDocumentLike)) return "document"
  if (areMany(cells, isDayLike)) return "date"
  return areMany(cells, isAmountLike) && !areRowNumbers(cells) ? "amount" : null
}

const areRowNumbers = (cells: ReadonlyArray<string>): boolean => {
  const filled = cells.filter((cell) => cell !== "")
  return (
    filled.length > 1 && filled.every((cell, at) => /^\d{1,6}$/u.test(cell) && Number(cell) === Number(filled[0]) + at)
  )
}

/** True if a cell holds a value, and so is no column's name. Names may contain a month, or words before an amount. */
export const isValueLike = (cell: string): boolean =>
  cell.includes("@") || isDocumentLike(cell) || isDay(cell) || (isNumber(cell) && /[.,]|R\$/u.test(cell))
