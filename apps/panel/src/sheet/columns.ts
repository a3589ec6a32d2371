/**
 * What the columns of a sheet hold, by the names that people give them and by what stands in them.
 */
import { columnName, SheetField } from "@vintem/domain/batch"
import { parseTelephone } from "@vintem/domain/customer"
import { parseDocument, withLostZeros } from "@vintem/domain/documents"
import * as Result from "effect/Result"
import { isAmountLike, isNumber } from "./amounts.ts"
import { isDay, isDayLike } from "./days.ts"

/**
 * Names of columns without accents, capitals, punctuation, units and what {@link connectives} and {@link people} add. The first are those of
 * the model sheet, the last those of the API.
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

/** Words between the others: articles, prepositions, units and the ends of plurals. */
const connectives = new Set(
  "a o as os da do das dos de e em na no nas nos para por ou ao s es the of in to for and or r$ rs reais brl".split(
    " ",
  ),
)

/** Whose it is. Alone such a word names the customer. */
const people = new Set(
  "cliente pagador sacado devedor comprador aluno aluna responsavel financeiro titular contato contratante associado paciente empresa customer client payer buyer student".split(
    " ",
  ),
)

/** What people write for a word. */
const abbreviations: ReadonlyArray<readonly [whole: string, short: RegExp]> = [
  ["numero", /^(?:n|nº|num|nro?)$/u],
  ["valor", /^vlr?$/u],
  ["vencimento", /^v(?:enc(?:t?o|im)?|c?m?to|ct)$/u],
  ["data", /^dt$/u],
  ["codigo", /^cod$/u],
  ["descricao", /^descr$/u],
]

/** The words of a title that tell something: whole, and one of each. */
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
 * The field that a column is named for. What stands in parentheses may be left out, but not if an amount is named: `Valor (pago)` is
 * another amount. `Valor da parcela` is not known: it is not what a link costs that can be paid in installments.
 *
 * @param cells - what a column holds that is named for a person alone: `Contato` may be a telephone
 * @returns undefined for a name that is not known
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

/** What a column seems to hold that nobody may lose without knowing. */
export type Looks = "amount" | "date" | "document"

/** The punctuation of a CPF or a CNPJ, perhaps with a wrong digit or a hidden one. */
const punctuated =
  /(?<!\d)[\d*]{3}[. ]?[\d*]{3}[. ]?[\d*]{3}[- ][\d*]{2}(?!\d)|\b[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/[\dA-Z]{4}\b/iu

/** Whether a cell may be a document, also a wrong one. Eleven digits that can be dialled are a telephone. */
const isDocumentLike = (cell: string): boolean =>
  Result.isSuccess(parseDocument(cell)) ||
  (cell.replace(/\D/gu, "").length >= 8 && withLostZeros(cell) !== undefined) ||
  punctuated.test(cell) ||
  (/^(?:\d{11}|\d{14})$/u.test(cell) && !isTelephone(cell))

/** Whether at least a quarter of the filled cells are such: the others may say that there is nothing to pay. A long text is not read whole. */
const areMany = (cells: ReadonlyArray<string>, is: (cell: string) => boolean): boolean => {
  const filled = cells.filter((cell) => cell !== "")
  const count = filled.filter((cell) => is(cell.slice(0, 60))).length
  return count > 0 && count * 4 >= filled.length
}

/**
 * What the cells of a column look like. Row numbers, which rise by one, are no amounts.
 *
 * @returns null if they look like neither
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

/** Whether a cell holds a value, and so names no column. Names may have a month in them, and words before an amount. */
export const isValueLike = (cell: string): boolean =>
  cell.includes("@") || isDocumentLike(cell) || isDay(cell) || (isNumber(cell) && /[.,]|R\$/u.test(cell))
