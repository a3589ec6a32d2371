import * as Schema from "effect/Schema"

/** The integer by which the API names a customer of one company. */
export const CustomerId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("CustomerId"))
export type CustomerId = typeof CustomerId.Type
