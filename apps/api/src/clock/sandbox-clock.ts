/**
 * The clock of a sandbox: it runs like any other and can be moved forward, so that days of waiting pass in seconds.
 *
 * It is the service's time, shared by all its processes. Rate limits, time-outs and request deadlines use the machine's
 * time.
 */
import { Settings } from "@vintem/adapters"
import {
  DeliveriesInFlight,
  deliverDue,
  forgetOld,
  queueUnanswered,
  recordChange,
  runDueJobs,
  WorkerLock,
} from "@vintem/application"
import { platform } from "@vintem/domain/access"
import { type Instant, instant, millisecondsPerDay } from "@vintem/domain/calendar"
import {
  type IdempotencyClaim,
  IdempotencyStore,
  JobQueue,
  type StorageUnavailable,
  UnitOfWork,
  type Write,
  WriteSets,
} from "@vintem/domain/ports"
import { Clock, Context, type Duration, Effect, Layer, Option, Schema } from "effect"
import type { Settings as Configured } from "../configuration/configuration.ts"
import { ProcessesOnStorage } from "../storage.ts"
import { changingWrites } from "../wrapped-write-sets.ts"

/**
 * The setting that stores how far the clock is ahead, in milliseconds. It outlives the process and applies to every
 * process.
 */
const aheadSetting = "sandbox-clock-ahead"

/**
 * The furthest that the clock can be ahead of the machine's, milliseconds: ten years. Times computed from it, such as
 * the period of a subscription, then stay far from the end of the calendar.
 */
const aheadMaxMillis = 3_653 * millisecondsPerDay

/** The clock would be more than ten years ahead of the machine's. */
class ClockTooFar extends Schema.TaggedError<ClockTooFar>()("ClockTooFar", {
  /** How far the clock may still move, in whole seconds. */
  secondsMax: Schema.Int,
}) {}

/** The pause between checks for other processes' work, in milliseconds of real time. */
const waitMillis = 20

/** How far the service's time is ahead of the machine's. */
export class ClockAhead extends Context.Service<
  ClockAhead,
  {
    /** Milliseconds, from zero to ten years, by this process's latest read. */
    readonly millis: () => number
    /** Reads how far other processes have moved the clock. If no other process shares the data, reads nothing. */
    readonly refresh: Effect.Effect<void, StorageUnavailable>
    /** Moves the clock forward. It never goes back. */
    readonly add: (millis: number) => Effect.Effect<void, StorageUnavailable>
  }
>()("@vintem/api/ClockAhead") {
  static readonly layer = Layer.effect(
    ClockAhead,
    Effect.gen(function* () {
      const settings = yield* Settings.Settings
      const { areSeveral } = yield* ProcessesOnStorage
      let ahead = 0
      const moveTo = (kept: number) =>
        Effect.sync(() => {
          ahead = Math.max(ahead, possible(kept))
        })
      const kept = Effect.map(settings.find(aheadSetting), (text) => Number(Option.getOrElse(text, () => 0)))
      const refresh = Effect.flatMap(kept, moveTo)
      const found = yield* kept
      if (found !== possible(found)) {
        yield* Effect.logWarning("the sandbox's stored clock is more than ten years off: moving it to the limit", {
          found,
        })
      }
      yield* moveTo(found)
      return ClockAhead.of({
        millis: () => ahead,
        refresh: areSeveral ? refresh : Effect.void,
        add: (millis) =>
          Effect.suspend(() => settings.raise(aheadSetting, ahead + Math.max(0, millis))).pipe(Effect.flatMap(moveTo)),
      })
    }),
  )
}

/** Clamps to what the clock can be ahead: no stored value keeps the service from starting. */
const possible = (millis: number): number =>
  Number.isNaN(millis) ? 0 : Math.min(Math.max(0, Math.floor(millis)), aheadMaxMillis)

/** Puts the service's time in place of the machine's. Sleeping is not shortened: waiting takes real time. */
export const sandboxClock = Layer.effect(
  Clock.Clock,
  Effect.gen(function* () {
    const { millis } = yield* ClockAhead
    const real = yield* Clock.Clock
    const currentTimeMillisUnsafe = () => real.currentTimeMillisUnsafe() + millis()
    const currentTimeNanosUnsafe = () => real.currentTimeNanosUnsafe() + BigInt(millis()) * 1_000_000n
    return {
      currentTimeMillisUnsafe,
      currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
      currentTimeNanosUnsafe,
      currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
      monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: real.monotonicTimeNanos,
      sleep: (duration: Duration.Duration) => real.sleep(duration),
    }
  }),
)

