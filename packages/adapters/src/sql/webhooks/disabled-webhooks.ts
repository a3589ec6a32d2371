/**
 * The companies whose webhook is disabled, because its receiver failed for too long or asked for it.
 *
 * ```sql
 * select "company_id" from "webhook_endpoint" where "disabled" is not null order by "company_id" limit ?
 * ```
 */
import { CompanyId } from "@vintem/domain/identifiers"
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import { Executor } from "../engine/executor.ts"

/** @param limit - how many companies are named, the lowest ids first */
export const disabledWebhooks: (
  limit: number,
) => Effect.Effect<ReadonlyArray<CompanyId>, StorageUnavailable, Executor> = Effect.fnUntraced(function* (limit) {
  const { dialect, read } = yield* Executor
  const query = dialect.build
    .selectFrom("webhook_endpoint")
    .select("company_id")
    .where("disabled", "is not", null)
    .orderBy("company_id")
    .limit(limit)
  const rows = yield* read("disabledWebhooks", query.compile())
  return rows.map((row) => CompanyId.make(row.company_id))
})
