/**
 * What was filled in for a payer is found by the company first: otherwise one company's links slow another's page on a customer, and the time it
 * takes tells that others know the person. And a customer's orders are found in the order of storing, a page of them at a time.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"
import { prefilledIn, prefilledTables } from "../personal-data/prefilled-places.ts"

export const prefilledByCompany = (dialect: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const table of prefilledTables) {
      await db.schema
        .alterTable(table)
        .addColumn("company_id", dialect.integer, (column) => column.notNull().defaultTo(0))
        .execute()
      await sql`update ${sql.table(table)} set company_id = (${ownerOf[table]})`.execute(db)
      for (const part of ["document", "email"] as const) {
        const place = prefilledIn(dialect, table, part)
        await db.schema.dropIndex(`${table}_by_${part}`).execute()
        await sql`create index ${sql.ref(`${table}_by_${part}`)} on ${sql.table(table)} (company_id, (${place}))
          where (${place}) is not null`.execute(db)
      }
    }
    await db.schema.dropIndex("orders_of_customer").execute()
    await db.schema.createIndex("orders_of_customer").on("orders").columns(["customer_id", "id"]).execute()
  },
})

const ownerOf = {
  payment_link_event: sql`select company_id from payment_link where payment_link.id = payment_link_event.link_id`,
  batch_item: sql`select company_id from batch where batch.token = batch_item.batch_token`,
} as const
