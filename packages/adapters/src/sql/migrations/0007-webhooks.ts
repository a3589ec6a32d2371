/**
 * Webhooks: their queue, and every event with the state of its delivery. And indexes by age for the retention.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const webhooks = (dialect: Dialect): Migration => ({
  up: async (db) => {
    await lanes(db)
    await deliveries(db, dialect)
    await endpoints(db, dialect)
    await retention(db)
  },
})

const lanes = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable("job")
    .addColumn("lane", "text", (column) => column.notNull().defaultTo("work"))
    .execute()
  const isNext = sql<boolean>`died_at is null and stands_behind = 0`
  const index = async (name: string, columns: ReadonlyArray<string>) => {
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(name)
      .on("job")
      .columns([...columns])
      .where(isNext)
      .execute()
  }
  await index("job_ready", ["lane", "ready_at", "id"])
  await index("job_ready_of_company", ["lane", "company_id", "ready_at", "id"])
}

const deliveries = async (db: Kysely<unknown>, { integer, numbered, keptByKey }: Dialect): Promise<void> => {
  await db.schema
    .createTable("webhook_delivery")
    .addColumn("id", integer, numbered)
    .addColumn("event_id", "text", (column) => column.notNull().unique())
    .addColumn("company_id", integer, (column) => column.notNull().references("company.id"))
    .addColumn("order_number", "text", (column) => column.notNull())
    .addColumn("sequence", integer, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("occurred_at", integer, (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull().check(sql`state in ('pending', 'delivered', 'failed')`))
    .addColumn("attempts", "text", (column) => column.notNull())
    .addColumn("tries", integer, (column) => column.notNull())
    .addColumn("next_attempt_at", integer)
    // When it was delivered or given up; null while it is tried. The retention deletes by it.
    .addColumn("ended_at", integer)
    .addCheckConstraint(
      "webhook_delivery_ends",
      sql`(state = 'pending') = (ended_at is null) and (state = 'pending') = (next_attempt_at is not null)`,
    )
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on("webhook_delivery")
  await index("webhook_delivery_of_company").columns(["company_id", "id"]).execute()
  await index("webhook_delivery_by_state").columns(["company_id", "state", "id"]).execute()
  await index("webhook_delivery_by_time").columns(["company_id", "occurred_at", "id"]).execute()
  // One event has one place in the sequence of its order, whatever crashes.
  await index("webhook_delivery_of_order").unique().columns(["order_number", "sequence"]).execute()
  await index("webhook_delivery_ended").columns(["ended_at", "id"]).where(sql.ref("ended_at"), "is not", null).execute()
  // Deliveries are forgotten in time, and their numbers must not be given out again: receivers know them.
  await db.schema
    .createTable("webhook_sequence")
    .addColumn("order_number", "text", (column) => column.primaryKey())
    .addColumn("last", integer, (column) => column.notNull())
    .modifyEnd(keptByKey)
    .execute()
}

const endpoints = async (db: Kysely<unknown>, { integer }: Dialect): Promise<void> => {
  await db.schema
    .alterTable("webhook_endpoint")
    .addColumn("failures_in_row", integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable("webhook_endpoint").addColumn("disabled", "text").execute()
}

/** The retention finds old rows by when they ended: jobs that were given up have their index already. */
const retention = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.createIndex("idempotency_expired").on("idempotency").column("expires_at").execute()
}
