import * as Schema from "effect/Schema"

/** The integer by which the administration names a company. */
export const CompanyId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("CompanyId"))
export type CompanyId = typeof CompanyId.Type
