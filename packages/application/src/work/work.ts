/**
 * What can be left to be done later, and under which name: the jobs of the queue, typed.
 */
import { AttemptKey, CompanyId, type Instant, type NewJob, OrderNumber } from "@vintem/domain"
import { Schema } from "effect"

const ofAttempt = { company: CompanyId, order: OrderNumber, attempt: Schema.Int, key: AttemptKey }

export const Work = Schema.TaggedUnion({
  /** Ask the acquirer about an attempt whose outcome is not known. */
  ResolveAttempt: ofAttempt,
  /** The time of a Pix or slip is over: ask the acquirer once more, then call it expired. */
  ExpireInstrument: ofAttempt,
  /** Half an hour has passed since an order was placed: tell where nothing was attempted. */
  AbandonOrder: { company: CompanyId, order: OrderNumber },
})
export type Work = typeof Work.Type

/** One name a piece of work: while it waits it is not added again. */
export const nameOfWork = (work: Work): string => {
  switch (work._tag) {
    case "ResolveAttempt":
      return `resolve:${work.key}`
    case "ExpireInstrument":
      return `expire:${work.key}`
    case "AbandonOrder":
      return `abandon:${work.order}`
  }
}

/** Orders do not wait for each other, and what is to be done for one is decided by its own state: no lines. */
export const jobOf = (work: Work, dueAt: Instant): NewJob => ({
  kind: work._tag,
  name: nameOfWork(work),
  company: work.company,
  line: null,
  dueAt,
  payload: JSON.stringify(work),
})

/** What a job asks for. Fails for one that another version has left. */
export const workOf = Schema.decodeUnknownEffect(Schema.fromJsonString(Work))
