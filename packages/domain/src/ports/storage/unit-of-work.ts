/**
 * Several writes as one: all of them are on disk, or none.
 *
 * Every store promises, besides its own port:
 *
 * - A write joins the unit of work around it. Outside of a unit, each call is a unit of its own: all of it is written,
 *   or nothing.
 * - The next read sees what was written: inside the unit at once, elsewhere after the commit, and then all of it.
 * - If a unit fails, with a defect or an error, nothing it wrote remains: names, keys and places are as free as before.
 * - A read returns exactly what was written, to the last character and in plain values: null stays null, a missing
 *   field stays missing. Texts are compared exactly, with case, accents and spaces, and without patterns, unless a port
 *   says otherwise.
 * - A company never sees another company's data.
 * - The stores read no clock: callers pass every instant.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** Runs a unit as one commit. Succeeds or fails like the unit. */
export type Commit = <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>

/**
 * Makes one commit of several stores' writes. Contract: `unitOfWorkContract`.
 *
 * @effect-expect-leaking R - a unit needs what its caller needs
 */
export class UnitOfWork extends Context.Service<
  UnitOfWork,
  {
    /**
     * Runs `unit` as one atomic, durable commit; repositories used inside join it. If it succeeds, the writes are on
     * disk and the next read sees them. If it fails, dies or is interrupted, none of them happened, it ends like the
     * unit, and the next unit is not delayed. A failure that the unit itself recovers from undoes nothing.
     *
     * A unit waits for repositories only: no clock, no acquirer, no sleep. Adapters may run it more than once, so it
     * has no other side effects.
     *
     * Any number of units may run concurrently. If several units find an entry and then replace it, none undoes
     * another's change: the adapter lets one wait, or runs it again. Units that change the same entries in opposite
     * orders all complete. A store with versions (orders, links, batches, subscriptions) fails with its conflict
     * instead, and the caller runs the unit again.
     *
     * A unit inside a unit is part of the outer one: it is undone with the outer one, but if it fails and the outer one
     * recovers, its earlier writes stay.
     *
     * If the caller may not be interrupted, the unit is committed even if an interruption was requested before it
     * began.
     */
    readonly commit: Commit
  }
>()("@vintem/domain/ports/UnitOfWork") {}
