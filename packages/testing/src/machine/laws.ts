/**
 * Laws of machines as named values: a property, a walk over all states or a simulation runs them. A law returns the
 * violation, or null.
 *
 * The laws that every machine keeps are defined here, once.
 */
import type { Instant } from "@vintem/domain/calendar"
import { allowedCommands, commandNames, isCommand, type MachineTypes, reasonAgainst } from "@vintem/domain/machine"
import { type Step, stepOf } from "./step.ts"
import type { TestedMachine } from "./tested-machine.ts"

/** A law of a state at any instant of its life. */
export interface StateLaw<State> {
  readonly name: string
  /** The violation of this state at this time, or null. */
  readonly violation: (state: State, at: Instant) => string | null
}

/** A law of every step from one state to the next, or of anything else that is checked once. */
export interface StepLaw<Taken> {
  readonly name: string
  /** The violation of this step, or null. */
  readonly violation: (taken: Taken) => string | null
}

/** The violation, unless the law holds. */
export const unless = (holds: boolean, wrong: () => string): string | null => (holds ? null : wrong())

/** The laws of every machine's states. */
export const stateLawsOf = <M extends MachineTypes>(tested: TestedMachine<M>): ReadonlyArray<StateLaw<M["state"]>> => [
  {
    name: "candor: the commands said to be allowed are those that would be accepted",
    violation: (state, at) => {
      const said = allowedCommands(tested.machine, state, at).join(", ")
      const accepted = acceptedCommands(tested, state, at).join(", ")
      return unless(said === accepted, () => `said: ${said || "none"}; accepted: ${accepted || "none"}`)
    },
  },
  {
    name: "reason: there is a reason against a command exactly if it is not said to be allowed",
    violation: (state, at) => {
      const said = allowedCommands(tested.machine, state, at)
      const wrong = commandNames(tested.machine).filter(
        (name) => (reasonAgainst(tested.machine, state, name, at) === null) !== said.includes(name),
      )
      return unless(wrong.length === 0, () => `otherwise: ${wrong.join(", ")}`)
    },
  },
]

/** The laws of every machine's steps. */
export const stepLawsOf = <M extends MachineTypes>({
  machine,
  refusedAgain = [],
  repeatable = [],
}: TestedMachine<M>): ReadonlyArray<StepLaw<Step<M>>> => [
  {
    name: "acceptance: a report is never refused, and a refused command changes nothing",
    violation: ({ move, refusal, changes, before, after }) =>
      unless(
        refusal === null || (isCommand(machine, move) && changes.length === 0 && after === before),
        () => `${refusal?.reason} and yet recorded`,
      ),
  },
  {
    name: "silence: what was done or reported before causes nothing, and is no fault",
    violation: ({ after, move, refusal }) => {
      if (isCommand(machine, move) && repeatable.includes(move._tag)) return null
      const again = stepOf(machine, after, move)
      const isRefusable = refusal !== null || (isCommand(machine, move) && refusedAgain.includes(move._tag))
      return unless(
        again.changes.length === 0 &&
          (refusal === null || again.refusal !== null) &&
          (isRefusable || again.refusal === null),
        () => `the second time: ${again.refusal?.reason ?? `${again.changes.length} events`}`,
      )
    },
  },
  {
    name: "numbering: the version counts the events, and the state grows no younger",
    violation: ({ before, changes, after }) =>
      unless(
        after.version === before.version + changes.length && after.updatedAt >= before.updatedAt,
        () => `${changes.length} events, ${after.version}`,
      ),
  },
]

/** The laws that a step violates, each with its violation. */
export const stepViolations = <Taken>(laws: ReadonlyArray<StepLaw<Taken>>, taken: Taken): ReadonlyArray<string> =>
  laws.flatMap(({ name, violation }) => named(name, violation(taken)))

/** The laws that a state violates, each with its violation. */
export const stateViolations = <State>(
  laws: ReadonlyArray<StateLaw<State>>,
  state: State,
  at: Instant,
): ReadonlyArray<string> => laws.flatMap(({ name, violation }) => named(name, violation(state, at)))

const named = (name: string, wrong: string | null): ReadonlyArray<string> =>
  wrong === null ? [] : [`${name} (${wrong})`]

/** The commands that are accepted now in at least one form, and are no repetition. */
const acceptedCommands = <M extends MachineTypes>(
  { machine, newCommands, mayBeIdle = [] }: TestedMachine<M>,
  state: M["state"],
  at: Instant,
): ReadonlyArray<M["command"]["_tag"]> => {
  const accepted = newCommands(state, at).filter((command) => {
    const { refusal, changes } = stepOf(machine, state, command)
    return refusal === null && (changes.length > 0 || mayBeIdle.includes(command._tag))
  })
  return commandNames(machine).filter((name) => accepted.some(({ _tag }) => _tag === name))
}
