/** Inserts prepared rows of payment links with better-sqlite3 alone. */
import type BetterSqlite from "better-sqlite3"

/** Values in column order. */
type Row = ReadonlyArray<unknown>

const linkColumns =
  "slug, company_id, batch_token, batch_position, created_at, version, removed_at, terms, progress, rule_token, expired_at" as const

export interface LinkRows {
  readonly company: number
  readonly links: ReadonlyArray<Row>
  /** The first event of each, in order. */
  readonly events: ReadonlyArray<Row>
}

/** Reads the links that were made after the one with this id, to insert them elsewhere. */
export const readLinks = (database: BetterSqlite.Database, company: number, after: number): LinkRows => {
  const rows = (query: string) => database.prepare<[number], Row>(query).raw().all(after)
  return {
    company,
    links: rows(`select ${linkColumns} from payment_link where id > ? order by id`),
    events: rows("select sequence, at, type, body from payment_link_event where link_id > ? order by link_id"),
  }
}

/**
 * Prepares the inserts into a migrated file.
 *
 * @param perCommit - the links that share a wait for the disk
 */
export const insertLinks = (database: BetterSqlite.Database, perCommit: number): ((rows: LinkRows) => void) => {
  const link = database.prepare(`insert into payment_link (${linkColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const event = database.prepare(
    "insert into payment_link_event (link_id, company_id, sequence, at, type, body) values (?, ?, ?, ?, ?, ?)",
  )
  const count = database.prepare(`
    insert into list_count (company_id, list, count) values (?, 'payment_link', ?)
    on conflict (company_id, list) do update set count = count + excluded.count
  `)
  const insert = database.transaction(({ company, links, events }: LinkRows) => {
    for (const [index, row] of links.entries()) {
      const { lastInsertRowid } = link.run(...row)
      event.run(lastInsertRowid, company, ...(events[index] ?? []))
    }
    count.run(company, links.length)
  })
  return ({ company, links, events }) => {
    for (let from = 0; from < links.length; from += perCommit) {
      const to = from + perCommit
      insert.immediate({ company, links: links.slice(from, to), events: events.slice(from, to) })
    }
  }
}
