/** Reads a body, and reports its faults field by field, without repeating values: one may be a card number. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

/** The body breaks the protocol. `field` is dotted, and empty for the whole; every fault is listed. */
export class BodyRefused extends Schema.TaggedError<BodyRefused>()("BodyRefused", {
  faults: Schema.Array(Schema.Struct({ field: Schema.String, problem: Schema.String })),
}) {}

/** @param body - JSON in UTF-8 */
export const readJson = <A>(schema: Schema.Decoder<A>, body: Uint8Array): Effect.Effect<A, BodyRefused> =>
  Effect.flatMap(Effect.try({ try: (): unknown => JSON.parse(utf8.decode(body)), catch: () => notJson }), (value) =>
    readNames(schema, value),
  )

/** A value of a path, or of JSON. */
export const readNames = <A>(schema: Schema.Decoder<A>, value: unknown): Effect.Effect<A, BodyRefused> =>
  Effect.mapError(
    Schema.decodeUnknownEffect(schema)(value, { errors: "all" }),
    ({ issue }) => new BodyRefused({ faults: format(issue).issues.map(faultFrom) }),
  )

const notJson = new BodyRefused({ faults: [{ field: "", problem: "must be JSON in UTF-8" }] })

/** Refuses bytes that are not UTF-8: replacement characters would change names. */
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Our sentences from the protocol's page: the schema library's own would describe its checks. */
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return isMissing
    return issue._tag === "InvalidType" ? (wrongType[issue.ast._tag] ?? isInvalid) : isInvalid
  },
  checkHook: () => isInvalid,
})

const isMissing = "is missing"
const isInvalid = "has a value that the protocol does not allow"

const wrongType: Readonly<Record<string, string>> = {
  Objects: "must be an object",
  Arrays: "must be an array",
  String: "must be a string",
  Number: "must be a number",
  Boolean: "must be true or false",
}

const ourSentences: ReadonlySet<string> = new Set([isMissing, isInvalid, ...Object.values(wrongType)])

const faultFrom = ({ message, path = [] }: ReturnType<typeof format>["issues"][number]) => ({
  field: path.map((segment) => String(typeof segment === "object" ? segment.key : segment)).join("."),
  // For a value that matches none of several forms the library uses its own sentence, past both hooks.
  problem: ourSentences.has(message) ? message : isInvalid,
})
