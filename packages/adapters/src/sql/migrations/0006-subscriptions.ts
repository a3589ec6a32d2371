/**
 * Subscriptions with their log, their renewals and how many there are; which reminders were sent, and what the links to be reminded
 * of are found by.
 *
 * Every filter of the list of subscriptions has its index, which ends in the order of the list.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import { countShard } from "../engine/count-shard.ts"
import type { Dialect } from "../engine/dialect.ts"

export const subscriptions = (dialect: Dialect): Migration => ({
  up: async (db) => {
    await begun(db, dialect)
    await counts(db, dialect)
    await reminders(db, dialect)
  },
})

const begun = async (db: Kysely<unknown>, { integer, numbered, keptByKey }: Dialect): Promise<void> => {
  await db.schema
    .createTable("subscription")
    .addColumn("id", integer, numbered)
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("version", integer, (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull().check(sql`status in ('active', 'overdue', 'canceled')`))
    .addColumn("checkout_slug", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull())
    .addColumn("next_charge", "text")
    .addColumn("first_order", "text", (column) => column.notNull().unique())
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("progress", "text", (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute()
  await db.schema.createIndex("subscription_of_company").on("subscription").columns(["company_id", "id"]).execute()
  // Of two that serve a query alike SQLite takes the later one: last comes what the fewest subscriptions share.
  for (const filter of ["status", "checkout_slug", "next_charge", "email_key"]) {
    await db.schema
      .createIndex(`subscription_by_${filter}`)
      .on("subscription")
      .columns(["company_id", filter, "id"])
      .execute()
  }
  await db.schema
    .createTable("subscription_event")
    .addColumn("subscription_id", integer, (column) => column.notNull().references("subscription.id"))
    .addColumn("sequence", integer, (column) => column.notNull())
    .addColumn("at", integer, (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("subscription_event_key", ["subscription_id", "sequence"])
    .execute()
  // One period is never charged by two orders, whatever crashes.
  await db.schema
    .createTable("renewal")
    .addColumn("subscription_id", integer, (column) => column.notNull().references("subscription.id"))
    .addColumn("period", integer, (column) => column.notNull())
    .addColumn("order_number", "text", (column) => column.notNull().unique())
    .addPrimaryKeyConstraint("renewal_key", ["subscription_id", "period"])
    .modifyEnd(keptByKey)
    .execute()
}

/** Kept by the database itself: whatever writes a subscription, the counts are of the same commit. */
const counts = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  const { integer, keptByKey, onInsert, onUpdate } = dialect
  const shard = countShard(dialect)
  await db.schema
    .createTable("subscription_count")
    .addColumn("company_id", integer, (column) => column.notNull())
    .addColumn("checkout_slug", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("count", integer, (column) => column.notNull())
    .$call(shard.addColumn)
    .addPrimaryKeyConstraint("subscription_count_key", ["company_id", "checkout_slug", "status", ...shard.key])
    .modifyEnd(keptByKey)
    .execute()
  const countIn = sql`
    insert into subscription_count (company_id, checkout_slug, status${shard.column}, count)
    values (new.company_id, new.checkout_slug, new.status${shard.of("new")}, 1)
    on conflict (company_id, checkout_slug, status${shard.column}) do update set count = subscription_count.count + 1;`
  const countOut = sql`
    update subscription_count set count = count - 1
    where company_id = old.company_id and checkout_slug = old.checkout_slug and status = old.status${shard.is("old")};`
  await onInsert("subscription", "subscription_is_counted", countIn).execute(db)
  await onUpdate("subscription", "status", "subscription_is_counted_anew", sql`${countOut} ${countIn}`).execute(db)
}

const reminders = async (db: Kysely<unknown>, { keptByKey, memberText }: Dialect): Promise<void> => {
  await db.schema.alterTable("payment_link").addColumn("rule_token", "text").execute()
  await db.schema.alterTable("payment_link").addColumn("expired_at", "text").execute()
  await sql`
    update payment_link
    set rule_token = ${memberText("terms", "ruleToken")}, expired_at = ${memberText("terms", "expiredAt")}`.execute(db)
  await db.schema
    .createIndex("payment_link_of_rule")
    .on("payment_link")
    .columns(["rule_token", "expired_at", "slug"])
    .where(sql<boolean>`removed_at is null and rule_token is not null`)
    .execute()
  // Without references: the reminders of a removed rule stay.
  await db.schema
    .createTable("reminder")
    .addColumn("link_slug", "text", (column) => column.notNull())
    .addColumn("rule_token", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("reminder_key", ["link_slug", "rule_token", "day"])
    .modifyEnd(keptByKey)
    .execute()
  // Rules of earlier versions are run every morning from now on, like new ones.
  await sql`
    insert into job (kind, name, company_id, payload, claims, due_at, ready_at, stands_behind)
    select
      'RemindOfRule', 'remind:' || token, company_id,
      '{"_tag":"RemindOfRule","company":' || company_id || ',"rule":"' || token || '"}', 0, 0, 0, 0
    from payment_link_rule`.execute(db)
}
