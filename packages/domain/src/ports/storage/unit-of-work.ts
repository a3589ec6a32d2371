/**
 * Several writes as one: all of them on disk, or none.
 *
 * What every store promises, beside what its own port says:
 *
 * - A write joins the unit of work around it. Outside of any unit each call is a unit of its own: all of it is written, or nothing.
 * - What was written is seen by the next read: inside the unit at once, by everybody else once the unit is committed, and then whole.
 * - Of a defect, of a refusal and of a unit that did not succeed nothing is left: names, keys and places are as free as they were before.
 * - What is given back is what was given, to the last character and in plain values: null stays null, an absent field stays absent.
 *   Texts are compared as they are written, with case, accents and spaces, and without patterns, unless a port says otherwise.
 * - A company is shown nothing that belongs to another one.
 * - The stores read no clock: every instant is given to them.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** Runs a unit as one commit, and ends as the unit did. */
export type Commit = <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>

/**
 * Makes one commit of what several stores write. Contract: `unitOfWorkContract`.
 *
 * @effect-expect-leaking R - a unit needs what its caller needs
 */
export class UnitOfWork extends Context.Service<
  UnitOfWork,
  {
    /**
     * Runs `unit` as one atomic, durable commit; repositories used inside join it. When this succeeds the writes are on disk and
     * the next read sees them; when it fails, dies or is interrupted, none of them happened, it ends as the unit did, and the next
     * unit is not held up. A failure that the unit itself recovers from takes nothing back.
     *
     * A unit awaits nothing but repositories: no clock, no acquirer, no sleep. Adapters may run it more than once, so it makes no
     * other change to the world.
     *
     * Any number of units may run at once. Of units that find an entry and then replace it, none undoes what another did: the adapter
     * has one wait, or runs it again. Units that change the same entries in opposite orders all end. A store that keeps versions
     * (orders, links, batches, subscriptions) answers with its conflict instead, and the caller runs the unit again.
     *
     * A unit inside a unit is part of the outer one, and of nothing smaller: it is taken back with the outer one, and if it fails
     * and the outer one recovers, what it wrote before stays.
     *
     * If the caller may not be interrupted, the unit is committed even if an interruption was asked for before it began.
     */
    readonly commit: Commit
  }
>()("@vintem/domain/ports/UnitOfWork") {}
