/**
 * The kinds of jobs in the queue, what each needs to know, and the name that keeps a job from being added twice.
 */

import { Instant, LocalDate } from "@vintem/domain/calendar"
import { ReminderRuleToken } from "@vintem/domain/catalogue"
import {
  AttemptKey,
  BatchToken,
  CompanyId,
  CustomerId,
  LinkSlug,
  OrderNumber,
  RefundKey,
  SubscriptionToken,
} from "@vintem/domain/identifiers"
import { WebhookKind } from "@vintem/domain/order"
import type { NewJob } from "@vintem/domain/ports"
import { TrailActor } from "@vintem/domain/trail"
import { type WebhookEvent, WebhookEventId } from "@vintem/domain/webhook"
import { Option, Schema } from "effect"

const ofAttempt = { company: CompanyId, order: OrderNumber, attempt: Schema.Int, key: AttemptKey }

export const Work = Schema.TaggedUnion({
  /** Ask the acquirer about an attempt with an unknown outcome. */
  ResolveAttempt: ofAttempt,
  /** The time of a Pix or slip is over: ask the acquirer once more, then record it as expired. */
  ExpireInstrument: ofAttempt,
  /** Request a refund at the acquirer, under its key, until it has settled or failed. */
  ResolveRefund: { company: CompanyId, order: OrderNumber, refund: RefundKey },
  /** An order was canceled at `since`: withdraw everything that could still be paid or approved. */
  VoidAttempt: { ...ofAttempt, since: Instant },
  /** The order was paid twice: request a refund of the later payment. */
  RefundDuplicate: ofAttempt,
  /** The link accepts no more money since `since`: withdraw the Pix or slip of one of its orders. */
  WithdrawPayment: { company: CompanyId, order: OrderNumber, link: LinkSlug, since: Instant },
  /** A batch has customers who wait for their links: make them. */
  MakeLinks: { company: CompanyId, batch: BatchToken },
  /** The timer of a subscription is due: its state decides the action. */
  RunSubscriptionTimer: { company: CompanyId, subscription: SubscriptionToken },
  /** The moderation of a company has ended: resume its renewals, page by page of its subscriptions. */
  ResumeRenewals: { company: CompanyId, page: Schema.Int },
  /** A reminder rule's hour of the day has come: find the links whose payers are to be reminded today. */
  RemindOfRule: { company: CompanyId, rule: ReminderRuleToken },
  /** Remind the payer of a link, on this day and no other. */
  SendReminder: { company: CompanyId, link: LinkSlug, rule: ReminderRuleToken, day: LocalDate },
  /** Send the payer of an order the receipt. */
  SendReceipt: { company: CompanyId, order: OrderNumber },
  /** Deliver an event to a company. */
  DeliverWebhook: { company: CompanyId, event: WebhookEventId },
  /** A company asked for the events of a period again: continue after the event `after`. */
  ReplayWebhooks: {
    company: CompanyId,
    from: Instant,
    before: Instant,
    kinds: Schema.NullOr(Schema.Array(WebhookKind)),
    after: Schema.NullOr(WebhookEventId),
  },
  /** An erasure has begun: continue it if its process has ended too early. `actor` requested it. */
  EraseCustomer: { company: CompanyId, customer: CustomerId, actor: TrailActor },
  /** Half an hour has passed since an order was placed: report it if no payment was attempted. */
  AbandonOrder: { company: CompanyId, order: OrderNumber },
})
export type Work = typeof Work.Type

/** All kinds, as in the jobs. */
export const workKinds: ReadonlyArray<string> = Object.keys(Work.cases)

/** Work of one kind. */
export type WorkOf<Tag extends Work["_tag"]> = Extract<Work, { readonly _tag: Tag }>

/** Work that may change one order. */
export type OrderWork = Exclude<Extract<Work, { readonly order: OrderNumber }>, WorkOf<"SendReceipt">>

/** One name for each piece of work: while a job has it, the work is not added again. */
export const nameOfWork = (work: Work): string => {
  switch (work._tag) {
    case "ResolveAttempt":
      return nameOfResolving(work.key)
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
    case "RunSubscriptionTimer":
      return `subscription:${work.subscription}`
    case "ResumeRenewals":
      return `resume:${work.company}`
    case "RemindOfRule":
      return `remind:${work.rule}`
    case "SendReminder":
      return `reminder:${work.link}:${work.rule}:${work.day}`
    case "SendReceipt":
      return `receipt:${work.order}`
    case "DeliverWebhook":
      return `webhook:${work.event}`
    case "ReplayWebhooks":
      return `replay:${work.company}:${work.from}:${work.before}:${work.kinds?.join("+") ?? "all"}`
    case "EraseCustomer":
      return `erase:${work.company}:${work.customer}`
    case "AbandonOrder":
      return `abandon:${work.order}`
  }
}

/** The name of the job that asks about an attempt. */
export const nameOfResolving = (key: AttemptKey): string => `resolve:${key}`

/** Orders do not wait for each other, and an order's state decides the action: no ordering keys. */
export const jobOf = (work: Work, dueAt: Instant): NewJob => ({
  queue: "work",
  kind: work._tag,
  name: nameOfWork(work),
  company: work.company,
  orderingKey: null,
  dueAt,
  payload: JSON.stringify(work),
})

/**
 * Delivers an event to a company, in the queue of webhooks.
 *
 * @param hasOrderingKey - true if it is delivered after earlier events of the order, and before later ones
 */
export const deliveryJobOf = (
  { id, company, order }: Pick<WebhookEvent, "id" | "company" | "order">,
  dueAt: Instant,
  hasOrderingKey = true,
): NewJob => ({
  ...jobOf({ _tag: "DeliverWebhook", company, event: id }, dueAt),
  queue: "webhook",
  orderingKey: hasOrderingKey ? `webhook:${order}` : null,
})

/** The work of a job. Fails for a job that another version left. */
export const workOf = Schema.decodeUnknownEffect(Schema.fromJsonString(Work))

/** The work of a delivery's job. Fails for any other job, with the difference. */
export const decodeDeliveryWork = Schema.decodeUnknownEffect(Schema.fromJsonString(Work.cases.DeliverWebhook))

/** Parses the work of a webhook delivery. None for any other job. A worker reads many deliveries together. */
export const deliveryWorkOf = (payload: string): Option.Option<WorkOf<"DeliverWebhook">> =>
  Option.flatMap(parsed(payload), decodeDelivery)

/** A schema that parses the text itself runs through an effect, which takes longer than everything else here. */
const parsed = Option.liftThrowable((payload: string): unknown => JSON.parse(payload))

const decodeDelivery = Schema.decodeUnknownOption(Work.cases.DeliverWebhook)
