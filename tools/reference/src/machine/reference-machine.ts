/**
 * What the reference has to know of a machine, beside the machine, to try it: states of every status, and what can happen to them.
 */
import type { Machine, MachineTypes } from "@vintem/domain/machine"
import type { Place, Trial } from "./trial.ts"

/** The trials of an event on one state, in each form that may make a difference, the usual first. */
export type Trials<M extends MachineTypes> = readonly [Trial<M>, ...ReadonlyArray<Trial<M>>]

export interface ReferenceMachine<M extends MachineTypes> {
  readonly machine: Machine<M>
  /** What its pages are called after: `payment-link`. */
  readonly name: string
  /** With its article: `a payment link`. */
  readonly what: string
  readonly statuses: ReadonlyArray<M["status"]>
  /** What it shows the moment it is created. */
  readonly start: M["status"]
  /** States that show each status, the usual one first. */
  readonly states: { readonly [Status in M["status"]]: readonly [Place<M>, ...ReadonlyArray<Place<M>>] }
  readonly happenings: ReadonlyArray<{
    readonly event: string
    readonly tryOn: (place: Place<M>) => Trials<M>
  }>
  /** By rank. */
  readonly refusals: ReadonlyArray<{ readonly reason: M["refusal"]; readonly meaning: string }>
  /** Of every command trials with every kind of argument that may make a difference. */
  readonly commands: { readonly [Name in M["command"]["_tag"]]: (place: Place<M>) => ReadonlyArray<Trial<M>> }
  /** What there is to say of a cell of the table of transitions beside its outcome. */
  readonly remarks: (cell: Cell<M>) => ReadonlyArray<string>
  /** Whether what was recorded waits for something else before it has an effect. Absent: nothing waits. */
  readonly isParked?: (trial: Trial<M>) => boolean
}

/** A cell of the table of transitions: what came of an event in a status. */
export interface Cell<M extends MachineTypes> {
  readonly event: string
  readonly status: M["status"]
  /**
   * On the usual state. A report of something that the state does not have is tried on one that has it: then the trial may begin in
   * another status than the cell's.
   */
  readonly usual: Trial<M>
  /** On states that came to the status in another way, and of other forms of the event. */
  readonly others: ReadonlyArray<Trial<M>>
}

/** The table of transitions: a row for each event, in it a cell for each status. */
export type TransitionTable<M extends MachineTypes> = ReadonlyArray<{
  readonly event: string
  readonly cells: ReadonlyArray<Cell<M>>
}>

/** Tries every event on every state. */
export const tableOf = <M extends MachineTypes>({
  happenings,
  states,
  statuses,
}: ReferenceMachine<M>): TransitionTable<M> =>
  happenings.map(({ event, tryOn }) => ({
    event,
    cells: statuses.map((status) => {
      const [first, ...more] = states[status]
      const [usual, ...otherForms] = tryOn(first)
      return { event, status, usual, others: [...otherForms, ...more.flatMap(tryOn)] }
    }),
  }))

/** Remarks that are made of any trial of a cell, each once. */
export const ofEachTrial =
  <M extends MachineTypes>(remarks: ReadonlyArray<(trial: Trial<M>) => string | null>) =>
  ({ usual, others }: Cell<M>): ReadonlyArray<string> => [
    ...new Set([usual, ...others].flatMap((trial) => remarks.flatMap((remark) => remark(trial) ?? []))),
  ]
