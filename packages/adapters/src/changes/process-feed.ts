/**
 * Reports changes to the listeners of one process.
 *
 * A report is a note in a ring and a look at who listens to the company. It never waits for a listener.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type Change,
  type ChangeFeed,
  type ChangeListener,
  changesKeptMin,
  changesWaitingMax,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"

export interface ProcessFeed {
  /** The process, by a name that no other has. */
  readonly name: string
  /** Tells of what is committed. Never throws. */
  readonly tell: (changes: ReadonlyArray<Change>) => void
  /** Has all listeners of this process read again. Never throws. */
  readonly readAgain: () => void
  readonly listen: ChangeFeed["Service"]["listen"]
}

/** A listener, and what waits for it. */
interface Listener {
  readonly kinds: ReadonlySet<Change["kind"]>
  readonly arrival: Latch.Latch
  /** By what it is about. */
  readonly waiting: Map<string, Change>
  /** Not all of what they wanted to know is known. */
  isBehind: boolean
}

export const processFeed = (): ProcessFeed => {
  const name = crypto.randomUUID()
  /** Each change at its number, modulo the length. */
  const ring: Array<Change> = []
  /** The number of the last one. */
  let last = 0
  /** A listener whose position is before this number has missed something. */
  let knownSince = 0
  const listeners = new Map<CompanyId, Set<Listener>>()

  const tell = (changes: ReadonlyArray<Change>): void => {
    for (const change of changes) {
      last += 1
      ring[last % changesKeptMin] = change
      const own = listeners.get(change.company)
      if (own !== undefined) for (const listener of own) deliver(listener, change)
    }
  }

  const readAgain = (): void => {
    last += 1
    knownSince = last
    for (const own of listeners.values()) for (const listener of own) fallBehind(listener)
  }

  const position = (): string => `${name}.${last}`

  /** The number that a position stands for; null where not everything after it is known. */
  const numberOf = (text: string): number | null => {
    const digits = /^[0-9a-f-]{36}\.(0|[1-9]\d{0,14})$/u.exec(text)?.[1]
    if (digits === undefined || text !== `${name}.${digits}`) return null
    const number = Number(digits)
    return number >= knownSince && number <= last && last - number <= changesKeptMin ? number : null
  }

  const begun = (wanted: Parameters<ProcessFeed["listen"]>[0]): Listener => {
    const listener: Listener = {
      kinds: wanted.kinds,
      arrival: Latch.makeUnsafe(false),
      waiting: new Map(),
      isBehind: false,
    }
    const after = wanted.after === null ? null : numberOf(wanted.after)
    if (after === null) fallBehind(listener)
    else {
      for (let number = after + 1; number <= last; number += 1) {
        const change = ring[number % changesKeptMin]
        if (change?.company === wanted.company) deliver(listener, change)
      }
    }
    const own = listeners.get(wanted.company)
    if (own === undefined) listeners.set(wanted.company, new Set([listener]))
    else own.add(listener)
    return listener
  }

  const end = (company: CompanyId, listener: Listener): void => {
    const own = listeners.get(company)
    own?.delete(listener)
    if (own?.size === 0) listeners.delete(company)
  }

  const listen: ProcessFeed["listen"] = (wanted): Effect.Effect<ChangeListener, never, Scope.Scope> =>
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => begun(wanted)),
        (listener) => Effect.sync(() => end(wanted.company, listener)),
      ),
      (listener) => ({
        arrival: listener.arrival.await,
        take: Effect.sync(() => {
          const changes = listener.isBehind ? null : [...listener.waiting.values()]
          listener.arrival.closeUnsafe()
          listener.waiting.clear()
          listener.isBehind = false
          return { changes, position: position() }
        }),
      }),
    )

  return { name, tell, readAgain, listen }
}

const deliver = (listener: Listener, change: Change): void => {
  if (listener.isBehind || !listener.kinds.has(change.kind)) return
  listener.waiting.set(nameOf(change), change)
  if (listener.waiting.size > changesWaitingMax) fallBehind(listener)
  else listener.arrival.openUnsafe()
}

/** What waits is forgotten: to read again is to learn of it. */
const fallBehind = (listener: Listener): void => {
  listener.isBehind = true
  listener.waiting.clear()
  listener.arrival.openUnsafe()
}

/** What a change is about, over all companies. */
export const nameOf = ({ id, kind }: Change): string => `${kind} ${id}`
