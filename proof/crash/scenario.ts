/**
 * A feature's part of the proof: clients that use it while the service is being killed, and promises that hold
 * afterwards.
 */
import type { Check } from "./check.ts"
import type { Random } from "./random.ts"
import type { Shop } from "./shop.ts"

/** Sets up its objects before the first kill, and records every acknowledgement outside the killed process. */
export type OpenScenario = (shop: Shop, random: Random) => Promise<Scenario>

export interface Scenario {
  readonly load: Load
  readonly checks: ReadonlyArray<Check>
}

export interface Load {
  /** Starts new work. Unanswered requests are repeated, whatever happens to the service. */
  readonly start: () => void
  /** Starts no new work. @returns when all requests are answered */
  readonly rest: () => Promise<void>
  /**
   * Notes that the service was killed, or that its clock is about to move: requests that are open now, or begin before
   * calm returns, may end differently.
   */
  readonly disturb: () => void
  readonly calm: () => void
  /** The number of answers so far. */
  readonly answered: () => number
  /** The progress, in a few words. */
  readonly progress: () => string
  /** Names of the unanswered requests. */
  readonly unanswered: () => ReadonlyArray<string>
}
