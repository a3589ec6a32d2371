/**
 * The least that an installment may be, centavos. Companies from before have set none.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const minimumInstallment = ({ integer }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable("company").addColumn("minimum_installment", integer).execute()
  },
})
