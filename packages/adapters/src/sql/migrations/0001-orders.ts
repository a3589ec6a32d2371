/**
 * Companies and their keys, customers, saved cards, orders with their log, idempotency, settings, the simulated acquirer's books.
 *
 * Every filter of a list has its index, which ends in the order of the list.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const orders = (dialect: Dialect): Migration => ({
  up: async (db) => {
    await companies(db, dialect)
    await customers(db, dialect)
    await placedOrders(db, dialect)
    await aroundOrders(db, dialect)
    await simulatedBooks(db, dialect)
  },
})

const companies = async (db: Kysely<unknown>, { integer, numbered }: Dialect): Promise<void> => {
  await db.schema
    .createTable("company")
    .addColumn("id", integer, numbered)
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("document", "text")
    .addColumn("city", "text", (column) => column.notNull())
    .addColumn("logo_url", "text")
    .addColumn("under_moderation", integer, (column) => column.notNull())
    .addColumn("block_cloud", integer)
    .addColumn("fees", "text", (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable("api_key")
    .addColumn("id", integer, numbered)
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("last_digits", "text", (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("revoked_at", integer)
    .execute()
  await db.schema
    .createIndex("api_key_of_company")
    .on("api_key")
    .columns(["company_id", "id"])
    .where(sql.ref("revoked_at"), "is", null)
    .execute()
}

const customers = async (db: Kysely<unknown>, { integer, numbered, keptByKey }: Dialect): Promise<void> => {
  await db.schema
    .createTable("customer")
    .addColumn("id", integer, numbered)
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("token", "text", (column) => column.notNull())
    .addColumn("document", "text", (column) => column.notNull())
    .addColumn("fullname", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("telephone", "text", (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addUniqueConstraint("customer_once_per_document", ["company_id", "document"])
    .execute()
  await db.schema.createIndex("customer_of_company").on("customer").columns(["company_id", "id"]).execute()
  await db.schema
    .createTable("saved_card")
    .addColumn("token", "text", (column) => column.primaryKey())
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("customer_id", integer, (column) => column.notNull().references("customer.id"))
    .addColumn("acquirer_token", "text", (column) => column.notNull())
    .addColumn("brand", "text", (column) => column.notNull())
    .addColumn("first_digits", "text", (column) => column.notNull())
    .addColumn("last_digits", "text", (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .modifyEnd(keptByKey)
    .execute()
}

const placedOrders = async (db: Kysely<unknown>, { integer, numbered, keptByKey }: Dialect): Promise<void> => {
  await db.schema
    .createTable("orders")
    .addColumn("id", integer, numbered)
    .addColumn("number", "text", (column) => column.notNull().unique())
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("public_key", "text", (column) => column.notNull().unique())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("version", integer, (column) => column.notNull())
    .addColumn("src", "text")
    .addColumn("ref", "text")
    .addColumn("customer_id", integer, (column) => column.notNull().references("customer.id"))
    .addColumn("document", "text", (column) => column.notNull())
    .addColumn("placed_at", integer, (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("progress", "text", (column) => column.notNull())
    .execute()
  const listed = ["placed_at", "id"]
  await db.schema
    .createIndex("orders_of_company")
    .on("orders")
    .columns(["company_id", ...listed])
    .execute()
  for (const filter of ["status", "document"]) {
    await db.schema
      .createIndex(`orders_by_${filter}`)
      .on("orders")
      .columns(["company_id", filter, ...listed])
      .execute()
  }
  for (const filter of ["src", "ref"]) {
    await db.schema
      .createIndex(`orders_by_${filter}`)
      .on("orders")
      .columns(["company_id", filter, ...listed])
      .where(sql.ref(filter), "is not", null)
      .execute()
  }
  await db.schema
    .createTable("order_product")
    .addColumn("company_id", integer, (column) => column.notNull())
    .addColumn("product_id", integer, (column) => column.notNull())
    .addColumn("placed_at", integer, (column) => column.notNull())
    .addColumn("order_id", integer, (column) => column.notNull().references("orders.id"))
    .addPrimaryKeyConstraint("order_product_key", ["company_id", "product_id", "placed_at", "order_id"])
    .modifyEnd(keptByKey)
    .execute()
}

const aroundOrders = async (db: Kysely<unknown>, { integer, keptByKey }: Dialect): Promise<void> => {
  await db.schema
    .createTable("order_attempt")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("order_number", "text", (column) => column.notNull().references("orders.number"))
    .addColumn("in_flight", integer, (column) => column.notNull())
    .modifyEnd(keptByKey)
    .execute()
  await db.schema
    .createIndex("one_attempt_in_flight")
    .unique()
    .on("order_attempt")
    .column("order_number")
    .where(sql.ref("in_flight"), "=", 1)
    .execute()
  await db.schema
    .createTable("order_event")
    .addColumn("order_number", "text", (column) => column.notNull().references("orders.number"))
    .addColumn("sequence", integer, (column) => column.notNull())
    .addColumn("at", integer, (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("order_event_key", ["order_number", "sequence"])
    .execute()
  await db.schema
    .createTable("idempotency")
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("order_number", "text")
    .addColumn("status", integer)
    .addColumn("body", "text")
    .addColumn("expires_at", integer, (column) => column.notNull())
    .addColumn("alive_until", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotency_key", ["scope", "key"])
    .execute()
  await db.schema
    .createTable("setting")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .modifyEnd(keptByKey)
    .execute()
}

const simulatedBooks = async (db: Kysely<unknown>, { integer, keptByKey }: Dialect): Promise<void> => {
  await db.schema
    .createTable("simulated_charge")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("version", integer, (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .modifyEnd(keptByKey)
    .execute()
  await db.schema
    .createTable("simulated_card")
    .addColumn("token", "text", (column) => column.primaryKey())
    .addColumn("body", "text", (column) => column.notNull())
    .modifyEnd(keptByKey)
    .execute()
}
