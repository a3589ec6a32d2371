/**
 * The queue in SQL. Pushing `ready_at` forward is the lease: the jobs of a dead worker come back by themselves.
 */
import { platform } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import {
  type DeadJob,
  type HastenRequest,
  type Job,
  JobId,
  JobQueue,
  type QueueName,
  queueNames,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import { type SqlBool, sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { jobClaims } from "./job-claims.ts"
import { isFree, jobFromRow, type OfQueue } from "./job-row.ts"
import { jobWriting } from "./job-writing.ts"

export const layer = Layer.effect(
  JobQueue,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect
    const writing = jobWriting(executor.dialect)
    const claim = jobClaims(executor)

    const selectNextReady = preparedQuery<OfQueue, { ready_at: number | null }>((value) =>
      build
        .selectFrom("job")
        .select((e) => e.fn.min("ready_at").as("ready_at"))
        .where(isFree)
        .where("queue", "=", value("queue")),
    )

    const selectNextLapsing = preparedQuery<OfQueue, { ready_at: number | null }>((value) =>
      build
        .selectFrom("job")
        .select((e) => e.fn.min("ready_at").as("ready_at"))
        .where("lease", "is not", null)
        .where("queue", "=", value("queue")),
    )

    const selectHeld = preparedQuery<OfQueue & { now: number }, { id: number }>((value) =>
      build
        .selectFrom("job")
        .select("id")
        .where("lease", "is not", null)
        .where("queue", "=", value("queue"))
        .where("ready_at", ">", value("now"))
        .limit(1),
    )

    /** The lease stays, like an expired one: so nothing changes for its ordering key. */
    const makeHeldReady = build
      .updateTable("job")
      .set((e) => ({ ready_at: e.ref("due_at") }))
      .where("lease", "is not", null)
      .compile()

    const nextDueIn = (operation: string) =>
      Effect.fnUntraced(function* (queue: QueueName) {
        const dues: Array<number> = []
        for (const query of [selectNextReady({ queue }), selectNextLapsing({ queue })]) {
          for (const { ready_at } of yield* executor.read(operation, query)) if (ready_at !== null) dues.push(ready_at)
        }
        return dues.length === 0 ? null : instant(Math.min(...dues))
      })

    const postpone = preparedQuery<{ company: number; name: string; due_at: number }, unknown>((value) =>
      build
        .updateTable("job")
        .set({ due_at: value("due_at"), ready_at: value("due_at") })
        .where("company_id", "=", value("company"))
        .where("died_at", "is", null)
        .where("lease", "is", null)
        .where("name", "=", value("name")),
    )

    /** A page for each kind: each is read from the index in its order. */
    const selectFreeOfKind = preparedQuery<{ kind: string; after: number; limit: number }, FreeJob>((value) =>
      build
        .selectFrom("job")
        .select(["company_id", "id", "due_at"])
        .where("died_at", "is", null)
        .where("lease", "is", null)
        .where(sql<SqlBool>`queue = 'work'`)
        .where("kind", "=", value("kind"))
        .where("id", ">", value("after"))
        .orderBy("id")
        .limit(value("limit")),
    )

    const bringForward = preparedQuery<FreeJob, unknown>((value) =>
      build
        .updateTable("job")
        .set({ due_at: value("due_at"), ready_at: value("due_at") })
        .where("company_id", "=", value("company_id"))
        .where("id", "=", value("id"))
        .where("died_at", "is", null)
        .where("lease", "is", null)
        .where("due_at", ">", value("due_at")),
    )

    const hastenAll = Effect.fnUntraced(function* ({ kinds, after, from, stepMillis, limit }: HastenRequest) {
      const found: Array<FreeJob> = []
      for (const kind of kinds) {
        found.push(...(yield* executor.read("jobs.hasten", selectFreeOfKind({ kind, after: after ?? 0, limit }))))
      }
      const page = found.toSorted((one, other) => one.id - other.id).slice(0, limit)
      for (const [place, { due_at, ...job }] of page.entries()) {
        const sooner = from + place * stepMillis
        if (due_at > sooner) yield* executor.write("jobs.hasten", bringForward({ ...job, due_at: sooner }))
      }
      const last = page.at(-1)
      return page.length < limit || last === undefined ? null : JobId.make(last.id)
    })

    const deleteDead = preparedQuery<{ before: number; limit: number }, unknown>((value) => {
      const dead = build
        .selectFrom("job")
        .select(["company_id", "id"])
        .where("died_at", "<", value("before"))
        .orderBy("died_at")
        .orderBy("id")
        .limit(value("limit"))
      return lockedSelection(executor.dialect, dead)
        .deleteFrom("job")
        .where((e) =>
          e(
            e.refTuple("company_id", "id"),
            "in",
            e.selectFrom("chosen").select(["chosen.company_id", "chosen.id"]).$asTuple("company_id", "id"),
          ),
        )
    })

    return JobQueue.of({
      enqueue: (jobs) => (jobs.length === 0 ? Effect.void : executor.run("jobs.enqueue", () => writing.enqueue(jobs))),
      withdraw: (company, names) =>
        names.length === 0 ? Effect.void : executor.run("jobs.withdraw", () => writing.withdraw(company, names)),
      reschedule: (company, name, dueAt) =>
        Effect.asVoid(executor.write("jobs.reschedule", postpone({ company, name, due_at: dueAt }))),
      hasten: (request) => commit(hastenAll(request)),
      claim: (request) => commit(Effect.map(claim(request), (rows) => rows.map(jobFromRow).toSorted(byHour))),
      settle: (company, lease, settlements) =>
        executor.run("jobs.settle", () => writing.settle(company, lease, settlements)),
      nextDueIn: nextDueIn("jobs.nextDueIn"),
      nextDue: Effect.map(Effect.forEach(queueNames, nextDueIn("jobs.nextDue")), (dues) =>
        dues.reduce((first, due) => (first === null || (due !== null && due < first) ? due : first), null),
      ),
      isAnyHeld: Effect.fnUntraced(function* (now) {
        for (const queue of queueNames) {
          const held = yield* executor.read("jobs.isAnyHeld", selectHeld({ queue, now }))
          if (held.length > 0) return true
        }
        return false
      }),
      endLeases: Effect.gen(function* () {
        const { changes } = yield* executor.write("jobs.endLeases", makeHeldReady)
        return changes
      }),
      known: Effect.fnUntraced(function* (company, names) {
        const wanted = [...new Set(names)]
        if (wanted.length === 0) return []
        const named = build
          .selectFrom("job")
          .select("name")
          .where("company_id", "=", company)
          .where("name", "in", wanted)
        const waiting = yield* executor.read("jobs.known", named.where("died_at", "is", null).compile())
        const found = new Set(waiting.map(({ name }) => name))
        if (found.size < wanted.length) {
          // Given-up jobs are few, and need no index of names.
          const given = yield* executor.read("jobs.known", named.where("died_at", "is not", null).compile())
          for (const { name } of given) found.add(name)
        }
        return [...found]
      }),
      dead: (page) => {
        const given = build.selectFrom("job").where("died_at", "is not", null)
        return readUncountedPage(
          executor,
          platform,
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
        // Given-up jobs are few, and are searched over all companies: an operator has only the id.
        const [dead] = yield* executor.read(
          "jobs.revive",
          build.selectFrom("job").selectAll().where("id", "=", job).where("died_at", "is not", null).compile(),
        )
        if (dead === undefined) return Option.none()
        const company = dead.company_id
        const waiting = yield* executor.read(
          "jobs.revive",
          build
            .selectFrom("job")
            .select("id")
            .where("company_id", "=", company)
            .where("name", "=", dead.name)
            .where("died_at", "is", null)
            .compile(),
        )
        if (waiting.length > 0) return Option.none()
        const { changes } = yield* executor.write(
          "jobs.revive",
          build
            .updateTable("job")
            .set({ died_at: null, reason: null, claims: 0, due_at: dueAt, ready_at: dueAt })
            .where("company_id", "=", company)
            .where("id", "=", job)
            .where("died_at", "is not", null)
            .compile(),
        )
        if (changes === 0) return Option.none()
        yield* executor.run("jobs.revive", () => writing.align(company, [dead.ordering_key]))
        const { id: _id, claims: _claims, ...work } = jobFromRow(dead)
        return Option.some({ ...work, dueAt })
      }, commit),
      forgetDead: (before, limit) =>
        Effect.map(executor.write("jobs.forgetDead", deleteDead({ before, limit })), ({ changes }) => changes),
    })
  }),
)

interface FreeJob {
  readonly company_id: number
  readonly id: number
  readonly due_at: number
}

const byHour = (one: Job, other: Job): number => one.dueAt - other.dueAt || one.id - other.id
