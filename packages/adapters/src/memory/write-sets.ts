/**
 * Write sets in memory: a unit of work that asks the stores for each of their writes.
 */
import {
  AnswerConflict,
  BatchConflict,
  BatchRepository,
  CardAttempts,
  CardStopped,
  ChargeBooks,
  CompanyRepository,
  CouponRepository,
  CustomerRepository,
  IdempotencyStore,
  JobLost,
  JobQueue,
  KeyConflict,
  LinkConflict,
  ModerationConflict,
  OrderConflict,
  OrderRepository,
  PaymentLinkRepository,
  SavedCardRepository,
  type StorageUnavailable,
  SubscriptionConflict,
  SubscriptionRepository,
  UnitOfWork,
  WebhookDeliveryRepository,
  type Write,
  type WriteKind,
  type WriteRefused,
  type WriteSet,
  WriteSets,
} from "@vintem/domain/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

type Stores =
  | BatchRepository
  | CardAttempts
  | ChargeBooks
  | CompanyRepository
  | CouponRepository
  | CustomerRepository
  | IdempotencyStore
  | JobQueue
  | OrderRepository
  | PaymentLinkRepository
  | SavedCardRepository
  | SubscriptionRepository
  | UnitOfWork
  | WebhookDeliveryRepository

/** Needs the stores. */
export const layer = Layer.effect(
  WriteSets,
  Effect.contextWith((stores: Context.Context<Stores>) => {
    const { commit } = Context.get(stores, UnitOfWork)
    const customers = Context.get(stores, CustomerRepository)

    const written = <Kind extends WriteKind>(
      writes: WriteSet<Kind>,
    ): Effect.Effect<void, StorageUnavailable | WriteRefused<Kind>> =>
      Effect.provideContext(
        Effect.forEach(writes, (write) => writeOne(write), { discard: true }),
        stores,
      )

    return Effect.succeed(
      WriteSets.of({
        commit: (writes) => commit(written(writes)),
        commitFor: ({ _tag, customer }, writes, decide) =>
          commit(
            Effect.gen(function* () {
              const { value, writes: rest } = decide(yield* customers[_tag](customer))
              yield* written(writes)
              yield* written(rest)
              return value
            }),
          ),
      }),
    )
  }),
)

const writeOne = <Kind extends WriteKind>(
  write: Write<Kind>,
): Effect.Effect<unknown, StorageUnavailable | WriteRefused<Kind>, Stores> => writers[write._tag](write)

