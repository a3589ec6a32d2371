/**
 * The length of each company's lists, stored in the commit of the entries.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import type { StorageUnavailable } from "@vintem/domain/ports"
import type { WebhookDeliveryState } from "@vintem/domain/webhook"
import { Effect } from "effect"
import type { Executor } from "./executor.ts"
import { preparedQuery } from "./prepared-query.ts"
import { added, type Procedure } from "./procedure.ts"

/** What is counted. */
export type ListName = "payment_link" | "batch" | `webhook_${WebhookDeliveryState}`

export const listCount = ({ dialect, read }: Executor["Service"], list: ListName) => {
  const { build } = dialect

  const select = preparedQuery<{ company: number }, { total: number | null }>((value) =>
    build
      .selectFrom("list_count")
      .select((e) => e.fn.sum<number | null>("count").as("total"))
      .where("company_id", "=", value("company"))
      .where("list", "=", list),
  )

  return {
    /** Adds `by` to the count; it is negative if entries are removed. Part of the unit that adds or removes them. */
    add: (company: CompanyId, by: number): Procedure<void> =>
      added([{ table: "list_count", key: [company, list], count: by, amount: 0 }]),

    total: (operation: string, company: CompanyId): Effect.Effect<number, StorageUnavailable> =>
      Effect.map(read(operation, select({ company })), ([row]) => Number(row?.total ?? 0)),
  }
}

/** The count of one list. */
export type ListCount = ReturnType<typeof listCount>
