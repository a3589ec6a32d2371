/**
 * What the endpoints of the administration have in common.
 */
import * as Schema from "effect/Schema"

/** One thing, in the envelope of every answer that shows one. */
export const dataOf = <S extends Schema.Constraint>(data: S) => Schema.Struct({ data })

/** Whom a path is about. */
export const customer = Schema.String.annotate({ description: "The customer's id.", examples: ["42"] })

/** The path's first parameter: whose it is. */
export const company = Schema.String.annotate({ description: "The company's id.", examples: ["1"] })
