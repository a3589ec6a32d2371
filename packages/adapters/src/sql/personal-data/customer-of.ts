/**
 * The customer whose data is read: part of personal-data.ts.
 */
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { Effect } from "effect"
import { customerFromRow } from "../customers/customer-row.ts"
import type { Executor } from "../engine/executor.ts"

/** @returns null if the company has no such customer */
export const customerOf = Effect.fnUntraced(function* (
  { dialect, read }: Executor["Service"],
  operation: string,
  company: CompanyId,
  id: CustomerId,
) {
  const wanted = dialect.build
    .selectFrom("customer")
    .selectAll()
    .where("id", "=", id)
    .where("company_id", "=", company)
    .compile()
  const [row] = yield* read(operation, wanted)
  return row === undefined ? null : yield* customerFromRow(operation, row)
})
