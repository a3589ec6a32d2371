/**
 * What one feature of the service adds to the proof: clients that use it while the service is being killed, and what must be true
 * afterwards.
 */
import type { Check } from "./check.ts"
import type { Random } from "./random.ts"
import type { Shop } from "./shop.ts"

/**
 * Opens with the shop, sets up what it needs while nothing is killed yet, and remembers from then on what the service acknowledged:
 * outside the process that is killed.
 */
export type OpenScenario = (shop: Shop, random: Random) => Promise<Scenario>

export interface Scenario {
  readonly load: Load
  readonly checks: ReadonlyArray<Check>
}

export interface Load {
  /** Takes up new work, and what it began it goes on asking for until it is answered, whatever happens to the service. */
  readonly start: () => void
  /** Takes up no new work. @returns when all that was begun is answered */
  readonly rest: () => Promise<void>
  /** Says that the service was killed, or that its clock is about to be turned: what is open now, or is begun before all is calm
   * again, may end in another way than it would by itself. */
  readonly disturb: () => void
  readonly calm: () => void
  /** How many answers were given so far. */
  readonly answered: () => number
  /** How far it has come, in a few words. */
  readonly progress: () => string
  /** What waits for an answer, to look it up by. */
  readonly unanswered: () => ReadonlyArray<string>
}
