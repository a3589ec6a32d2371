/**
 * Reads answers that are no success.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Reply } from "../connection/reply.ts"
import type { Meaning, Profile } from "./profile.ts"

/** An error in the institution's table. */
export interface Problem {
  readonly meaning: Meaning
  /** The error's name and its fields. It holds no value, which may be a document or a Pix key. */
  readonly reason: string
}

/** Reads an error. None if the table does not know it: a proxy or a wrong address may answer 404 as well. */
export const problemIn = ({ meanings }: Profile, { status, body }: Reply): Option.Option<Problem> =>
  Option.flatMap(decodeProblem(body), (problem) => {
    const name = problem.type?.startsWith(typePrefix) ? problem.type.slice(typePrefix.length) : (problem.nome ?? "")
    const meaning = meanings[`${status} ${name}`]
    if (meaning === undefined || (problem.status ?? status) !== status) return Option.none()
    const fields = (problem.violacoes ?? []).map(({ propriedade }) => propriedade ?? "").filter(isField)
    return Option.some({
      meaning: meaning === "taken" && fields.some(isPixKey) ? "pix_key" : meaning,
      reason: [name, ...new Set(fields)].join(" "),
    })
  })

/** The prefix of every error name in API Pix. */
const typePrefix = "https://pix.bcb.gov.br/api/v2/error/"

const isField = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_.[\]]{0,60}$/u.test(text)

const isPixKey = (field: string): boolean => field === "chave" || field.endsWith(".chave")

const decodeProblem = Schema.decodeUnknownOption(
  Schema.Struct({
    type: Schema.optionalKey(Schema.String),
    nome: Schema.optionalKey(Schema.String),
    status: Schema.optionalKey(Schema.Int),
    violacoes: Schema.optionalKey(
      Schema.NullOr(Schema.Array(Schema.Struct({ propriedade: Schema.optionalKey(Schema.NullOr(Schema.String)) }))),
    ),
  }),
)
