/**
 * What the reference has to know of a machine to try it: states of every status, and what can happen to them.
 */

/** A move and what came of it. A refused command changes nothing. */
export interface Trial<State, Status extends string> {
  readonly before: State
  readonly after: State
  readonly from: Status
  readonly to: Status
  /** The name of the reason, or null where the move was not refused. */
  readonly refusal: string | null
  /** How many events it caused. */
  readonly changes: number
}

/** The trials of a move on one state, in each form that may make a difference, the usual first. */
export type Trials<State, Status extends string> = readonly [
  Trial<State, Status>,
  ...ReadonlyArray<Trial<State, Status>>,
]

export interface ReferenceMachine<State, Status extends string, Command extends string> {
  /** What its pages are called after: `payment-link`. */
  readonly name: string
  /** With its article: `a payment link`. */
  readonly what: string
  readonly statuses: ReadonlyArray<Status>
  /** In the order in which they are asked. */
  readonly rules: ReadonlyArray<{ readonly status: Status; readonly because: string }>
  /** What it shows the moment it is created. */
  readonly start: Status
  /** States that show each status, the usual one first. */
  readonly states: Readonly<Record<Status, readonly [State, ...ReadonlyArray<State>]>>
  readonly happenings: ReadonlyArray<{
    readonly event: string
    readonly tryOn: (state: State) => Trials<State, Status>
  }>
  /** By rank. */
  readonly refusals: ReadonlyArray<{ readonly reason: string; readonly meaning: string }>
  /** Every command, and trials of it with every kind of argument that may make a difference. */
  readonly commands: ReadonlyArray<{
    readonly command: Command
    readonly tryOn: (state: State) => ReadonlyArray<Trial<State, Status>>
  }>
  /** What there is to say about a trial beside its outcome, or null where it does not apply. */
  readonly remarks: ReadonlyArray<(trial: Trial<State, Status>) => string | null>
}

/** A cell of the table of transitions: what came of an event in a status. */
export interface Cell<State, Status extends string> {
  readonly event: string
  readonly status: Status
  readonly usual: Trial<State, Status>
  /** Of states that came to the status in another way, and of other forms of the event. */
  readonly others: ReadonlyArray<Trial<State, Status>>
}

/** The table of transitions: a row for each event, in it a cell for each status. */
export const tableOf = <State, Status extends string, Command extends string>({
  happenings,
  states,
  statuses,
}: ReferenceMachine<State, Status, Command>): ReadonlyArray<{
  readonly event: string
  readonly cells: ReadonlyArray<Cell<State, Status>>
}> =>
  happenings.map(({ event, tryOn }) => ({
    event,
    cells: statuses.map((status) => {
      const [first, ...more] = states[status]
      const [usual, ...otherForms] = tryOn(first)
      return { event, status, usual, others: [...otherForms, ...more.flatMap(tryOn)] }
    }),
  }))
