/**
 * A job as a row, and a row as a job.
 */
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { type Job, JobId, type NewJob, queueNames } from "@vintem/domain/ports"
import { expressionBuilder, type SqlBool, sql } from "kysely"
import type { Tables } from "../engine/tables.ts"

/** The parameter of queries about one queue. */
export interface OfQueue {
  readonly queue: string
}

export interface NewJobRow {
  readonly queue: string
  readonly kind: string
  readonly name: string
  readonly company_id: number
  readonly ordering_key: string | null
  readonly payload: string
  readonly due_at: number
  readonly is_blocked: number
}

export interface JobRow {
  readonly id: number
  readonly queue: string
  readonly kind: string
  readonly name: string
  readonly company_id: number
  readonly ordering_key: string | null
  readonly payload: string
  readonly claims: number
  readonly due_at: number
}

/** A job of a company, and the lease under which a worker claims to hold it. */
export interface Held {
  readonly company: number
  readonly job: number
  readonly lease: string
}

const job = expressionBuilder<Tables, "job">()

/**
 * First of its ordering key. It is written out as in the indexes: with a bound value, the engine would not see that
 * they fit.
 */
export const isNext = job.and([job("job.died_at", "is", null), sql<SqlBool>`job.is_blocked = 0`])

/** And no lease holds it. */
export const isFree = job.and([isNext, job("job.lease", "is", null)])

export const rowFromJob = ({
  queue,
  kind,
  name,
  company,
  orderingKey,
  payload,
  dueAt,
}: NewJob): Omit<NewJobRow, "is_blocked"> => ({
  queue,
  kind,
  name,
  company_id: company,
  ordering_key: orderingKey,
  payload,
  due_at: dueAt,
})

export const jobFromRow = (row: JobRow): Job => ({
  id: JobId.make(row.id),
  queue: queueNames.find((name) => name === row.queue) ?? "work",
  kind: row.kind,
  name: row.name,
  company: CompanyId.make(row.company_id),
  orderingKey: row.ordering_key,
  payload: row.payload,
  claims: row.claims,
  dueAt: instant(row.due_at),
})
