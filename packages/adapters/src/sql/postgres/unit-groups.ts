/**
 * Forms groups of units, each of which is one transaction.
 *
 * Units that come while a group is under way wait for the next one: the more come at once, the more share a journey. A unit that comes alone
 * waits for nobody, and is run alone.
 *
 * @see docs/decisions/storage.md#0307
 */
import { type Context, Effect, Exit } from "effect"
import { atEndOfTick } from "../../node/end-of-tick.ts"
import type { ConnectionPool } from "./connection-pool.ts"
import type { Tell, UnitEnd } from "./unit-end.ts"
import { type Applicant, inGroup, runGroup } from "./unit-group.ts"

/** How many groups are under way at most, each on a connection of the pool. */
const groupsMax = 2

/** So many units have to wait for a second group to begin beside the first: small ones cost more than they save. */
const worthASecond = 16

/** How many units a group has at most: the first waits for the last. */
const unitsMax = 64

/** After a group was undone so many units are run alone: where many fail, not all are begun twice. */
const carefulUnits = 200

/** Where a group has been under way for so long, milliseconds, nobody waits for it any more. */
const patienceMillis = 500

/** Runs a unit in a group: see `inGroup`. */
export type UnitGroups = <A, E, R>(
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
) => Effect.Effect<UnitEnd<A, E>>

export const unitGroups = (pool: ConnectionPool, tell: Tell): UnitGroups => {
  /** In order of arrival. */
  const waiting: Array<Applicant> = []
  /** Since when each group is under way. */
  const underWay = new Map<number, number>()
  let begun = 0
  let isScheduled = false
  /** How many units are still to be run alone. */
  let aloneLeft = 0

  const mayBegin = (): boolean =>
    underWay.size === 0 ? waiting.length > 0 : underWay.size < groupsMax && waiting.length >= worthASecond

  const schedule = (): void => {
    if (isScheduled || !mayBegin()) return
    isScheduled = true
    atEndOfTick("commit", beginGroup)
  }

  const beginGroup = (): void => {
    isScheduled = false
    const group = waiting.splice(0, unitsMax)
    if (aloneLeft > 0 || (group.length === 1 && underWay.size === 0)) {
      aloneLeft = Math.max(0, aloneLeft - group.length)
      for (const { refuse } of group) refuse()
    } else if (group.length > 0) Effect.runFork(run(group))
    schedule()
  }

  const run = (group: ReadonlyArray<Applicant>): Effect.Effect<void> => {
    begun += 1
    const number = begun
    underWay.set(number, performance.now())
    let refused = group
    const committed = pool.withConnection((client) => {
      refused = []
      return runGroup({ client, pool, tell }, group)
    })
    // Where there was no connection each finds that out by itself.
    return Effect.flatMap(Effect.exit(committed), (exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit) || !exit.value) aloneLeft = carefulUnits
        for (const { refuse } of refused) refuse()
        underWay.delete(number)
        schedule()
      }),
    )
  }

  const isStuck = (): boolean => {
    const [oldest] = underWay.values()
    return oldest !== undefined && performance.now() - oldest > patienceMillis
  }

  return (context, unit) =>
    inGroup(context, unit, (applicant) => {
      waiting.push(applicant)
      if (!isStuck()) schedule()
      else for (const { refuse } of waiting.splice(0)) refuse()
    })
}
