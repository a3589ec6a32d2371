/**
 * Reports changes to the listeners of one process.
 *
 * A report stores the change in a ring and notes it for each listener of the company. It never waits for a listener.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto"
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
  /** The process's unique name. */
  readonly name: string
  /** Reports committed changes. Never throws. */
  readonly tell: (changes: ReadonlyArray<Change>) => void
  /** Makes all listeners of this process read again. Never throws. */
  readonly readAgain: () => void
  readonly listen: ChangeFeed["Service"]["listen"]
}

/** A listener, and its waiting changes. */
interface Listener {
  readonly kinds: ReadonlySet<Change["kind"]>
  readonly arrival: Latch.Latch
  /** By the object of the change. */
  readonly waiting: Map<string, Change>
  /** True if the listener may have missed something. */
  isBehind: boolean
}

export const processFeed = (): ProcessFeed => {
  const name = randomUUID()
  const places = sealedPlaces()
  /** Each change at its number, modulo the length. */
  const ring: Array<Change> = []
  /** The number of the latest change. */
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

  /** The number behind a position; null if some change after it is unknown. */
  const numberOf = (text: string, company: CompanyId): number | null => {
    const number = places.opened(text, company)
    return number !== null && number >= knownSince && number <= last && last - number <= changesKeptMin ? number : null
  }

  const begun = (wanted: Parameters<ProcessFeed["listen"]>[0]): Listener => {
    const listener: Listener = {
      kinds: wanted.kinds,
      arrival: Latch.makeUnsafe(false),
      waiting: new Map(),
      isBehind: false,
    }
    const after = wanted.after === null ? null : numberOf(wanted.after, wanted.company)
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
          return { changes, position: places.sealed(last, wanted.company) }
        }),
      }),
    )

  return { name, tell, readAgain, listen }
}

/**
 * Numbers of changes as a company's listener sees them. They count all companies' changes, which nobody else may learn:
 * so each is encrypted as one block, with a key that never leaves the process.
 */
const sealedPlaces = () => {
  const cipher = "aes-128-ecb"
  const key = randomBytes(16)
  return {
    sealed: (number: number, company: CompanyId): string => {
      const block = Buffer.alloc(16)
      block.writeBigUInt64BE(BigInt(number), 0)
      block.writeBigUInt64BE(BigInt(company), 8)
      return createCipheriv(cipher, key, null).setAutoPadding(false).update(block).toString("hex")
    },
    /** Null if this process did not seal it for the company. */
    opened: (text: string, company: CompanyId): number | null => {
      if (!/^[0-9a-f]{32}$/u.test(text)) return null
      const block = createDecipheriv(cipher, key, null).setAutoPadding(false).update(text, "hex")
      return block.readBigUInt64BE(8) === BigInt(company) ? Number(block.readBigUInt64BE(0)) : null
    },
  }
}

const deliver = (listener: Listener, change: Change): void => {
  if (listener.isBehind || !listener.kinds.has(change.kind)) return
  listener.waiting.set(nameOf(change), change)
  if (listener.waiting.size > changesWaitingMax) fallBehind(listener)
  else listener.arrival.openUnsafe()
}

/** Drops the waiting changes: the listener will read everything again. */
const fallBehind = (listener: Listener): void => {
  listener.isBehind = true
  listener.waiting.clear()
  listener.arrival.openUnsafe()
}

/** The object of a change, unique over all companies. */
export const nameOf = ({ id, kind }: Change): string => `${kind} ${id}`
