// CPF and CNPJ, the documents of Brazilian taxpayers: reading, checking and printing them.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compactCode } from "../text/code.ts"
import { upperCaseAscii } from "../text/text.ts"

/** Why a document is refused. If several reasons hold, the first is given. */
export const DocumentRefusal = Schema.Literals(["length", "characters", "repeated_digit", "check_digits"])
export type DocumentRefusal = typeof DocumentRefusal.Type

/**
 * The text is not a taxpayer's document; the caller can correct it. The error does not contain the text, which is
 * personal data.
 *
 * `length`: neither 11 nor 14 characters without punctuation. `characters`: something other than digits, or than
 * letters in the first twelve places of a CNPJ. `repeated_digit`: all digits are equal. The check digits allow that,
 * but no such document is issued. `check_digits`: the last two do not match the others.
 */
export class DocumentRefused extends Data.TaggedClass("DocumentRefused")<{
  readonly reason: DocumentRefusal
}> {}

/**
 * A CPF (11 digits) or a CNPJ (14 characters) without punctuation, in upper case, with the right check digits.
 *
 * Right check digits prove no identity: they miss many typing errors (see {@link cpfCheckDigits} and
 * {@link cnpjCheckDigits}).
 */
export const Document = Schema.String.check(
  Schema.makeFilter((text: string) => refusalOf(text) === undefined, { expected: "a CPF or CNPJ without punctuation" }),
).pipe(Schema.brand("Document"))
export type Document = typeof Document.Type

/**
 * Reads a CPF or CNPJ as people write it.
 *
 * Drops punctuation, spaces and invisible characters everywhere, upper-cases ASCII letters, and changes nothing else:
 * stripping every non-digit would turn the CNPJ `12ABC34501DE35` into nine digits, and accept words around a valid
 * number.
 */
export const parseDocument = (input: string): Result.Result<Document, DocumentRefused> => {
  const text = upperCaseAscii(compactCode(input))
  if (isDocument(text) && !isReservedDocument(text)) return Result.succeed(text)
  return Result.fail(new DocumentRefused({ reason: refusalOf(text) ?? "characters" }))
}

/** True for the texts that `Document` accepts. Without the schema, as in `isCentavos`. */
const isDocument = (text: string): text is Document => refusalOf(text) === undefined

/**
 * The root of the documents that replace erased ones. It is never issued: {@link parseDocument} refuses it with
 * `characters`, so no customer can be confused with an erased one.
 */
export const reservedDocumentRoot = "ERASED"

/** True if a document replaces an erased one. */
export const isReservedDocument = (document: string): boolean => document.startsWith(reservedDocumentRoot)

/** The kind of a document: a person's (CPF) or an entity's (CNPJ). */
export const documentKind = (document: Document): "cpf" | "cnpj" => (document.length === cpfLength ? "cpf" : "cnpj")

/** The printed form: `529.982.247-25`, `12.ABC.345/01DE-35`. */
export const formatDocument = (document: Document): string =>
  documentKind(document) === "cpf"
    ? document.replace(/^(.{3})(.{3})(.{3})(.{2})$/u, "$1.$2.$3-$4")
    : document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/u, "$1.$2.$3/$4-$5")

/**
 * The two check digits that follow nine digits in a CPF, by the Receita Federal's rule.
 *
 * A single wrong digit is always detected if the first check digit is not 0. A 0 means one of two remainders, and then
 * a few errors pass: `25762447502` and `15762447502` are both valid.
 */
export const cpfCheckDigits = (base: string): string => checkDigits(base, 11)

/**
 * The two check digits that follow twelve digits or upper-case letters in a CNPJ.
 *
 * Characters with equal values modulo 11 are interchangeable (`6` and `A`, `1` and `G`), and a 0 as first check digit
 * lets a few wrong digits pass, as in a CPF. New registrations have letters since July 2026; documents without letters
 * stay valid.
 *
 * @see Instrução Normativa RFB 2.229/2024 and Nota Técnica COCAD/SUARA/RFB 49/2024
 */
export const cnpjCheckDigits = (base: string): string => checkDigits(base, 9)

export const cpfLength = 11
export const cnpjLength = 14

const refusalOf = (text: string): DocumentRefusal | undefined => {
  if (text.length !== cpfLength && text.length !== cnpjLength) return "length"
  if (!/^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/u.test(text)) return "characters"
  if (/^(.)\1+$/u.test(text)) return "repeated_digit"
  const base = text.slice(0, -2)
  const expected = text.length === cpfLength ? cpfCheckDigits(base) : cnpjCheckDigits(base)
  return text.endsWith(expected) ? undefined : "check_digits"
}

const checkDigits = (base: string, weightMax: number): string => {
  const first = checkDigit(base, weightMax)
  return `${first}${checkDigit(`${base}${first}`, weightMax)}`
}

/** Modulo 11 with weights 2, 3, … from the right, starting over after `weightMax`. */
const checkDigit = (text: string, weightMax: number): number => {
  const sum = [...text]
    .reverse()
    .reduce((total, character, place) => total + valueOf(character) * (2 + (place % (weightMax - 1))), 0)
  const remainder = sum % 11
  return remainder < 2 ? 0 : 11 - remainder
}

/** `0` to `9` count 0 to 9, `A` to `Z` 17 to 42: the ASCII code minus 48, by the instruction. */
const valueOf = (character: string): number => character.charCodeAt(0) - 48
