import * as Schema from "effect/Schema"

/** The id of a company's customer in the API, an integer. */
export const CustomerId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("CustomerId"))
export type CustomerId = typeof CustomerId.Type
