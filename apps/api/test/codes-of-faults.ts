/** The law of every 422: each message has a code, with the code's documented fields. */
import { faultFields } from "@vintem/contract"
import { Option, Schema } from "effect"

/** A 422 as every client can read it. */
export const Refused = Schema.Struct({
  hasError: Schema.Literal(true),
  response: Schema.Struct({
    message: Schema.String,
    errors: Schema.Record(Schema.String, Schema.Array(Schema.String)),
    codes: Schema.Record(Schema.String, Schema.Array(Schema.Record(Schema.String, Schema.Json))),
  }),
})

const decode = Schema.decodeUnknownOption(Refused)

/** The breach of the law in a 422's body; null if there is none. */
export const breachIn = (body: unknown): string | null => {
  const refused = decode(body)
  if (Option.isNone(refused)) return "It has no codes."
  const { codes, errors } = refused.value.response
  if (JSON.stringify(lengthsOf(codes)) !== JSON.stringify(lengthsOf(errors)))
    return "Its codes have other paths or lengths than its messages."
  const strange = Object.values(codes)
    .flat()
    .filter((detail) => !isDocumented(detail))
  return strange.length === 0 ? null : `Undocumented: ${JSON.stringify(strange)}`
}

const lengthsOf = (lists: Readonly<Record<string, ReadonlyArray<unknown>>>) =>
  Object.entries(lists).map(([path, { length }]) => [path, length])

/** Each code has its own fields and no others. */
const documented = new Map<unknown, (fields: unknown) => boolean>(
  Object.entries(faultFields).map(([code, fields]) => {
    const isRight = Schema.is(Schema.Struct({ code: Schema.Literal(code), ...fields }))
    const names = ["code", ...Object.keys(fields)].toSorted().join()
    return [code, (detail) => isRight(detail) && Object.keys(Object(detail)).toSorted().join() === names]
  }),
)

const isDocumented = (detail: Readonly<Record<string, unknown>>): boolean =>
  documented.get(detail["code"])?.(detail) ?? false
