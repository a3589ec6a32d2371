/** The state that results from a log of events. */
import type { Machine, MachineTypes, NumberedState } from "./machine.ts"

/** The state after a whole log. Null if the log does not begin with its creation, or has a second one. */
export const fold = <M extends MachineTypes>(
  machine: Machine<M>,
  events: Iterable<M["creation"] | M["change"]>,
): M["state"] | null => {
  let state: M["state"] | null = null
  for (const event of events) {
    if (isCreation(machine, event)) {
      if (state !== null) return null
      state = machine.create(event)
    } else {
      if (state === null) return null
      state = machine.evolve(state, event)
    }
  }
  return state
}

/** True if an event creates the state. */
export const isCreation = <M extends MachineTypes>(
  { creation }: Pick<Machine<M>, "creation">,
  event: M["creation"] | M["change"],
): event is M["creation"] => event._tag === creation

/**
 * Makes an `evolve` that numbers states: it counts each event, and a clock that went back does not take the state back
 * in time.
 *
 * @param apply - the event's own changes
 */
export const numbering =
  <State extends NumberedState, Change extends { readonly at: State["updatedAt"] }>(
    apply: (state: State, change: Change) => State,
  ) =>
  (state: State, change: Change): State => ({
    ...apply(state, change),
    version: state.version + 1,
    updatedAt: change.at > state.updatedAt ? change.at : state.updatedAt,
  })
