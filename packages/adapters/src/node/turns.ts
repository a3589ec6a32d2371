/**
 * Who is served next, if a few are served at once and others wait.
 *
 * Those who wait are served in turn, one piece of work each: who asks for a lot makes the others wait for one turn, not for all of it.
 * There are two queues. Every second slot is reserved for those who have shown before who they are, if any of them wait.
 */
import { Effect } from "effect"

/** How many are served, and how many may wait. */
export interface TurnLimits {
  /** Served at the same time, of both queues together. */
  readonly atOnce: number
  /** How much work of one caller may wait. */
  readonly ofOne: number
  /** How many callers may wait, in each of the queues. */
  readonly callers: number
}

/** Who asks. */
export interface Caller {
  readonly name: string
  /** Whether the caller waits with those who have shown who they are. */
  readonly isKnown: boolean
}

/** Callers by name, the next to be served first. Each has something that waits, the first of it first. */
type Queue = Map<string, ReadonlyArray<() => void>>

/**
 * Does the work when it is the caller's turn. An interrupted caller waits no more.
 *
 * @param busy - what fails if too much waits already
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

/** Takes the next out of a queue. Its caller is last again, if more of theirs waits. */
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
