/**
 * The queue in SQL. Pushing `ready_at` forward is the lease: the jobs of a dead worker come back by themselves.
 */
import {
  CompanyId,
  type DeadJob,
  instant,
  type Job,
  JobId,
  JobQueue,
  type NewJob,
  type Settlement,
  UnitOfWork,
} from "@vintem/domain"
import { Effect, Layer } from "effect"
import { expressionBuilder, type SqlBool, sql } from "kysely"
import { Executor } from "./executor.ts"
import { readPage } from "./page.ts"
import { preparedQuery } from "./prepared-query.ts"
import type { Tables } from "./tables.ts"

/**
 * How many jobs are looked at, for each that is wanted, to give several companies their turn. Where even these are not all that
 * are ready there is a backlog, and the companies are asked one by one.
 */
const candidatesPerJob = 4

export const layer = Layer.effect(
  JobQueue,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    /** The company whose turn was last, so that the next claim begins after it. */
    let lastServed = 0

    const insertJob = preparedQuery<Omit<NewJobRow, "stands_behind">, unknown>((value) =>
      build
        .insertInto("job")
        .values({
          kind: value("kind"),
          name: value("name"),
          company_id: value("company_id"),
          line: value("line"),
          payload: value("payload"),
          claims: 0,
          lease: null,
          due_at: value("due_at"),
          ready_at: value("due_at"),
          stands_behind: sql<number>`(select count(*) from (select 1 from job where line = ${value("line")} and died_at is null limit 1) as ahead)`,
          died_at: null,
          reason: null,
        })
        .onConflict((conflict) => conflict.column("name").where("died_at", "is", null).doNothing()),
    )

    const deleteNamed = preparedQuery<{ name: string }, { line: string | null }>((value) =>
      build.deleteFrom("job").where("died_at", "is", null).where("name", "=", value("name")).returning("line"),
    )

    const selectReady = preparedQuery<{ now: number; count: number }, Candidate>((value) =>
      build
        .selectFrom("job")
        .select(["id", "company_id"])
        .where(isNext)
        .where("ready_at", "<=", value("now"))
        .orderBy("ready_at")
        .orderBy("id")
        .limit(value("count")),
    )

    const selectReadyOf = preparedQuery<{ company: number; now: number; count: number }, Candidate>((value) =>
      build
        .selectFrom("job")
        .select(["id", "company_id"])
        .where(isNext)
        .where("company_id", "=", value("company"))
        .where("ready_at", "<=", value("now"))
        .orderBy("ready_at")
        .orderBy("id")
        .limit(value("count")),
    )

    /** Companies of which something is ready, found by leaping from one to the next in the index. */
    const selectReadyCompanies = preparedQuery<{ now: number }, { id: number }>((value) =>
      build
        .withRecursive("waiting(id)", (db) =>
          db
            .selectFrom("job")
            .select((e) => e.fn.min<number | null>("company_id").as("id"))
            .where(isNext)
            .unionAll(
              db
                .selectFrom("waiting")
                .select((e) =>
                  e
                    .selectFrom("job")
                    .select((f) => f.fn.min("company_id").as("id"))
                    .where(isNext)
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
              .where(isNext)
              .whereRef("job.company_id", "=", "waiting.id")
              .where("job.ready_at", "<=", value("now")),
          ),
        ),
    )

    const selectNextReady = preparedQuery<object, { ready_at: number | null }>(() =>
      build
        .selectFrom("job")
        .select((e) => e.fn.min("ready_at").as("ready_at"))
        .where(isNext),
    )

    /** Jobs of the companies whose turn it is; asked for only where the earliest jobs are not all that are ready. */
    const inTurn = Effect.fnUntraced(function* (now: number, limit: number) {
      const companies = (yield* executor.read("jobs.claim", selectReadyCompanies({ now }))).map(({ id }) => id)
      const turn = [...companies.filter((id) => id > lastServed), ...companies.filter((id) => id <= lastServed)]
      const served = turn.slice(0, limit)
      const found = yield* Effect.forEach(served, (company) =>
        executor.read("jobs.claim", selectReadyOf({ company, now, count: limit })),
      )
      lastServed = served.at(-1) ?? lastServed
      return found.flat()
    })

    const candidates = Effect.fnUntraced(function* (now: number, limit: number) {
      const count = limit * candidatesPerJob
      const earliest = yield* executor.read("jobs.claim", selectReady({ now, count }))
      return earliest.length < count ? earliest : yield* inTurn(now, limit)
    })

    /** Puts lines in order again: the first that waits comes next, unless one of them is being done. */
    const align = Effect.fnUntraced(function* (operation: string, lines: ReadonlyArray<string | null>) {
      const named = [...new Set(lines.flatMap((line) => line ?? []))]
      if (named.length === 0) return
      yield* executor.write(
        operation,
        build
          .updateTable("job")
          .set({ stands_behind: 1 })
          .where("died_at", "is", null)
          .where("lease", "is", null)
          .where("line", "in", named)
          .compile(),
      )
      yield* executor.write(
        operation,
        build
          .updateTable("job")
          .set({ stands_behind: 0 })
          .where("id", "in", (e) =>
            e
              .selectFrom("job")
              .select((f) => f.fn.min("id").as("id"))
              .where("died_at", "is", null)
              .where("line", "in", named)
              .groupBy("line")
              .having((f) => f.fn.count("lease"), "=", 0),
          )
          .compile(),
      )
    })

    const settleDone = (lease: string, ids: ReadonlyArray<JobId>) =>
      executor.write(
        "jobs.settle",
        build.deleteFrom("job").where("lease", "=", lease).where("id", "in", ids).returning(["id", "line"]).compile(),
      )

    const settleAgain = (lease: string, { job, dueAt }: Extract<Settlement, { _tag: "Again" }>) =>
      executor.write(
        "jobs.settle",
        build
          .updateTable("job")
          .set({ lease: null, due_at: dueAt, ready_at: dueAt })
          .where("lease", "=", lease)
          .where("id", "=", job)
          .returning(["id", "line"])
          .compile(),
      )

    const settleDead = (lease: string, { job, reason, at }: Extract<Settlement, { _tag: "Dead" }>) =>
      executor.write(
        "jobs.settle",
        build
          .updateTable("job")
          .set({ lease: null, died_at: at, reason, stands_behind: 0 })
          .where("lease", "=", lease)
          .where("id", "=", job)
          .returning(["id", "line"])
          .compile(),
      )

    const insertAll = Effect.fnUntraced(function* (jobs: ReadonlyArray<NewJob>) {
      for (const job of jobs) yield* executor.write("jobs.enqueue", insertJob(rowFromJob(job)))
    })

    return JobQueue.of({
      enqueue: (jobs) => (jobs.length === 0 ? Effect.void : commit(insertAll(jobs))),
      withdraw: Effect.fnUntraced(function* (names) {
        for (const name of names) {
          const { rows } = yield* executor.write("jobs.withdraw", deleteNamed({ name }))
          for (const { line } of rows) yield* align("jobs.withdraw", [line])
        }
      }, commit),
      claim: Effect.fnUntraced(function* ({ lease, now, until, limit }) {
        const chosen = roundRobin(yield* candidates(now, limit), limit)
        if (chosen.length === 0) return []
        const { rows } = yield* executor.write(
          "jobs.claim",
          build
            .updateTable("job")
            .set((e) => ({ lease, ready_at: until, claims: e("claims", "+", 1) }))
            .where("id", "in", chosen)
            .returning(["id", "kind", "name", "company_id", "line", "payload", "claims", "due_at"])
            .compile(),
        )
        return rows.map(jobFromRow).toSorted((one, other) => one.dueAt - other.dueAt || one.id - other.id)
      }, commit),
      settle: Effect.fnUntraced(function* (lease, settlements) {
        const done = settlements.flatMap((one) => (one._tag === "Done" ? one.job : []))
        const settled: Array<{ readonly id: number; readonly line: string | null }> = []
        if (done.length > 0) settled.push(...(yield* settleDone(lease, done)).rows)
        for (const one of settlements) {
          if (one._tag === "Again") settled.push(...(yield* settleAgain(lease, one)).rows)
          if (one._tag === "Dead") settled.push(...(yield* settleDead(lease, one)).rows)
        }
        yield* align(
          "jobs.settle",
          settled.map(({ line }) => line),
        )
        const ours = new Set(settled.map(({ id }) => id))
        return settlements.map(({ job }) => job).filter((job) => !ours.has(job))
      }, commit),
      release: Effect.fnUntraced(function* (lease) {
        const { rows } = yield* executor.write(
          "jobs.release",
          build
            .updateTable("job")
            .set((e) => ({ lease: null, ready_at: e.ref("due_at") }))
            .where("lease", "=", lease)
            .returning("line")
            .compile(),
        )
        yield* align(
          "jobs.release",
          rows.map(({ line }) => line),
        )
      }, commit),
      nextDue: Effect.map(executor.read("jobs.nextDue", selectNextReady({})), ([row]) =>
        row === undefined || row.ready_at === null ? null : instant(row.ready_at),
      ),
      dead: (page) => {
        const given = build.selectFrom("job").where("died_at", "is not", null)
        return readPage(
          executor,
          "jobs.dead",
          {
            count: given.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              given.selectAll().orderBy("died_at", "desc").orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) =>
            Effect.succeed<DeadJob>({
              ...jobFromRow(row),
              reason: row.reason ?? "",
              diedAt: instant(row.died_at ?? 0),
            }),
        )
      },
      revive: Effect.fnUntraced(function* (job, dueAt) {
        const [dead] = yield* executor.read(
          "jobs.revive",
          build
            .selectFrom("job")
            .select(["name", "line"])
            .where("id", "=", job)
            .where("died_at", "is not", null)
            .compile(),
        )
        if (dead === undefined) return false
        const waiting = yield* executor.read(
          "jobs.revive",
          build.selectFrom("job").select("id").where("name", "=", dead.name).where("died_at", "is", null).compile(),
        )
        if (waiting.length > 0) return false
        yield* executor.write(
          "jobs.revive",
          build
            .updateTable("job")
            .set({ died_at: null, reason: null, due_at: dueAt, ready_at: dueAt })
            .where("id", "=", job)
            .compile(),
        )
        yield* align("jobs.revive", [dead.line])
        return true
      }, commit),
    })
  }),
)

