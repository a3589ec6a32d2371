/**
 * Fingerprints of requests lose what they could give away. Until now they covered whole card numbers and security codes, under a key in the
 * same database: a thief of the file could find both by trying. Keys, scopes and answers stay; the fingerprints are emptied
 * (`unknownFingerprint`), and their old key goes.
 *
 * Deleted data stays in the file's pages until they are rewritten: the setting asks for that, see `uncleaned.ts`.
 */
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import { uncleaned } from "../engine/uncleaned.ts"

export const emptiedFingerprints = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`insert into setting (name, value)
      select ${uncleaned}, 'fingerprints'
      where exists (select 1 from setting where name = 'fingerprint') or exists (select 1 from idempotency)
      on conflict do nothing`.execute(db)
    await sql`update idempotency set fingerprint = '' where fingerprint <> ''`.execute(db)
    await sql`delete from setting where name = 'fingerprint'`.execute(db)
  },
})
