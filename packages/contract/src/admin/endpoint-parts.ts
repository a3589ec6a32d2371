/** Common parts of the administration's endpoints. */
import * as Schema from "effect/Schema"

/** The envelope of one thing in an answer. */
export const dataOf = <S extends Schema.Constraint>(data: S) => Schema.Struct({ data })

/** The customer in a path. */
export const customer = Schema.String.annotate({ description: "The customer's id.", examples: ["42"] })

/** The company, the first parameter of a path. */
export const company = Schema.String.annotate({ description: "The company's id.", examples: ["1"] })
