/**
 * What does page 1 000 of `GET /api/v1/payment-link` and of `GET /api/v1/payment-link-bulk` take beside page 1, with a million of
 * either on the list of one company?
 *
 * The baseline is page 1 of the same list in the same run; totals are part of every page. Links and batches are copies of what the
 * service has made of one customer, each with names of its own. One link in eleven was removed since, and is on no list. What no list
 * reads is not copied: logs, and the entries of customers. After the copying the service makes one more of each, and the totals it
 * tells have to be what SQLite counts.
 */
import type { Agent } from "node:http"
import BetterSqlite from "better-sqlite3"
import type { Server } from "./harness/servers.ts"
import type { Target } from "./load/ask.ts"
import { requestBatch, untilCompleted } from "./load/bulk.ts"
import { withFilledService } from "./load/filled-service.ts"
import { comparePages } from "./load/list-pages.ts"

const copies = 1_100_000

export const linkList = (): Promise<void> =>
  withFilledService({
    place: makeOne,
    fill,
    measure: async (service, agent) => {
      await makeOne(service, agent)
      await compareCounted(service, agent, "links", "/api/v1/payment-link", "payment_link where removed_at is null")
      await compareCounted(service, agent, "batches", "/api/v1/payment-link-bulk", "batch")
    },
  })

const makeOne = async (service: Target, agent: Agent): Promise<void> =>
  untilCompleted(service, agent, await requestBatch(service, agent, 1))

/** @param rows - what is on the list, in SQL */
const compareCounted = async (
  service: Server & Target,
  agent: Agent,
  name: string,
  list: string,
  rows: string,
): Promise<void> => {
  const { total } = await comparePages(service, agent, name, list)
  const database = new BetterSqlite(service.file, { readonly: true })
  const counted = database.prepare<unknown[], number>(`select count(*) from ${rows}`).pluck().get()
  database.close()
  if (total !== counted) throw new Error(`The list of ${name} tells of ${total}, and there are ${counted}.`)
}

/** Copies the batch and its link, and counts in what is listed. */
const fill = (file: string): void => {
  const database = new BetterSqlite(file)
  database.pragma("synchronous = OFF")
  database.exec(`
    create temp table copy as
    with recursive copy(n) as (select 1 union all select n + 1 from copy where n < ${copies})
    select n, printf('%08x-0000-4000-8000-%012x', n, n) as token from copy;

    insert into batch (token, company_id, version, details, progress)
    select copy.token, company_id, version, replace(details, model.token, copy.token), progress
    from copy cross join (select * from batch where id = 1) as model order by n;

    insert into payment_link
      (slug, company_id, batch_token, batch_position, created_at, version, removed_at, terms, progress, rule_token, expired_at)
    select
      printf('%023d', n), company_id, copy.token, batch_position, created_at, version,
      case when n % 11 = 0 then created_at end, terms, progress, rule_token, expired_at
    from copy cross join (select * from payment_link where id = 1) as model order by n;

    update list_count set count = count + ${copies} where list = 'batch';
    update list_count set count = count + ${copies} - ${copies} / 11 where list = 'payment_link';
  `)
  database.close()
}
