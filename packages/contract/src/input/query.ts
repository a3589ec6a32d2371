/**
 * Fields of a query string. One schema describes and reads each, as the HTTP library reads queries and typed clients
 * write them.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import { isBlank, type Read } from "./codec.ts"
import { because } from "./fault.ts"

/**
 * A field of a query string, which may be missing or blank.
 *
 * It is read twice, to check it and for its value, by plain functions instead of effects: such a schema is compiled,
 * and a list has few such fields.
 *
 * @param text - the format for the API description
 * @param print - the inverse, for clients
 */
export const queryField = <S extends Schema.Constraint>(
  text: typeof Schema.String,
  to: S,
  read: Read<S["Type"]>,
  print: (value: S["Type"]) => string,
) =>
  Schema.optionalKey(
    text.annotate(because({ code: "given_twice" })).check(Schema.makeFilter((given: string) => problemIn(given, read))),
  ).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.toType(to)), {
      decode: SchemaGetter.transformOptional((given: Option.Option<string>) =>
        Option.flatMap(given, (one) => (isBlank(one) ? Option.none() : Result.getSuccess(read(one)))),
      ),
      encode: SchemaGetter.transform(print),
    }),
  )

const problemIn = <A>(given: string, read: Read<A>): SchemaIssue.Issue | undefined => {
  if (isBlank(given)) return undefined
  const result = read(given)
  return Result.isSuccess(result) ? undefined : new SchemaIssue.InvalidValue(because(result.failure))
}
