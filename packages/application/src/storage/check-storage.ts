/**
 * Checks everything that is stored of orders: every log against its order, every order against the laws of money, what is kept
 * beside the orders against them, and that nobody waits for an answer that nobody would ever ask for.
 *
 * Reads only, a piece at a time, and holds up nobody. What a writer was in the middle of is looked at again before it is believed.
 */
import {
  type AuditedOrder,
  auditOrder,
  JobQueue,
  type OrderBreach,
  StorageAudit,
  type StorageBreach,
  type StorageUnavailable,
} from "@vintem/domain"
import { Effect, Stream } from "effect"
import { workNeeded } from "../work/work-of-order.ts"

/** How many orders are looked at at once. */
const ordersAtOnce = 200
/** How often a breach is looked at again while each look shows something else. An order that changes faster is left to the next check. */
const looksMax = 5

/** Something that is stored and should not be so. */
export type Breach =
  | OrderBreach
  | StorageBreach
  /** An attempt waits for the acquirer, or for its time to be over, and no job of this name would ever look after it. */
  | { readonly _tag: "WorkMissing"; readonly attempt: number; readonly job: string }

/** A breach, and where it is. */
export interface FoundBreach {
  /** The number of the order, or what stands in its place. */
  readonly order: string
  readonly breach: Breach
}

/** How far a check has come. */
export interface CheckProgress {
  /** How many orders were looked at. */
  readonly orders: number
  readonly breaches: number
  /** What is behind, of 1. Only a part of the time is spent after the last order: 1 says that it is over. */
  readonly share: number
}

/** Who is told of what a check finds. */
export interface CheckWatcher {
  /** Told of every breach as it is found. */
  readonly onBreach: (found: FoundBreach) => Effect.Effect<void>
  /** Told after every piece of work. */
  readonly onProgress: (progress: CheckProgress) => Effect.Effect<void>
}

/** Looks at every order that is stored when it begins. @returns the progress at the end */
export const checkStorage = Effect.fn("checkStorage")(function* ({ onBreach, onProgress }: CheckWatcher) {
  const audit = yield* StorageAudit
  const end = yield* audit.lastId
  let orders = 0
  let breaches = 0
  const tell = Effect.fnUntraced(function* (found: ReadonlyArray<FoundBreach>) {
    breaches += found.length
    yield* Effect.forEach(found, onBreach, { discard: true })
  })

  for (let after = 0; after < end; ) {
    const piece = yield* audit.scan(after, ordersAtOnce)
    after = piece.at(-1)?.id ?? end
    orders += piece.length
    for (const { order, found } of yield* examined(piece)) {
      if (found.length > 0) yield* tell(yield* confirmed(order, found))
    }
    yield* onProgress({ orders, breaches, share: Math.min(after / end, 1) * shareOfOrders })
  }

  yield* Stream.runForEach(audit.besideOrders, (piece) =>
    Effect.andThen(
      tell(piece.map(({ number, breach }) => ({ order: number, breach }))),
      Effect.suspend(() => onProgress({ orders, breaches, share: shareOfOrders })),
    ),
  )
  const last: CheckProgress = { orders, breaches, share: 1 }
  yield* onProgress(last)
  return last
})

/** What the orders are of the whole: a guess, the rest is what is kept beside them. */
const shareOfOrders = 0.95

interface Examined {
  readonly order: AuditedOrder
  readonly found: ReadonlyArray<FoundBreach>
}

const examined = Effect.fnUntraced(function* (
  orders: ReadonlyArray<AuditedOrder>,
): Effect.fn.Return<ReadonlyArray<Examined>, StorageUnavailable, JobQueue> {
  const queue = yield* JobQueue
  const needed = orders.map(({ order }) => (order === null ? [] : workNeeded(order)))
  const names = needed.flat().map(({ job }) => job)
  const known = new Set(names.length === 0 ? [] : yield* queue.known(names))
  return orders.map((order, at) => ({
    order,
    found: [
      ...order.breaches,
      ...auditOrder(order),
      ...(needed[at] ?? [])
        .filter(({ job }) => !known.has(job))
        .map((work) => ({ _tag: "WorkMissing" as const, ...work })),
    ].map((breach) => ({ order: order.number, breach })),
  }))
})

/** What two looks, one after the other, find alike: no writer was in between, for each leaves another version. */
const confirmed = Effect.fnUntraced(function* (
  { id }: AuditedOrder,
  first: ReadonlyArray<FoundBreach>,
): Effect.fn.Return<ReadonlyArray<FoundBreach>, StorageUnavailable, JobQueue | StorageAudit> {
  const audit = yield* StorageAudit
  let before = first
  for (let look = 0; look < looksMax && before.length > 0; look++) {
    const again = (yield* examined(yield* audit.scan(id - 1, 1))).flatMap(({ found }) => found)
    if (JSON.stringify(again) === JSON.stringify(before)) return again
    before = again
  }
  return []
})
