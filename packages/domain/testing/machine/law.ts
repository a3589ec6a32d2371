/**
 * Laws of machines as named values: a property, a walk over all states or a simulation runs them. A law answers with what is
 * wrong, or null.
 */

export interface StateLaw<State, At> {
  readonly name: string
  /** What is wrong with the state at this time, or null. */
  readonly broken: (state: State, at: At) => string | null
}

/** A law of every step of a machine. */
export interface MachineStepLaw<Step> {
  readonly name: string
  /** What is wrong with the step, or null. */
  readonly broken: (taken: Step) => string | null
}

/** Says what is wrong unless the law holds. */
export const unless = (holds: boolean, wrong: () => string): string | null => (holds ? null : wrong())

/** The laws a step breaks, with what is wrong. */
export const brokenIn = <Step>(laws: ReadonlyArray<MachineStepLaw<Step>>, taken: Step): ReadonlyArray<string> =>
  laws.flatMap(({ name, broken }) => wrongWith(name, broken(taken)))

/** The laws a state breaks, with what is wrong. */
export const brokenAt = <State, At>(
  laws: ReadonlyArray<StateLaw<State, At>>,
  state: State,
  at: At,
): ReadonlyArray<string> => laws.flatMap(({ name, broken }) => wrongWith(name, broken(state, at)))

const wrongWith = (name: string, wrong: string | null): ReadonlyArray<string> =>
  wrong === null ? [] : [`${name} (${wrong})`]
