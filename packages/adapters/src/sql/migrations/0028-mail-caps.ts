/**
 * How many messages a person was sent in a day, and which reminders a cap held back. No reminder from before was.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const mailCaps = ({ integer, keptByKey }: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable("reminder").addColumn("held_back_by", "text").execute()
    await db.schema
      .createTable("mail_count")
      .addColumn("recipient", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("cap", "text", (column) => column.notNull())
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("sent", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("mail_count_key", ["recipient", "kind", "cap", "day"])
      .modifyEnd(keptByKey)
      .execute()
    await db.schema.createIndex("mail_count_by_age").on("mail_count").column("day").execute()
  },
})
