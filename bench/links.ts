/**
 * How many payment links a second does the queue make, compared with the inserts alone?
 *
 * A round has a thousand customers, in two forms: twenty batches of fifty, which the service makes concurrently, and
 * one batch of a thousand, which it makes fifty at a time. Measured is `runDueJobs` from the first job to the last, on
 * an SQLite file with `synchronous=FULL`. It claims jobs and customers, reads customers, computes terms, writes links,
 * events and counts, and completes batches and jobs.
 *
 * The baseline (`baseline/links`) is better-sqlite3 alone: it inserts the rows that the queue has written, already
 * prepared, into the tables of another file by prepared statements, fifty links a commit. It writes links, their events
 * and the list's count, and nothing else: no batch progress or log, no jobs, and it reads and computes nothing.
 *
 * After each round these rows have to be equal in both files, every customer has to have a link and every batch to be
 * completed.
 */

import { join } from "node:path"
import { SqliteDatabase, SqliteStorage } from "@vintem/adapters"
import { addCustomers, runDueJobs } from "@vintem/application"
import type { CompanyId } from "@vintem/domain/identifiers"
import type BetterSqlite from "better-sqlite3"
import { Duration, Effect, Result } from "effect"
import { insertLinks, type LinkRows, readLinks } from "./baseline/links/insert-links.ts"
import { effectInDataFolder } from "./harness/data-folder.ts"
import { median } from "./harness/median.ts"
import { orShort } from "./harness/or-short.ts"
import { addParties } from "./load/due-jobs.ts"
import { answer, customerEntries, customersMax, newBatch } from "./load/link-batches.ts"
import { workingService } from "./load/working-service.ts"

const rounds = orShort(9, 1)
const customers = 1_000

/** The queue's target as a share of the baseline's links a second. */
const target = 0.3

export const links = (): Promise<void> =>
  effectInDataFolder((folder) =>
    measure(join(folder, "baseline.db")).pipe(Effect.provide(workingService(join(folder, "vintem.db"))), Effect.scoped),
  )

const measure = Effect.fnUntraced(function* (baselineFile: string) {
  const { company } = yield* addParties
  const baseline = yield* openBaseline(baselineFile)
  yield* compare("twenty batches of fifty", company, baseline, twentyBatches(company))
  yield* compare("one batch of a thousand", company, baseline, oneBatch(company))
})

/** Another file with these tables. */
const openBaseline = Effect.fnUntraced(function* (file: string) {
  yield* Effect.promise(() => SqliteDatabase.migrate(file))
  return yield* Effect.acquireRelease(
    Effect.sync(() => SqliteDatabase.openDatabase(file)),
    (database) => Effect.sync(() => database.close()),
  )
})

/** Alternating rounds, each with its own customers, after one that does not count. */
const compare = Effect.fnUntraced(function* <E, R>(
  name: string,
  company: CompanyId,
  baseline: BetterSqlite.Database,
  request: Effect.Effect<void, E, R>,
) {
  const { raw } = yield* SqliteStorage.SqliteDatabase
  const insert = insertLinks(baseline, customersMax)
  const perSecond = (taken: Duration.Duration): number => (customers / Duration.toMillis(taken)) * 1_000
  const queued: Array<number> = []
  const inserted: Array<number> = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = lastLink(raw)
    yield* request
    const [working] = yield* Effect.timed(workOff)
    copyParents(raw, baseline)
    const rows = readLinks(raw, company, before)
    const [inserting] = yield* Effect.timed(Effect.sync(() => insert(rows)))
    yield* requireSame(raw, baseline, rows, before)
    if (round === 0) continue
    queued.push(perSecond(working))
    inserted.push(perSecond(inserting))
  }
  console.log(name)
  console.log(`  the queue     ${median(queued).toFixed(0).padStart(6)} links/s`)
  console.log(`  inserts alone ${median(inserted).toFixed(0).padStart(6)} links/s`)
  console.log(`  ${(median(queued) / median(inserted)).toFixed(2)} of the inserts alone (target ${target})\n`)
})

const workOff = Effect.repeat(runDueJobs(), { until: (count) => count === 0 })

const twentyBatches = (company: CompanyId) =>
  Effect.forEach(requests, (entries) => newBatch(company, entries), { discard: true })

const oneBatch = Effect.fnUntraced(function* (company: CompanyId) {
  const [first = [], ...more] = requests
  const token = yield* newBatch(company, first)
  for (const entries of more) {
    yield* addCustomers({
      company,
      token,
      keyed: null,
      entries: () => Result.succeed(entries),
      encode: ({ _tag }) => answer(_tag),
    })
  }
})

const requests = customerEntries(customers)

const lastLink = (database: BetterSqlite.Database): number =>
  database.prepare<unknown[], number>("select coalesce(max(id), 0) from payment_link").pluck().get() ?? 0

/** Copies the rows that links refer to. Not measured. */
const copyParents = (from: BetterSqlite.Database, to: BetterSqlite.Database): void => {
  to.prepare("attach database ? as queue").run(from.name)
  to.exec(`
    insert or ignore into company select * from queue.company;
    insert into batch select * from queue.batch where id > (select coalesce(max(id), 0) from batch);
    detach database queue;
  `)
}

/** Fails if a ratio would mean nothing. */
const requireSame = Effect.fnUntraced(function* (
  queue: BetterSqlite.Database,
  baseline: BetterSqlite.Database,
  rows: LinkRows,
  before: number,
) {
  if (rows.links.length !== customers) {
    return yield* Effect.die(new Error(`The queue made ${rows.links.length} links for ${customers} customers.`))
  }
  const unfinished = queue
    .prepare<unknown[], number>(
      "select count(*) from batch where progress ->> 'processed' <> progress ->> 'total' or progress ->> 'failed' <> 0",
    )
    .pluck()
    .get()
  if (unfinished !== 0) return yield* Effect.die(new Error(`${unfinished} batches were not completed.`))
  const ours = written(queue, before)
  const theirs = written(baseline, before)
  for (const [index, row] of ours.entries()) {
    if (row === theirs[index]) continue
    return yield* Effect.die(new Error(`The baseline writes other rows than the queue:\n${row}\n${theirs[index]}`))
  }
  if (ours.length !== theirs.length) return yield* Effect.die(new Error("The baseline writes more than the queue."))
})

/** Every row of a round, as text. */
const written = (database: BetterSqlite.Database, before: number): ReadonlyArray<string> =>
  [
    "select * from payment_link where id > ? order by id",
    "select * from payment_link_event where link_id > ? order by link_id, sequence",
    "select * from list_count where list = 'payment_link' and ? >= 0",
  ].flatMap((query) =>
    database
      .prepare<[number], object>(query)
      .all(before)
      .map((row) => JSON.stringify(row)),
  )
