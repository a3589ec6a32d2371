/**
 * Write sets in SQL: each write is the procedure of its store.
 */
import type { CustomerId } from "@vintem/domain/identifiers"
import {
  AnswerConflict,
  CardStopped,
  JobLost,
  KeyConflict,
  ModerationConflict,
  type Write,
  type WriteKind,
  type WriteRefused,
  type WriteSet,
  WriteSets,
} from "@vintem/domain/ports"
import { Effect, Layer, Result } from "effect"
import { couponWriting } from "./catalogue/coupon-writing.ts"
import { chargeBookWriting } from "./charges/charge-book-writing.ts"
import { customerWriting } from "./customers/customer-writing.ts"
import { savedCardWriting } from "./customers/saved-card-repository.ts"
import { Executor } from "./engine/executor.ts"
import { listCount } from "./engine/list-count.ts"
import { preparedQuery } from "./engine/prepared-query.ts"
import { type Procedure, type ProcedureSet, type Refusable, read } from "./engine/procedure.ts"
import { idempotencyQueries } from "./idempotency/idempotency-queries.ts"
import { idempotencyWriting } from "./idempotency/idempotency-writing.ts"
import { cardAttemptWriting } from "./limits/card-attempt-writing.ts"
import { batchWriting } from "./links/batch-writing.ts"
import { paymentLinkWriting } from "./links/payment-link-writing.ts"
import { orderQueries } from "./orders/order-queries.ts"
import { orderWriting } from "./orders/order-writing.ts"
import { jobWriting } from "./queue/job-writing.ts"
import { subscriptionWriting } from "./subscriptions/subscription-writing.ts"
import { webhookCounts, webhookDeliveryWriting } from "./webhooks/webhook-delivery-writing.ts"
import { namesOfCustomer, namesOfWrites } from "./write-set-names.ts"

const operation = "writeSets.commit"

export const layer = Layer.effect(
  WriteSets,
  Effect.gen(function* () {
    const executor = yield* Executor
    const customers = customerWriting(executor.dialect)
    const procedures = proceduresOf(executor)

    const begun = <Kind extends WriteKind>(write: Write<Kind>): Refusable<WriteRefused<Kind>> =>
      procedures[write._tag](write)

    /** Writes that may be refused come first: if one is refused, the others have written nothing. */
    function* setOf<Kind extends WriteKind>(writes: WriteSet<Kind>): ProcedureSet<void, WriteRefused<Kind>> {
      const first = writes.filter(({ _tag }) => refusable.has(_tag))
      if (first.length > 0) yield first.map((write) => begun(write))
      const rest = writes.filter(({ _tag }) => !refusable.has(_tag))
      if (rest.length > 0) yield rest.map((write) => begun(write))
    }

    return WriteSets.of({
      commit: (writes) => executor.commitSet(operation, namesOfWrites(writes), () => setOf(writes)),
      commitFor: (customer, writes, decide) =>
        executor.commitSet(operation, [...namesOfCustomer(customer), ...namesOfWrites(writes)], function* () {
          const found: Array<CustomerId> = []
          function* find(): Refusable<never> {
            found.push(yield* customers[customer._tag](customer.customer))
            return Result.void
          }
          yield [...writes.filter(({ _tag }) => refusable.has(_tag)).map((write) => begun(write)), find()]
          const [id] = found
          if (id === undefined) throw new Error("A customer was neither found nor added.")
          const decided = decide(id)
          yield* setOf([...writes.filter(({ _tag }) => !refusable.has(_tag)), ...decided.writes])
          return decided.value
        }),
    })
  }),
)

/** A procedure that is never refused. */
function* certain(procedure: Procedure<unknown>): Refusable<never> {
  yield* procedure
  return Result.void
}

type Procedures = { readonly [K in WriteKind]: (write: Write<K>) => Refusable<WriteRefused<K>> }

