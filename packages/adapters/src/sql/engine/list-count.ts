/**
 * The length of each company's lists, stored in the same unit as the entries: counting a million rows takes longer than reading a page of
 * them.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import type { StorageUnavailable } from "@vintem/domain/ports"
import type { WebhookDeliveryState } from "@vintem/domain/webhook"
import { Effect } from "effect"
import { sql } from "kysely"
import type { Executor } from "./executor.ts"
import { preparedQuery } from "./prepared-query.ts"
import { type Procedure, writeUnread } from "./procedure.ts"

/** What is counted. */
export type ListName = "payment_link" | "batch" | `webhook_${WebhookDeliveryState}`

export const listCount = ({ dialect, read }: Executor["Service"], list: ListName) => {
  const { build } = dialect

  const upsert = preparedQuery<{ company: number; id: number; by: number }, unknown>((value) =>
    build
      .insertInto("list_count")
      .values({
        company_id: value("company"),
        list,
        shard: dialect.ownShard(sql`cast(${value("id")} as bigint)`),
        count: value("by"),
      })
      .onConflict((conflict) =>
        conflict
          .columns(["company_id", "list", "shard"])
          .doUpdateSet((e) => ({ count: e("list_count.count", "+", e.ref("excluded.count")) })),
      ),
  )

  const select = preparedQuery<{ company: number }, { total: number | null }>((value) =>
    build
      .selectFrom("list_count")
      .select((e) => e.fn.sum<number | null>("count").as("total"))
      .where("company_id", "=", value("company"))
      .where("list", "=", list),
  )

  return {
    /**
     * Counts entries in, or out if `by` is negative. Part of the unit that puts them in or out.
     *
     * @param id - of the row, or of one of the rows: decides which row of the count they go to, unless the transaction has a shard of its own
     */
    *add(company: CompanyId, by: number, id: number): Procedure<void> {
      yield* writeUnread(upsert({ company, id, by }))
    },

    total: (operation: string, company: CompanyId): Effect.Effect<number, StorageUnavailable> =>
      Effect.map(read(operation, select({ company })), ([row]) => Number(row?.total ?? 0)),
  }
}

/** The count of one list. */
export type ListCount = ReturnType<typeof listCount>
