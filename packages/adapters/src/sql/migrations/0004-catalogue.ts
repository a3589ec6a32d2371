/**
 * What a company sets up: products, checkouts, coupons and which orders use them, billing rules, its webhook.
 */
import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const catalogue = (dialect: Dialect): Migration => ({
  up: async (db) => {
    await offers(db, dialect)
    await coupons(db, dialect)
    await rules(db, dialect)
    await webhooks(db, dialect)
  },
})

const offers = async (db: Kysely<unknown>, { integer, numbered }: Dialect): Promise<void> => {
  await db.schema
    .createTable("product")
    .addColumn("id", integer, numbered)
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("sku", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("unit_price", integer, (column) => column.notNull())
    .addColumn("price_cost", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute()
  await db.schema.createIndex("product_of_company").on("product").columns(["company_id", "id"]).execute()
  await db.schema
    .createTable("checkout")
    .addColumn("id", integer, numbered)
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("product_id", integer, (column) => column.notNull().references("product.id"))
    .addColumn("quantity", integer, (column) => column.notNull())
    .addColumn("recurrence", "text")
    .addColumn("redirect_after_success", "text")
    .addColumn("created_at", integer, (column) => column.notNull())
    .addUniqueConstraint("checkout_once_per_slug", ["company_id", "slug"])
    .execute()
  await db.schema.createIndex("checkout_of_company").on("checkout").columns(["company_id", "id"]).execute()
  await db.schema.createIndex("checkout_of_product").on("checkout").column("product_id").execute()
}

const coupons = async (db: Kysely<unknown>, { integer, numbered, keptByKey }: Dialect): Promise<void> => {
  await db.schema
    .createTable("coupon")
    .addColumn("id", integer, numbered)
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("code", "text", (column) => column.notNull())
    .addColumn("code_key", "text", (column) => column.notNull())
    .addColumn("percent", integer)
    .addColumn("amount", integer)
    .addColumn("expires_at", integer)
    .addColumn("max_uses", integer)
    .addColumn("uses", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addUniqueConstraint("coupon_once_per_code", ["company_id", "code_key"])
    .execute()
  await db.schema.createIndex("coupon_of_company").on("coupon").columns(["company_id", "id"]).execute()
  // Without references: a use is written before its order, whose total depends on it, and outlives a removed coupon.
  await db.schema
    .createTable("coupon_use")
    .addColumn("order_number", "text", (column) => column.primaryKey())
    .addColumn("coupon_id", integer, (column) => column.notNull())
    .addColumn("is_counted", integer, (column) => column.notNull())
    .modifyEnd(keptByKey)
    .execute()
}

const rules = async (db: Kysely<unknown>, { integer, numbered }: Dialect): Promise<void> => {
  await db.schema
    .createTable("payment_link_rule")
    .addColumn("id", integer, numbered)
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("reminders", "text", (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex("payment_link_rule_of_company")
    .on("payment_link_rule")
    .columns(["company_id", "id"])
    .execute()
}

const webhooks = async (db: Kysely<unknown>, { integer }: Dialect): Promise<void> => {
  await db.schema
    .createTable("webhook_endpoint")
    .addColumn("company_id", integer, (column) => column.primaryKey().references("company.id"))
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("has_long_tail", integer, (column) => column.notNull())
    .addColumn("is_enabled", integer, (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("retired", "text", (column) => column.notNull())
    .addColumn("configured_at", integer, (column) => column.notNull())
    .execute()
}