const writers: {
  [K in WriteKind]: (write: Write<K>) => Effect.Effect<unknown, StorageUnavailable | WriteRefused<K>, Stores>
} = {
  ClaimKey: Effect.fnUntraced(function* ({ answer, claim, order }) {
    const store = yield* IdempotencyStore
    const found = yield* store.claim(claim)
    if (found._tag !== "Claimed") return yield* new KeyConflict()
    if (order !== null) yield* store.attach(claim, claim.key, order)
    if (answer !== null) yield* store.answer(claim, claim.key, answer)
  }),
  AttachKey: ({ key, order, scope }) => Effect.flatMap(IdempotencyStore, ({ attach }) => attach(scope, key, order)),
  KeepAnswer: Effect.fnUntraced(function* ({ answer, key, scope }) {
    const store = yield* IdempotencyStore
    const kept = yield* store.answer(scope, key, answer)
    if (kept.status !== answer.status || kept.body !== answer.body) return yield* new AnswerConflict({ answer: kept })
  }),
  RequireTrading: Effect.fnUntraced(function* ({ company }) {
    const { find } = yield* CompanyRepository
    const found = yield* find(company)
    if (Option.exists(found, ({ underModeration }) => underModeration))
      return yield* new ModerationConflict({ company })
  }),
  SettleJob: Effect.fnUntraced(function* ({ company, lease, settlement }) {
    const { settle } = yield* JobQueue
    const [job] = yield* settle(company, lease, [settlement])
    if (job !== undefined) return yield* new JobLost({ job })
  }),
  AddOrder: ({ events, order }) => Effect.flatMap(OrderRepository, ({ add }) => add(order, events)),
  SaveOrder: Effect.fnUntraced(function* ({ before, events, order }) {
    const { find, save } = yield* OrderRepository
    if (events.length > 0) return yield* save(before, order, events)
    const { company, number } = before.details
    const stored = yield* find(company, number)
    if (!Option.exists(stored, ({ order: { version } }) => version === before.version)) {
      return yield* new OrderConflict({ number, versionRead: before.version })
    }
  }),
  AddDeliveries: ({ events }) => Effect.flatMap(WebhookDeliveryRepository, ({ add }) => add(events)),
  WithdrawJobs: ({ company, names }) => Effect.flatMap(JobQueue, ({ withdraw }) => withdraw(company, names)),
  EnqueueJobs: ({ jobs }) => Effect.flatMap(JobQueue, ({ enqueue }) => enqueue(jobs)),
  TakeCoupon: (taking) => Effect.flatMap(CouponRepository, ({ take }) => take(taking)),
  TakeCouponAgain: ({ at, company, order }) =>
    Effect.flatMap(CouponRepository, ({ takeAgain }) => takeAgain(company, order, at)),
  GiveBackCoupon: ({ company, order }) => Effect.flatMap(CouponRepository, ({ giveBack }) => giveBack(company, order)),
  CountCouponAgain: ({ company, order }) =>
    Effect.flatMap(CouponRepository, ({ countAgain }) => countAgain(company, order)),
  StartCardAttempt: Effect.fnUntraced(function* (attempt) {
    const { start } = yield* CardAttempts
    const stop = yield* start(attempt)
    if (stop !== null) return yield* new CardStopped(stop)
  }),
  SettleCardAttempt: ({ key, outcome }) => Effect.flatMap(CardAttempts, ({ settle }) => settle(key, outcome)),
  RecordCardStop: ({ at, cap, subject }) =>
    Effect.flatMap(CardAttempts, ({ recordStop }) => recordStop(subject, cap, at)),
  BookCharge: ({ _tag, ...charge }) => Effect.flatMap(ChargeBooks, ({ open }) => open(charge)),
  BookAnswer: (answered) => Effect.flatMap(ChargeBooks, ({ answer }) => answer(answered)),
  AddLinks: ({ created }) => Effect.flatMap(PaymentLinkRepository, ({ add }) => add(created)),
  SaveLink: Effect.fnUntraced(function* ({ events, link }) {
    const { find, save } = yield* PaymentLinkRepository
    if (events.length > 0) return yield* save(link, events)
    const { company, slug } = link.details
    const stored = yield* find(company, slug)
    if (!Option.exists(stored, ({ version }) => version === link.version)) {
      return yield* new LinkConflict({ slug, versionRead: link.version })
    }
  }),
  SaveBatch: Effect.fnUntraced(function* ({ batch, events }) {
    const { find, save } = yield* BatchRepository
    if (events.length > 0) return yield* save(batch, events)
    const { company, token } = batch.details
    const stored = yield* find(company, token)
    if (!Option.exists(stored, ({ version }) => version === batch.version)) {
      return yield* new BatchConflict({ token, versionRead: batch.version })
    }
  }),
  AddCard: ({ card }) => Effect.flatMap(SavedCardRepository, ({ add }) => add(card)),
  AddSubscription: ({ begun }) => Effect.flatMap(SubscriptionRepository, ({ add }) => add(begun)),
  SaveSubscription: Effect.fnUntraced(function* ({ before, events, subscription }) {
    const { find, save } = yield* SubscriptionRepository
    if (events.length > 0) return yield* save(before, subscription, events)
    const { company, token } = before.details
    const stored = yield* find(company, token)
    if (!Option.exists(stored, ({ version }) => version === before.version)) {
      return yield* new SubscriptionConflict({ token, versionRead: before.version })
    }
  }),
}