interface NewJobRow {
  readonly kind: string
  readonly name: string
  readonly company_id: number
  readonly line: string | null
  readonly payload: string
  readonly due_at: number
  readonly stands_behind: number
}

interface JobRow {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly company_id: number
  readonly line: string | null
  readonly payload: string
  readonly claims: number
  readonly due_at: number
}

interface Candidate {
  readonly id: number
  readonly company_id: number
}

const job = expressionBuilder<Tables, "job">()

/** Written out, as the indexes are: a bound value in its place would hide that they fit. */
const isNext = job.and([job("job.died_at", "is", null), sql<SqlBool>`job.stands_behind = 0`])

/** One of each company, then a second of each, until there are `limit`. */
const roundRobin = (candidates: ReadonlyArray<Candidate>, limit: number): ReadonlyArray<number> => {
  const ofCompany = new Map<number, Array<number>>()
  for (const { id, company_id } of candidates) {
    const ids = ofCompany.get(company_id)
    if (ids === undefined) ofCompany.set(company_id, [id])
    else ids.push(id)
  }
  const chosen: Array<number> = []
  for (let turn = 0; chosen.length < limit; turn++) {
    const before = chosen.length
    for (const ids of ofCompany.values()) {
      const id = ids[turn]
      if (id !== undefined && chosen.length < limit) chosen.push(id)
    }
    if (chosen.length === before) break
  }
  return chosen
}

const rowFromJob = ({ kind, name, company, line, payload, dueAt }: NewJob): Omit<NewJobRow, "stands_behind"> => ({
  kind,
  name,
  company_id: company,
  line,
  payload,
  due_at: dueAt,
})

const jobFromRow = (row: JobRow): Job => ({
  id: JobId.make(row.id),
  kind: row.kind,
  name: row.name,
  company: CompanyId.make(row.company_id),
  line: row.line,
  payload: row.payload,
  claims: row.claims,
  dueAt: instant(row.due_at),
})
