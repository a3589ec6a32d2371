/**
 * Forms groups of units; each group is one transaction.
 *
 * Units that arrive while a group runs wait for the next one, so that a busy service has large groups. A unit that arrives while no group runs,
 * and with no other, is run alone.
 *
 * @see docs/decisions/storage.md#0307
 */
import { type Context, Effect, Exit } from "effect"
import { atEndOfTick } from "../../node/end-of-tick.ts"
import { inGroup, type WaitingUnit } from "./group-member.ts"
import type { UnitEnd } from "./unit-end.ts"
import { runGroup } from "./unit-group.ts"
import type { UnitPlace } from "./unit-place.ts"

/** How many groups run at most, each on a connection of the pool. */
const groupsMax = 2

/** A second group begins only when so many units wait: a small group costs more than it saves. */
const secondGroupFrom = 16

/** How many units a group has at most: the first waits for the last. */
const unitsMax = 64

/** After a group that was not committed so many units are run alone: if many fail, not all are begun twice. */
const unitsAloneAfterFailure = 200

/** When a group has taken this long, milliseconds, nobody waits for it any more: units are run alone until it ends. */
const groupWaitMaxMillis = 500

interface RunningGroup {
  /** It takes so long that nobody waits for it. */
  isHeldUp: boolean
}

/** Runs a unit in a group: see `inGroup`. */
export type UnitGroups = <A, E, R>(
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
) => Effect.Effect<UnitEnd<A, E>>

export const unitGroups = (place: UnitPlace): UnitGroups => {
  /** In order of arrival. */
  const waiting: Array<WaitingUnit> = []
  const groups = new Set<RunningGroup>()
  let isScheduled = false
  /** How many units are still to be run alone. */
  let aloneLeft = 0

  const mayBegin = (): boolean =>
    groups.size === 0 ? waiting.length > 0 : groups.size < groupsMax && waiting.length >= secondGroupFrom

  const schedule = (): void => {
    if (isScheduled || !mayBegin()) return
    isScheduled = true
    atEndOfTick("commit", beginGroup)
  }

  const beginGroup = (): void => {
    isScheduled = false
    const units = waiting.splice(0, unitsMax)
    if (aloneLeft > 0 || (units.length === 1 && groups.size === 0)) {
      aloneLeft = Math.max(0, aloneLeft - units.length)
      runAlone(units)
    } else if (units.length > 0) Effect.runFork(run(units))
    schedule()
  }

  const run = (units: ReadonlyArray<WaitingUnit>): Effect.Effect<void> => {
    const group: RunningGroup = { isHeldUp: false }
    groups.add(group)
    const timer = setTimeout(() => {
      group.isHeldUp = true
      runAlone(waiting.splice(0))
    }, groupWaitMaxMillis)
    const committed = Effect.catch(
      place.pool.withConnection((client) => runGroup(place, client, units)),
      () =>
        Effect.sync(() => {
          runAlone(units) // there was no connection: each finds that out by itself
          return false
        }),
    )
    return Effect.flatMap(Effect.exit(committed), (exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit) || !exit.value) aloneLeft = unitsAloneAfterFailure
        clearTimeout(timer)
        groups.delete(group)
        schedule()
      }),
    )
  }

  return (context, unit) =>
    inGroup(context, unit, (arrived) => {
      waiting.push(arrived)
      if ([...groups].some(({ isHeldUp }) => isHeldUp)) runAlone(waiting.splice(0))
      else schedule()
    })
}

const runAlone = (units: ReadonlyArray<WaitingUnit>): void => {
  for (const unit of units) unit.runAlone()
}
