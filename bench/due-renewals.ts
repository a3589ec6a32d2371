/**
 * Does finding the subscriptions that are due cost the same among a thousand subscribers and among a million?
 *
 * Two files: of a thousand and of a million subscribers, all of them copies of one that the service made, each with its job in the queue,
 * due on one of the next thirty days. In alternating rounds fifty more jobs fall due in each file, and are found and claimed in one commit.
 * The baseline is the file of a thousand.
 *
 * Every claim has to give the fifty, and nothing else.
 */
import { join } from "node:path"
import { SqliteStorage } from "@vintem/adapters"
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CompanyRepository, JobQueue, type NewJob } from "@vintem/domain/ports"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { effectInDataFolder } from "./harness/data-folder.ts"
import { median } from "./harness/median.ts"
import { addParties } from "./load/due-jobs.ts"
import { addPlan, subscribe } from "./load/subscribers.ts"
import { workingService } from "./load/working-service.ts"

const rounds = 200
const due = 50
const leaseMillis = 60_000

/** How many times as long it may take among a million. */
const target = 1.5

export const dueRenewals = (): Promise<void> =>
  effectInDataFolder((folder) => Effect.scoped(measure((subscribers) => join(folder, `${subscribers}.db`))))

const measure = Effect.fnUntraced(function* (fileOf: (subscribers: number) => string) {
  const few = yield* contestant(fileOf, 1_000)
  const many = yield* contestant(fileOf, 1_000_000)
  for (let round = 0; round <= rounds; round += 1) {
    yield* few.round(round)
    yield* many.round(round)
  }
  console.log(`  among a thousand ${few.millis().toFixed(2)} ms`)
  console.log(`  among a million  ${many.millis().toFixed(2)} ms`)
  console.log(`  ${(many.millis() / few.millis()).toFixed(2)} times as long (target ${target})`)
})

/** A service of its own on a file of its own, open as long as the benchmark runs. */
const contestant = Effect.fnUntraced(function* (fileOf: (subscribers: number) => string, subscribers: number) {
  const service = yield* Layer.build(workingService(fileOf(subscribers)))
  const company = yield* Effect.provideContext(filled(subscribers), service)
  const taken: Array<number> = []
  const round = Effect.fnUntraced(function* (number: number) {
    const millis = yield* claimDue(company, number)
    if (number > 0) taken.push(millis)
  })
  return {
    millis: () => median(taken),
    round: (number: number) => Effect.provideContext(round(number), service),
  }
})

/** One subscriber as the service makes them, and copies with names of their own. */
const filled = Effect.fnUntraced(function* (subscribers: number) {
  const companies = yield* CompanyRepository
  const { raw } = yield* SqliteStorage.SqliteDatabase
  const { company: id } = yield* addParties
  const company = Option.getOrThrow(yield* companies.find(id))
  yield* addPlan(company)
  yield* subscribe(company, 1)
  raw.exec(`
    create temp table copy as
    with recursive copy(n) as (select 2 union all select n + 1 from copy where n < ${subscribers})
    select n, printf('%08x-0000-4000-8000-%012x', n, n) as token from copy;

    insert into subscription
      (token, company_id, version, status, checkout_slug, email_key, next_charge, first_order, details, progress, created_at)
    select
      copy.token, company_id, version, status, checkout_slug, email_key, next_charge, 'COPY' || n,
      replace(details, model.token, copy.token), progress, created_at
    from copy cross join (select * from subscription where id = 1) as model order by n;

    insert into job
      (queue, kind, name, company_id, ordering_key, payload, claims, lease, due_at, ready_at, is_blocked, died_at, reason)
    select
      queue, kind, 'subscription:' || copy.token, company_id, ordering_key, payload, claims, lease,
      due_at + n % 30 * 86400000, ready_at + n % 30 * 86400000, is_blocked, died_at, reason
    from copy cross join (select * from job where kind = 'TurnSubscription') as model order by n;

    analyze;
  `)
  return id
})

/** Has fifty more fall due, and finds them. @returns milliseconds of the finding and claiming */
const claimDue = Effect.fnUntraced(function* (company: CompanyId, round: number) {
  const queue = yield* JobQueue
  const now = instant(yield* Clock.currentTimeMillis)
  const names = Array.from({ length: due }, (_, n) => `due ${round}.${n}`)
  yield* queue.enqueue(
    names.map(
      (name): NewJob => ({
        queue: "work",
        kind: "TurnSubscription",
        name,
        company,
        orderingKey: null,
        dueAt: now,
        payload: "{}",
      }),
    ),
  )
  const lease = `round ${round}`
  const until = instant(now + leaseMillis)
  const [taken, jobs] = yield* Effect.timed(queue.claim({ queue: "work", lease, now, until, limit: due }))
  const given = new Set(jobs.map(({ name }) => name))
  if (given.size !== due || names.some((name) => !given.has(name))) {
    return yield* Effect.die(new Error(`${given.size} jobs were claimed where ${due} were due.`))
  }
  yield* queue.settle(
    lease,
    jobs.map(({ id }) => ({ _tag: "Done", job: id })),
  )
  return Duration.toMillis(taken)
})
