/** The tables of the stored books. They are an institution's own: no query of the service reads them. */

/**
 * @param schema - the tables' schema, with its dot; empty for none
 * @param ofRows - the suffix for a table that is only read by its primary key
 */
export const booksTables = (schema: string, ofRows: string): ReadonlyArray<string> => [
  // `made_at` is null for a key that was voided before it had a charge.
  `create table if not exists ${schema}charge (
    key text primary key,
    version bigint not null,
    body text not null,
    made_at bigint
  )`,
  `create index if not exists charge_by_time on ${schema}charge (made_at, key)`,
  `create table if not exists ${schema}card (
    token text primary key,
    body text not null
  )${ofRows}`,
]
