/**
 * Users of the panel: who they are, what they may do where, and how they sign in.
 */
import { sql } from "kysely"
import type { Statement, Words } from "./words.ts"

export const people = (words: Words): ReadonlyArray<Statement> => [
  ...users(words),
  ...sessions(words),
  ...tickets(words),
  ...guesses(words),
]

const users = ({ id, int }: Words): ReadonlyArray<Statement> => [
  // `password` is null until the user chooses one; `second_factor` (JSON) if a password is enough. `generation` counts how often all that the
  // user was signed in with has ended.
  sql`create table users (
    id ${id},
    email text not null,
    email_key text not null unique,
    name text not null,
    language text not null,
    password text,
    second_factor text,
    generation ${int} not null,
    created_at ${int} not null
  )`,
  // `company_id` is null for a role on the platform.
  sql`create table membership (
    id ${id},
    user_id ${int} not null references users (id),
    company_id ${int} references company (id),
    role text not null,
    since ${int} not null
  )`,
  // Two indexes, because a null equals no other null: each user has one role in a company, and one on the platform.
  sql`create unique index one_role_in_a_company on membership (user_id, company_id) where company_id is not null`,
  sql`create unique index one_role_on_the_platform on membership (user_id) where company_id is null`,
  sql`create index membership_of_user on membership (user_id, id)`,
  sql`create index membership_of_realm on membership (company_id, id)`,
]

const sessions = ({ id, int }: Words): ReadonlyArray<Statement> => [
  // A token is replaced as it is used. The previous one stays valid for a moment, for requests that were under way. `proved_at` is when the
  // password was given in the session, null if it was not.
  sql`create table user_session (
    id ${id},
    user_id ${int} not null references users (id),
    hash text not null unique,
    previous text unique,
    previous_until ${int},
    address text,
    agent text not null,
    created_at ${int} not null,
    seen_at ${int} not null,
    rotated_at ${int} not null,
    proved_at ${int},
    expires_at ${int} not null
  )`,
  sql`create index session_of_user on user_session (user_id, id)`,
  sql`create index session_by_end on user_session (expires_at)`,
]

const tickets = ({ id, int }: Words): ReadonlyArray<Statement> => [
  // Invitations, password resets, and sign-ins that wait for a second factor. Only invitations have a realm.
  sql`create table access_ticket (
    id ${id},
    hash text not null unique,
    subject text not null,
    realm text,
    purpose text not null,
    created_at ${int} not null,
    expires_at ${int} not null
  )`,
  sql`create index ticket_of_subject on access_ticket (subject)`,
  sql`create index invitation_into_realm on access_ticket (realm, id) where realm is not null`,
  sql`create index ticket_by_end on access_ticket (expires_at)`,
]

const guesses = ({ int }: Words): ReadonlyArray<Statement> => [
  // Wrong passwords and codes, counted by a hash of what they were tried on.
  sql`create table guess (
    key text primary key,
    count ${int} not null,
    last_at ${int} not null,
    wait_until ${int} not null
  )`,
  sql`create index guess_by_age on guess (last_at)`,
]
