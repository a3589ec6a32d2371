import * as Schema from "effect/Schema"

/** The id of a company in the administration, an integer. */
export const CompanyId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("CompanyId"))
export type CompanyId = typeof CompanyId.Type
