/**
 * When each charge of the simulated acquirer was made, which its list goes by. Charges from before have no time, and are in no list.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const chargeTimes = ({ integer }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable("simulated_charge").addColumn("made_at", integer).execute()
    await db.schema.createIndex("simulated_charge_by_time").on("simulated_charge").columns(["made_at", "key"]).execute()
  },
})