const proceduresOf = (executor: Executor["Service"]): Procedures => {
  const { dialect } = executor
  const keys = idempotencyWriting(idempotencyQueries(dialect))
  const orders = orderWriting(orderQueries(dialect))
  const jobs = jobWriting(dialect)
  const deliveries = webhookDeliveryWriting(dialect, webhookCounts(executor))
  const coupons = couponWriting(dialect)
  const cardAttempts = cardAttemptWriting(dialect)
  const books = chargeBookWriting(dialect)
  const links = paymentLinkWriting(dialect, listCount(executor, "payment_link"))
  const batches = batchWriting(dialect, listCount(executor, "batch"))
  const cards = savedCardWriting(dialect)
  const subscriptions = subscriptionWriting(dialect)
  const selectModerated = preparedQuery<{ id: number }, { id: number }>((value) =>
    dialect.build.selectFrom("company").select("id").where("id", "=", value("id")).where("under_moderation", "=", 1),
  )
  return {
    *ClaimKey({ answer, claim, order }) {
      return (yield* keys.take(claim, order, answer)) ? Result.void : Result.fail(new KeyConflict())
    },
    AttachKey: ({ key, order, scope }) => certain(keys.attach(scope, key, order)),
    *KeepAnswer({ answer, key, scope }) {
      const kept = yield* keys.answer(scope, key, answer)
      return kept === answer ? Result.void : Result.fail(new AnswerConflict({ answer: kept }))
    },
    *RequireTrading({ company }) {
      const moderated = yield* read(selectModerated({ id: company }))
      return moderated.length === 0 ? Result.void : Result.fail(new ModerationConflict({ company }))
    },
    *SettleJob({ company, lease, settlement }) {
      const [job] = yield* jobs.settle(company, lease, [settlement])
      return job === undefined ? Result.void : Result.fail(new JobLost({ job }))
    },
    AddOrder: ({ events, order }) => certain(orders.add(order, events)),
    SaveOrder: ({ before, events, order }) =>
      events.length === 0 ? orders.requireAsRead(before) : orders.save(before, order, events),
    AddDeliveries: ({ events }) => certain(deliveries.add(events)),
    WithdrawJobs: ({ company, names }) => certain(jobs.withdraw(company, names)),
    EnqueueJobs: ({ jobs: added }) => certain(jobs.enqueue(added)),
    TakeCoupon: (taking) => coupons.take(taking),
    TakeCouponAgain: ({ at, company, order }) => coupons.takeAgain(company, order, at),
    GiveBackCoupon: ({ company, order }) => certain(coupons.setCounted(company, order, false)),
    CountCouponAgain: ({ company, order }) => certain(coupons.setCounted(company, order, true)),
    *StartCardAttempt(attempt) {
      const stop = yield* cardAttempts.start(attempt)
      return stop === null ? Result.void : Result.fail(new CardStopped(stop))
    },
    SettleCardAttempt: ({ key, outcome }) => certain(cardAttempts.settle(key, outcome)),
    RecordCardStop: ({ at, cap, subject }) => certain(cardAttempts.recordStop(subject, cap, at)),
    BookCharge: ({ _tag, ...charge }) => certain(books.open(charge)),
    BookAnswer: (answered) => certain(books.answer(answered)),
    AddLinks: ({ created }) => certain(links.add(created)),
    SaveLink: ({ events, link }) => (events.length === 0 ? links.requireAsRead(link) : links.save(link, events)),
    SaveBatch: ({ batch, events }) =>
      events.length === 0 ? batches.requireAsRead(batch) : batches.save(batch, events, []),
    AddCard: ({ card }) => certain(cards.add(card)),
    AddSubscription: ({ begun }) => certain(subscriptions.add(begun)),
    SaveSubscription: ({ before, events, subscription }) =>
      events.length === 0 ? subscriptions.requireAsRead(before) : subscriptions.save(before, subscription, events),
  }
}

/** The kinds that may be refused. */
const refusable: ReadonlySet<WriteKind> = new Set<WriteKind>([
  "ClaimKey",
  "KeepAnswer",
  "RequireTrading",
  "SaveBatch",
  "SaveLink",
  "SaveOrder",
  "SaveSubscription",
  "SettleJob",
  "StartCardAttempt",
  "TakeCoupon",
  "TakeCouponAgain",
])
