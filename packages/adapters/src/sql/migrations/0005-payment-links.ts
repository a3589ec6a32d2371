/**
 * Payment links with their log, batches with theirs and with their lists, and how long each company's lists are.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const paymentLinks = (dialect: Dialect): Migration => ({
  up: async (db) => {
    await batches(db, dialect)
    await links(db, dialect)
    await listCounts(db, dialect)
  },
})

const batches = async (db: Kysely<unknown>, { integer, numbered, keptByKey }: Dialect): Promise<void> => {
  await db.schema
    .createTable("batch")
    .addColumn("id", integer, numbered)
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("version", integer, (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("progress", "text", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("batch_of_company").on("batch").columns(["company_id", "id"]).execute()
  await db.schema
    .createTable("batch_event")
    .addColumn("batch_token", "text", (column) => column.notNull().references("batch.token"))
    .addColumn("sequence", integer, (column) => column.notNull())
    .addColumn("at", integer, (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("batch_event_key", ["batch_token", "sequence"])
    .execute()
  await db.schema
    .createTable("batch_item")
    .addColumn("batch_token", "text", (column) => column.notNull().references("batch.token"))
    .addColumn("position", integer, (column) => column.notNull())
    .addColumn("entry", "text", (column) => column.notNull())
    // Why no link could be made; null as long as it may be, and once it is.
    .addColumn("failure", "text")
    .addPrimaryKeyConstraint("batch_item_key", ["batch_token", "position"])
    .modifyEnd(keptByKey)
    .execute()
  await db.schema
    .createIndex("batch_item_failed")
    .on("batch_item")
    .columns(["batch_token", "position"])
    .where(sql.ref("failure"), "is not", null)
    .execute()
}

const links = async (db: Kysely<unknown>, { integer, numbered }: Dialect): Promise<void> => {
  await db.schema
    .createTable("payment_link")
    .addColumn("id", integer, numbered)
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("batch_token", "text", (column) => column.references("batch.token"))
    .addColumn("batch_position", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("version", integer, (column) => column.notNull())
    .addColumn("removed_at", integer)
    .addColumn("terms", "text", (column) => column.notNull())
    .addColumn("progress", "text", (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex("payment_link_of_company")
    .on("payment_link")
    .columns(["company_id", "id"])
    .where(sql.ref("removed_at"), "is", null)
    .execute()
  // One customer entry never yields two links, whatever crashes.
  await db.schema
    .createIndex("one_payment_link_an_item")
    .unique()
    .on("payment_link")
    .columns(["batch_token", "batch_position"])
    .where(sql.ref("batch_token"), "is not", null)
    .execute()
  // By the number, which comes in order: by slug, which is random, each event would go to another page of the index.
  await db.schema
    .createTable("payment_link_event")
    .addColumn("link_id", integer, (column) => column.notNull().references("payment_link.id"))
    .addColumn("sequence", integer, (column) => column.notNull())
    .addColumn("at", integer, (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("payment_link_event_key", ["link_id", "sequence"])
    .execute()
}

const listCounts = async (db: Kysely<unknown>, { integer, keptByKey }: Dialect): Promise<void> => {
  await db.schema
    .createTable("list_count")
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("list", "text", (column) => column.notNull())
    .addColumn("shard", integer, (column) => column.notNull())
    .addColumn("count", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("list_count_key", ["company_id", "list", "shard"])
    .modifyEnd(keptByKey)
    .execute()
}
