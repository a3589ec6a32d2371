/**
 * What a company chooses for the pages of its payers, JSON text as its fees are. Companies from before have chosen nothing.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"

export const pageSettings = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable("company")
      .addColumn("pages", "text", (column) => column.notNull().defaultTo(nothingChosen))
      .execute()
  },
})

/** As it was when this step was written; what the service means by it later changes nothing here. */
const nothingChosen = '{"language":"pt-BR","redirectAfterSuccess":null,"site":null,"receipts":"links"}'
