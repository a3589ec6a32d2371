/**
 * Reads what was sent, and says field by field what is wrong with it without repeating any of it: it may be a card number.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

/** What was sent is not what the protocol asks for. `field` is dotted, and empty for the whole; every fault is listed. */
export class BodyRefused extends Schema.TaggedError<BodyRefused>()("BodyRefused", {
  faults: Schema.Array(Schema.Struct({ field: Schema.String, problem: Schema.String })),
}) {}

/** @param body - JSON in UTF-8 */
export const readJson = <A>(schema: Schema.Decoder<A>, body: Uint8Array): Effect.Effect<A, BodyRefused> =>
  Effect.flatMap(Effect.try({ try: (): unknown => JSON.parse(utf8.decode(body)), catch: () => notJson }), (value) =>
    readNames(schema, value),
  )

/** What stands in a path, or was JSON. */
export const readNames = <A>(schema: Schema.Decoder<A>, value: unknown): Effect.Effect<A, BodyRefused> =>
  Effect.mapError(
    Schema.decodeUnknownEffect(schema)(value, { errors: "all" }),
    ({ issue }) => new BodyRefused({ faults: format(issue).issues.map(faultFrom) }),
  )

const notJson = new BodyRefused({ faults: [{ field: "", problem: "Expected JSON in UTF-8" }] })

/** Refuses what is not UTF-8: guessing at it would charge names nobody has. */
const utf8 = new TextDecoder("utf-8", { fatal: true })

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const faultFrom = ({ message, path = [] }: ReturnType<typeof format>["issues"][number]) => ({
  field: path.map((segment) => String(typeof segment === "object" ? segment.key : segment)).join("."),
  problem: message,
})
