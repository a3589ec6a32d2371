/**
 * What can be left to be done later, and under which name: the jobs of the queue, typed.
 */
import {
  AttemptKey,
  BatchToken,
  CompanyId,
  Instant,
  LinkSlug,
  type NewJob,
  OrderNumber,
  RefundKey,
} from "@vintem/domain"
import { Schema } from "effect"

const ofAttempt = { company: CompanyId, order: OrderNumber, attempt: Schema.Int, key: AttemptKey }

export const Work = Schema.TaggedUnion({
  /** Ask the acquirer about an attempt whose outcome is not known. */
  ResolveAttempt: ofAttempt,
  /** The time of a Pix or slip is over: ask the acquirer once more, then call it expired. */
  ExpireInstrument: ofAttempt,
  /** Ask the acquirer for a refund that was requested, under its key, until it has settled or failed. */
  ResolveRefund: { company: CompanyId, order: OrderNumber, refund: RefundKey },
  /** An order is canceled: withdraw what could still be paid or approved. It has been so since `since`. */
  VoidAttempt: { ...ofAttempt, since: Instant },
  /** The payer paid again what was paid already: request a refund of the later payment. */
  RefundDuplicate: ofAttempt,
  /** The link asks for no more money: withdraw the Pix or slip of one of its orders. It has been so since `since`. */
  WithdrawPayment: { company: CompanyId, order: OrderNumber, link: LinkSlug, since: Instant },
  /** A batch has customers who wait for their links: make them. */
  MakeLinks: { company: CompanyId, batch: BatchToken },
  /** Half an hour has passed since an order was placed: tell where nothing was attempted. */
  AbandonOrder: { company: CompanyId, order: OrderNumber },
})
export type Work = typeof Work.Type

/** Work that is for one order. */
export type OrderWork = Exclude<Work, { readonly _tag: "MakeLinks" }>

/** One name a piece of work: while it waits it is not added again. */
export const nameOfWork = (work: Work): string => {
  switch (work._tag) {
    case "ResolveAttempt":
      return `resolve:${work.key}`
    case "ExpireInstrument":
      return `expire:${work.key}`
    case "ResolveRefund":
      return `refund:${work.refund}`
    case "VoidAttempt":
      return `void:${work.key}`
    case "RefundDuplicate":
      return `duplicate:${work.key}`
    case "WithdrawPayment":
      return `withdraw:${work.order}`
    case "MakeLinks":
      return `links:${work.batch}`
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
