/**
 * Adds, withdraws and settles jobs.
 */
import type { JobId, NewJob, Settlement } from "@vintem/domain/ports"
import { type CompiledQuery, sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { hold, type Procedure, read, write, writeUnread } from "../engine/procedure.ts"
import { type Held, type NewJobRow, rowFromJob } from "./job-row.ts"

export const jobWriting = ({ build, lockExisting }: Dialect) => {
  const insertJob = preparedQuery<Omit<NewJobRow, "is_blocked">, unknown>((value) =>
    build
      .insertInto("job")
      .values({
        queue: value("queue"),
        kind: value("kind"),
        name: value("name"),
        company_id: value("company_id"),
        ordering_key: value("ordering_key"),
        payload: value("payload"),
        claims: 0,
        lease: null,
        due_at: value("due_at"),
        ready_at: value("due_at"),
        is_blocked: sql<number>`(select count(*) from (select 1 from job where company_id = ${value("company_id")} and ordering_key = ${value("ordering_key")} and died_at is null limit 1) as ahead)`,
        died_at: null,
        reason: null,
      })
      .onConflict((conflict) => lockExisting(conflict.columns(["company_id", "name"]).where("died_at", "is", null))),
  )

  const deleteNamed = preparedQuery<{ company: number; name: string }, { ordering_key: string | null }>((value) =>
    build
      .deleteFrom("job")
      .where("company_id", "=", value("company"))
      .where("died_at", "is", null)
      .where("name", "=", value("name"))
      .returning("ordering_key"),
  )

  /** Units that add to an ordering key, or reorder it, run one after another, and see what the one before has written. */
  function* holdKeys(keys: ReadonlyArray<string>): Procedure<void> {
    for (const key of [...new Set(keys)].toSorted()) yield* hold(`jobs of ordering key ${key}`)
  }

  /** Selects the ordering keys that have jobs. */
  const selectKeys = preparedRows<OrderingKey, { ordering_key: string | null }>((rows, common) =>
    build
      .selectFrom("job")
      .select("ordering_key")
      .distinct()
      .where("company_id", "=", common("company"))
      .where("died_at", "is", null)
      .where(
        "ordering_key",
        "in",
        rows.map((value) => value("key")),
      ),
  )

  const blockWaiting = preparedQuery<OrderingKey, unknown>((value) =>
    build
      .updateTable("job")
      .set({ is_blocked: 1 })
      .where("company_id", "=", value("company"))
      .where("died_at", "is", null)
      .where("lease", "is", null)
      .where("ordering_key", "=", value("key")),
  )

  const comeNext = preparedQuery<OrderingKey, unknown>((value) =>
    build
      .updateTable("job")
      .set({ is_blocked: 0 })
      .where("company_id", "=", value("company"))
      .where("id", "in", (e) =>
        e
          .selectFrom("job")
          .select((f) => f.fn.min("id").as("id"))
          .where("company_id", "=", value("company"))
          .where("died_at", "is", null)
          .where("ordering_key", "=", value("key"))
          .groupBy("ordering_key")
          .having((f) => f.fn.count("lease"), "=", 0),
      ),
  )

  /** Reorders the jobs of ordering keys: the first that waits comes next, unless one of them is running. */
  function* align(company: number, keys: ReadonlyArray<string | null>): Procedure<void> {
    const named = [...new Set(keys.flatMap((key) => key ?? []))]
    yield* holdKeys(named.map((key) => within(company, key)))
    // Most ordering keys have one job, and disappear with it.
    for (const select of selectKeys(named.map((key) => ({ company, key })))) {
      for (const { ordering_key: key } of yield* read(select)) {
        if (key === null) continue
        yield* writeUnread(blockWaiting({ company, key }))
        yield* writeUnread(comeNext({ company, key }))
      }
    }
  }

  /** In one statement: a worker that ran fifty jobs ends them together. */
  const deleteDone = preparedRows<Held, Settled>((rows, common) =>
    build
      .deleteFrom("job")
      .where("company_id", "=", common("company"))
      .where(
        "id",
        "in",
        rows.map((value) => value("job")),
      )
      .where("lease", "=", common("lease"))
      .returning(["id", "ordering_key"]),
  )

  const puttingBack = (counted: { readonly claims?: 0 }) =>
    preparedQuery<Held & { due_at: number }, Settled>((value) =>
      build
        .updateTable("job")
        .set({ ...counted, lease: null, due_at: value("due_at"), ready_at: value("due_at") })
        .where("company_id", "=", value("company"))
        .where("id", "=", value("job"))
        .where("lease", "=", value("lease"))
        .returning(["id", "ordering_key"]),
    )
  const putBackAnew = puttingBack({ claims: 0 })
  const putBack = puttingBack({})

  const giveUp = preparedQuery<Held & { died_at: number; reason: string }, Settled>((value) =>
    build
      .updateTable("job")
      .set({ lease: null, died_at: value("died_at"), reason: value("reason"), is_blocked: 0 })
      .where("company_id", "=", value("company"))
      .where("id", "=", value("job"))
      .where("lease", "=", value("lease"))
      .returning(["id", "ordering_key"]),
  )

  const settlementQueries = (
    company: number,
    lease: string,
    settlements: ReadonlyArray<Settlement>,
  ): ReadonlyArray<CompiledQuery<Settled>> => {
    const done: Array<Held> = []
    const others: Array<CompiledQuery<Settled>> = []
    for (const settlement of settlements) {
      const held = { company, job: settlement.job, lease }
      if (settlement._tag === "Done") done.push(held)
      else if (settlement._tag === "Again") others.push(putBackAnew({ ...held, due_at: settlement.dueAt }))
      else if (settlement._tag === "Retry") others.push(putBack({ ...held, due_at: settlement.dueAt }))
      else others.push(giveUp({ ...held, died_at: settlement.at, reason: settlement.reason }))
    }
    return [...deleteDone(done), ...others]
  }

  function* enqueue(jobs: ReadonlyArray<NewJob>): Procedure<void> {
    yield* holdKeys(
      jobs.flatMap(({ company, orderingKey }) => (orderingKey === null ? [] : within(company, orderingKey))),
    )
    for (const job of jobs) yield* writeUnread(insertJob(rowFromJob(job)))
  }

  function* withdraw(company: number, names: ReadonlyArray<string>): Procedure<void> {
    for (const name of names) {
      const { rows } = yield* write(deleteNamed({ company, name }))
      for (const { ordering_key } of rows) yield* align(company, [ordering_key])
    }
  }

  function* settle(
    company: number,
    lease: string,
    settlements: ReadonlyArray<Settlement>,
  ): Procedure<ReadonlyArray<JobId>> {
    const settled: Array<Settled> = []
    for (const query of settlementQueries(company, lease, settlements)) settled.push(...(yield* write(query)).rows)
    yield* align(
      company,
      settled.map(({ ordering_key }) => ordering_key),
    )
    const ours = new Set(settled.map(({ id }) => id))
    return settlements.map(({ job }) => job).filter((job) => !ours.has(job))
  }

  return { align, enqueue, settle, withdraw }
}

interface OrderingKey {
  readonly company: number
  readonly key: string
}

interface Settled {
  readonly id: number
  readonly ordering_key: string | null
}

/** An ordering key with its company: another company may have the same key. */
const within = (company: number, key: string): string => `${company} ${key}`