/** The service's time for a program next to the service: a sandbox's clock may have been moved. */
export const timeOfService = ({ environment }: Pick<Configured, "environment">) =>
  (environment === "sandbox" ? Layer.provide(sandboxClock, ClockAhead.layer) : Layer.empty).pipe(
    Layer.provide(Settings.layer),
  )

/**
 * Claims by the clock that all processes share: a lease from an earlier time would have run out before it began, for a
 * process that knows the later time.
 */
export const claimsBySharedClock = Layer.effect(
  JobQueue,
  Effect.gen(function* () {
    const queue = yield* JobQueue
    const { millis, refresh } = yield* ClockAhead
    return JobQueue.of({
      ...queue,
      claim: Effect.fnUntraced(function* (request) {
        const before = millis()
        yield* refresh
        const moved = millis() - before
        return yield* queue.claim({
          ...request,
          now: instant(request.now + moved),
          until: instant(request.until + moved),
        })
      }),
    })
  }),
)

/**
 * Uses the machine's time to judge if a request with a key is still in progress: one that waits for the acquirer is not
 * dead because somebody moved the sandbox's clock.
 */
export const keysInRealTime = Layer.effectContext(
  Effect.gen(function* () {
    const store = yield* IdempotencyStore
    const sets = yield* WriteSets
    const { currentTimeMillis } = yield* Clock.Clock
    const inRealTime = (claim: IdempotencyClaim, aliveAt: number): IdempotencyClaim => ({
      ...claim,
      aliveAt,
      aliveUntil: aliveAt + claim.aliveUntil - claim.aliveAt,
    })
    const changes = Effect.map(currentTimeMillis, (aliveAt) => ({
      ClaimKey: (write: Write<"ClaimKey">) => ({ ...write, claim: inRealTime(write.claim, aliveAt) }),
    }))
    return Context.make(IdempotencyStore, {
      ...store,
      claim: (claim) => Effect.flatMap(currentTimeMillis, (aliveAt) => store.claim(inRealTime(claim, aliveAt))),
    }).pipe(Context.add(WriteSets, changingWrites(sets, changes)))
  }),
)

/**
 * Moves the clock, and stops wherever work is due, to do it at its time: so one step has the same result as many.
 *
 * The platform's audit log records the actor first: the clock is everybody's. Fails with `ClockTooFar`, and then
 * records nothing.
 *
 * @param seconds - 1 or more
 * @returns the time afterwards
 * @see docs/decisions/access.md#0295
 */
export const advanceClock = Effect.fn("advanceClock")(function* (seconds: number) {
  const { permit } = yield* WorkerLock
  const { starting, isIdle } = yield* DeliveriesInFlight
  // Callers move it one after another: the second starts where the first ended.
  return yield* permit.withPermit(starting.withPermit(Effect.andThen(isIdle.await, advanceBy(seconds))))
})

const advanceBy = Effect.fnUntraced(function* (seconds: number) {
  const { commit } = yield* UnitOfWork
  const ahead = yield* ClockAhead
  yield* ahead.refresh
  const secondsMax = Math.floor((aheadMaxMillis - ahead.millis()) / 1_000)
  if (seconds > secondsMax) return yield* new ClockTooFar({ secondsMax })
  const time = iso(yield* now)
  yield* commit(
    recordChange({
      realm: platform,
      action: "sandbox.advance",
      subject: "clock",
      before: null,
      after: { from: time, seconds },
    }),
  )
  return yield* advance(seconds * 1_000)
})

const advance = Effect.fnUntraced(function* (millis: number) {
  const ahead = yield* ClockAhead
  const queue = yield* JobQueue
  const target = (yield* now) + millis
  // Their next question is due in the queue, maybe within this step.
  yield* queueUnanswered(instant(yield* now))
  while (true) {
    yield* othersAreDone
    const due = yield* queue.nextDue
    if (due === null || due > target) break
    yield* ahead.add(due - (yield* now))
    const count = (yield* runDueJobs()) + (yield* deliverDue())
    if (count === 0) yield* Effect.sleep(waitMillis)
  }
  yield* ahead.add(target - (yield* now))
  yield* forgetOld()
  return yield* now
})

/**
 * Waits until no other process runs a job: a job belongs to the time of its beginning. A dead process's job is waited
 * for until its lease runs out, in real time. If no other process shares the data, a claimed job is left from an
 * earlier run of this service.
 */
const othersAreDone = Effect.gen(function* () {
  const { areSeveral } = yield* ProcessesOnStorage
  const queue = yield* JobQueue
  while (areSeveral && (yield* queue.isAnyHeld(yield* now))) yield* Effect.sleep(waitMillis)
})

const iso = (at: Instant): string => new Date(at).toISOString()

const now: Effect.Effect<Instant> = Effect.map(Clock.currentTimeMillis, instant)
