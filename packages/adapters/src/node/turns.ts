/**
 * Chooses the next caller to serve, if a few are served at once and others wait.
 *
 * Waiting callers are served in turn, one piece of work each: a caller with much work delays the others by one piece,
 * not by all of it. There are two queues. Every second slot is reserved for callers who have authenticated before, if
 * any of them wait.
 */
import { Effect } from "effect"

/** How many callers are served at once, and how many may wait. */
export interface TurnLimits {
  /** Served concurrently, both queues together. */
  readonly atOnce: number
  /** The most waiting work of one caller. */
  readonly ofOne: number
  /** The most waiting callers in each queue. */
  readonly callers: number
}

/** Who asks. */
export interface Caller {
  readonly name: string
  /** True if the caller waits with those who have authenticated before. */
  readonly isKnown: boolean
}

/** Callers by name, the next to serve first. Each has waiting work, its first piece first. */
type Queue = Map<string, ReadonlyArray<() => void>>

/**
 * Does the work when it is the caller's turn. An interrupted caller stops waiting.
 *
 * @param busy - makes the error if too much is waiting already
 */
export const takingTurns = <B>({ atOnce, callers, ofOne }: TurnLimits, busy: () => B) => {
  const known: Queue = new Map()
  const others: Queue = new Map()
  let served = 0
  let isTurnOfOthers = false

  const turn = ({ isKnown, name }: Caller): Effect.Effect<void, B> =>
    Effect.callback((resume) => {
      if (served < atOnce) {
        served += 1
        return resume(Effect.void)
      }
      const queue = isKnown ? known : others
      const waiting = queue.get(name) ?? []
      if (waiting.length >= ofOne || (waiting.length === 0 && queue.size >= callers)) {
        return resume(Effect.fail(busy()))
      }
      const begin = () => resume(Effect.void)
      queue.set(name, [...waiting, begin])
      return Effect.sync(() => withdraw(queue, name, begin))
    })

  const next = () => {
    const [first, second] = isTurnOfOthers ? [others, known] : [known, others]
    isTurnOfOthers = !isTurnOfOthers
    return firstOf(first) ?? firstOf(second)
  }

  const end = Effect.sync(() => {
    const begin = next()
    if (begin === undefined) served -= 1
    else begin()
  })

  return <A, E>(caller: Caller, work: Effect.Effect<A, E>): Effect.Effect<A, E | B> =>
    Effect.uninterruptibleMask((restore) => Effect.andThen(restore(turn(caller)), Effect.ensuring(restore(work), end)))
}

/** Takes the next work out of a queue. Its caller moves to the end, if they have more. */
const firstOf = (queue: Queue): (() => void) | undefined => {
  for (const [name, [begin, ...left]] of queue) {
    queue.delete(name)
    if (left.length > 0) queue.set(name, left)
    return begin
  }
  return undefined
}

const withdraw = (queue: Queue, name: string, begin: () => void) => {
  const left = (queue.get(name) ?? []).filter((waiting) => waiting !== begin)
  if (left.length > 0) queue.set(name, left)
  else queue.delete(name)
}
