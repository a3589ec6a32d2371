/**
 * Users of the panel: their roles, sessions, tickets, and guesses at their passwords.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import type { Dialect } from "../engine/dialect.ts"

export const people = (dialect: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await users(db, dialect)
    await sessions(db, dialect)
    await tickets(db, dialect)
  },
})

const users = async (db: Kysely<unknown>, { integer, numbered }: Dialect): Promise<void> => {
  await db.schema
    .createTable("users")
    .addColumn("id", integer, numbered)
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("password", "text")
    .addColumn("second_factor", "text")
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable("membership")
    .addColumn("id", integer, numbered)
    .addColumn("user_id", integer, (column) => column.notNull().references("users.id"))
    // Null on the platform.
    .addColumn("company_id", integer, (column) => column.references("company.id"))
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("since", integer, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex("one_role_in_a_company")
    .unique()
    .on("membership")
    .columns(["user_id", "company_id"])
    .where(sql<boolean>`company_id is not null`)
    .execute()
  await db.schema
    .createIndex("one_role_on_the_platform")
    .unique()
    .on("membership")
    .column("user_id")
    .where(sql<boolean>`company_id is null`)
    .execute()
  await db.schema.createIndex("membership_of_user").on("membership").columns(["user_id", "id"]).execute()
  await db.schema.createIndex("membership_of_realm").on("membership").columns(["company_id", "id"]).execute()
}

const sessions = async (db: Kysely<unknown>, { integer, numbered }: Dialect): Promise<void> => {
  await db.schema
    .createTable("user_session")
    .addColumn("id", integer, numbered)
    .addColumn("user_id", integer, (column) => column.notNull().references("users.id"))
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("previous", "text", (column) => column.unique())
    .addColumn("previous_until", integer)
    .addColumn("address", "text")
    .addColumn("agent", "text", (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("seen_at", integer, (column) => column.notNull())
    .addColumn("rotated_at", integer, (column) => column.notNull())
    .addColumn("expires_at", integer, (column) => column.notNull())
    .execute()
  await db.schema.createIndex("session_of_user").on("user_session").columns(["user_id", "id"]).execute()
  await db.schema.createIndex("session_by_end").on("user_session").column("expires_at").execute()
}

const tickets = async (db: Kysely<unknown>, { integer, numbered }: Dialect): Promise<void> => {
  await db.schema
    .createTable("access_ticket")
    .addColumn("id", integer, numbered)
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("subject", "text", (column) => column.notNull())
    // Of invitations alone: into which realm.
    .addColumn("realm", "text")
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("expires_at", integer, (column) => column.notNull())
    .execute()
  await db.schema.createIndex("ticket_of_subject").on("access_ticket").column("subject").execute()
  await db.schema
    .createIndex("invitation_into_realm")
    .on("access_ticket")
    .columns(["realm", "id"])
    .where(sql<boolean>`realm is not null`)
    .execute()
  await db.schema.createIndex("ticket_by_end").on("access_ticket").column("expires_at").execute()
  await db.schema
    .createTable("guess")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", integer, (column) => column.notNull())
    .addColumn("last_at", integer, (column) => column.notNull())
    .addColumn("wait_until", integer, (column) => column.notNull())
    .execute()
  await db.schema.createIndex("guess_by_age").on("guess").column("last_at").execute()
}
