/**
 * Claims of jobs in SQL: companies are served round robin, even if one company has much work that was due earlier.
 */
import { CompanyId } from "@vintem/domain/identifiers"
import type { ClaimRequest, QueueName } from "@vintem/domain/ports"
import { Effect } from "effect"
import { type SqlBool, sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { hold } from "../engine/procedure.ts"
import { type Held, isFree, isNext, type JobRow, type OfQueue } from "./job-row.ts"

/**
 * How many jobs are read for each requested one, so that several companies are served. If more are ready, there is a
 * backlog, and each company's jobs are read separately.
 */
const candidatesPerJob = 4

/**
 * More leases than processes that die together ever hold; with a lower limit, one company's leases could hide
 * another's.
 */
const lapsedMax = 10_000

interface Candidate {
  readonly id: number
  readonly company_id: number
  readonly ready_at: number
}

/** @returns a function that claims jobs, as part of a unit */
export const jobClaims = (executor: Executor["Service"]) => {
  const { build } = executor.dialect

  /** The company served last, by queue. The next claim begins after it. */
  const lastServed = new Map<QueueName, number>()

  /** Jobs, the earliest first. */
  const earliest = build.selectFrom("job").select(["id", "company_id", "ready_at"]).orderBy("ready_at").orderBy("id")

  const selectReady = preparedQuery<OfQueue & { now: number; count: number }, Candidate>((value) =>
    earliest
      .where(isFree)
      .where("queue", "=", value("queue"))
      .where("ready_at", "<=", value("now"))
      .limit(value("count")),
  )

  /** Selects as many ready jobs of each company as it has capacity for. */
  const selectReadyOf = preparedRows<OfQueue & { company: number; now: number; count: number }, Candidate>((rows) =>
    rows
      .map((value) =>
        build
          .selectFrom(
            earliest
              .where(isFree)
              .where("queue", "=", value("queue"))
              .where("company_id", "=", value("company"))
              .where("ready_at", "<=", value("now"))
              .limit(value("count"))
              .as("own"),
          )
          .select(["own.id", "own.company_id", "own.ready_at"]),
      )
      .reduce((all, own) => all.unionAll(own)),
  )

  /** Companies with ready jobs. The query jumps from one company to the next in the index. */
  const selectReadyCompanies = preparedQuery<OfQueue & { now: number }, { id: number }>((value) =>
    build
      .withRecursive("waiting(id)", (db) =>
        db
          .selectFrom("job")
          .select((e) => e.fn.min<number | null>("company_id").as("id"))
          .where(isFree)
          .where("queue", "=", value("queue"))
          .unionAll(
            db
              .selectFrom("waiting")
              .select((e) =>
                e
                  .selectFrom("job")
                  .select((f) => f.fn.min("company_id").as("id"))
                  .where(isFree)
                  .where("queue", "=", value("queue"))
                  .whereRef("job.company_id", ">", "waiting.id")
                  .as("id"),
              )
              .where("waiting.id", "is not", null),
          ),
      )
      .selectFrom("waiting")
      .select("waiting.id")
      .where("waiting.id", "is not", null)
      .where((e) =>
        e.exists(
          e
            .selectFrom("job")
            .select("job.id")
            .where(isFree)
            .where("job.queue", "=", value("queue"))
            .whereRef("job.company_id", "=", "waiting.id")
            .where("job.ready_at", "<=", value("now")),
        ),
      ),
  )

  /** Jobs whose lease has run out: after a crash, and rarely otherwise. */
  const selectLapsed = preparedQuery<OfQueue & { now: number; count: number }, Candidate>((value) =>
    earliest
      .where("lease", "is not", null)
      .where("queue", "=", value("queue"))
      .where("ready_at", "<=", value("now"))
      .limit(value("count")),
  )

  /** Jobs of the companies that are served next: free ones, and those whose lease ran out. */
  const roundRobinOf = Effect.fnUntraced(function* (
    { queue, now, limit, capacityOf }: ClaimRequest,
    lapsed: ReadonlyArray<Candidate>,
  ) {
    const ready = yield* executor.read("jobs.claim", selectReadyCompanies({ queue, now }))
    const companies = [...new Set([...ready.map(({ id }) => id), ...lapsed.map(({ company_id }) => company_id)])]
    const last = lastServed.get(queue) ?? 0
    const [before, after] = [companies.filter((id) => id <= last), companies.filter((id) => id > last)]
    const served = [...after.toSorted(ascending), ...before.toSorted(ascending)].flatMap((company) => {
      const count = Math.min(limit, capacityOf === undefined ? limit : capacityOf(CompanyId.make(company)))
      return count > 0 ? [{ queue, company, now, count }] : []
    })
    const claimed = served.slice(0, limit)
    lastServed.set(queue, claimed.at(-1)?.company ?? last)
    const free: Array<Candidate> = []
    for (const select of selectReadyOf(claimed)) free.push(...(yield* executor.read("jobs.claim", select)))
    const ofCompany = Map.groupBy([...lapsed, ...free], ({ company_id }) => company_id)
    return claimed.map(({ company, count }) => (ofCompany.get(company) ?? []).toSorted(earliestFirst).slice(0, count))
  })

  /** Jobs that may be taken, company by company, those of each in their order. */
  const candidates = Effect.fnUntraced(function* (request: ClaimRequest) {
    const { queue, now, limit, capacityOf } = request
    const lapsed = yield* executor.read("jobs.claim", selectLapsed({ queue, now, count: lapsedMax }))
    if (lapsed.length > 0) return yield* roundRobinOf(request, lapsed)
    // If capacities limit the claim, each company is asked in any case.
    const count = capacityOf === undefined ? limit * candidatesPerJob : 1
    const ready = yield* executor.read("jobs.claim", selectReady({ queue, now, count }))
    if (ready.length === 0) return []
    if (ready.length === count || capacityOf !== undefined) return yield* roundRobinOf(request, lapsed)
    return [...Map.groupBy(ready, ({ company_id }) => company_id).values()]
  })

  /** Claims the chosen jobs that are still free. A held job is ready when its lease expires. */
  const takeChosen = preparedRows<Held & { now: number; until: number }, JobRow>((rows, common) =>
    lockedSelection(
      executor.dialect,
      build
        .selectFrom("job")
        .select(["company_id", "id"])
        .where(
          sql<SqlBool>`(company_id, id) in (values ${sql.join(
            rows.map((value) => sql`(cast(${value("company")} as bigint), cast(${value("job")} as bigint))`),
          )})`,
        )
        .where(isNext)
        .where("ready_at", "<=", common("now")),
    )
      .updateTable("job")
      .from("chosen")
      .set((e) => ({ lease: common("lease"), ready_at: common("until"), claims: e("job.claims", "+", 1) }))
      .whereRef("job.company_id", "=", "chosen.company_id")
      .whereRef("job.id", "=", "chosen.id")
      .returning(["job.id", "queue", "kind", "name", "job.company_id", "ordering_key", "payload", "claims", "due_at"]),
  )

  return Effect.fnUntraced(function* (request: ClaimRequest) {
    const { queue, lease, now, until, limit } = request
    // Claimants choose one after another, or all would choose the same jobs: so companies are served round robin with
    // any number of claimants.
    yield* executor.run("jobs.claim", () => hold(`claim of jobs of queue ${queue}`))
    const chosen = roundRobin(yield* candidates(request), limit).map(({ company_id: company, id: job }) => ({
      company,
      job,
      lease,
      now,
      until,
    }))
    const rows: Array<JobRow> = []
    for (const take of takeChosen(chosen)) rows.push(...(yield* executor.write("jobs.claim", take)).rows)
    return rows
  })
}

const ascending = (one: number, other: number): number => one - other

const earliestFirst = (one: Candidate, other: Candidate): number => one.ready_at - other.ready_at || one.id - other.id

/** One of each company, then a second of each, until there are enough. */
const roundRobin = (companies: ReadonlyArray<ReadonlyArray<Candidate>>, limit: number): ReadonlyArray<Candidate> => {
  const chosen: Array<Candidate> = []
  for (let round = 0; chosen.length < limit; round++) {
    const ofRound = companies.flatMap((own) => own[round] ?? [])
    if (ofRound.length === 0) break
    chosen.push(...ofRound.slice(0, limit - chosen.length))
  }
  return chosen
}
