// Pix keys, in the form of the directory (DICT) and of static codes.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseEmail } from "../customer/email.ts"
import { parseDocument } from "../documents/document.ts"
import { compactCode, trimCode, visibleCode } from "../text/code.ts"

/** The kinds of keys, with DICT's names. `evp` is a random key. */
export const PixKeyKind = Schema.Literals(["cpf", "cnpj", "phone", "email", "evp"])
export type PixKeyKind = typeof PixKeyKind.Type

/**
 * The text is no key as DICT writes them. The error does not contain it: keys are documents, telephones and addresses.
 */
export class PixKeyRefused extends Schema.TaggedError<PixKeyRefused>()("PixKeyRefused", {
  reason: Schema.Literal("format"),
}) {}

/**
 * A CPF of 11 digits, a CNPJ of 14 digits or letters, a telephone as E.164, a lower-case e-mail of at most 77
 * characters, or a random key (EVP), which is a lower-case UUID.
 *
 * Only the form is checked. DICT knows if a key exists, and checks its digits, when the code is paid.
 *
 * @see Manual de Padrões para Iniciação do Pix, "Formatação das chaves do DICT no BR Code"
 */
export const PixKey = Schema.String.check(
  Schema.makeFilter((text: string) => kindOf(text) !== undefined, { expected: "a Pix key as DICT writes it" }),
).pipe(Schema.brand("PixKey"))
export type PixKey = typeof PixKey.Type

/**
 * Reads a key as people copy it. Drops the characters around it, and invisible characters inside it, except in an
 * e-mail. Drops spaces and punctuation from a telephone with its `+`, and from a document with right check digits:
 * without that check, `(11) 98765-4321` would be read as somebody's CPF.
 */
export const parsePixKey = (input: string): Result.Result<PixKey, PixKeyRefused> => {
  const key = spellingsOf(input).find(isPixKey)
  return key === undefined ? Result.fail(new PixKeyRefused({ reason: "format" })) : Result.succeed(key)
}

/** The possible readings of a text, the closest first. */
const spellingsOf = (input: string): ReadonlyArray<string> => {
  const trimmed = trimCode(input)
  const compact = compactCode(input)
  return [
    trimmed.includes("@") ? Result.getOrElse(parseEmail(input), () => trimmed) : visibleCode(trimmed),
    ...(compact.startsWith("+") ? [compact] : []),
    ...Result.match(parseDocument(input), { onSuccess: (document) => [document], onFailure: () => [] }),
  ]
}

/** A part of a host name between its dots. */
const label = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"

/** No text matches two forms, so the text alone decides the kind. */
const patterns: Readonly<Record<PixKeyKind, RegExp>> = {
  cpf: /^[0-9]{11}$/u,
  cnpj: /^[0-9A-Z]{12}[0-9]{2}$/u,
  phone: /^\+[1-9][0-9]{1,14}$/u,
  email: new RegExp(`^(?=.{1,77}$)[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`, "u"),
  evp: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u,
}

const kindOf = (text: string): PixKeyKind | undefined => PixKeyKind.literals.find((kind) => patterns[kind].test(text))

const isPixKey = Schema.is(PixKey)
