/**
 * Answers a command with its events, or with the first reason against it; and lists the commands that would be
 * accepted.
 *
 * Both read the machine's one table of commands, so the listed commands are exactly the accepted ones.
 */
import * as Result from "effect/Result"
import type { Instant } from "../calendar/instant.ts"
import { type Machine, type MachineTypes, type RefusalRule, statusBy } from "./machine.ts"

/**
 * The events of a command: none if it is a repetition. If reasons hold against it, fails with the one that ranks first.
 */
export const decide = <M extends MachineTypes>(
  machine: Machine<M>,
  state: M["state"],
  command: M["command"],
): Result.Result<ReadonlyArray<M["change"]>, M["refused"]> => {
  const name: M["command"]["_tag"] = command._tag
  const { isRepetition, refusals, effects } = rulesOf(machine)[name]
  if (isRepetition(state, command)) return Result.succeed([])
  const reason = firstReason(refusals, state, command)
  return reason === null
    ? Result.succeed(effects(state, command))
    : Result.fail(machine.refuse(refusalOf(machine, state, name, reason, command.at), state))
}

/**
 * The commands that would be accepted now, given sensible arguments, and change something. In the order of the table.
 */
export const allowedCommands = <M extends MachineTypes>(
  machine: Machine<M>,
  state: M["state"],
  at: Instant,
): ReadonlyArray<M["command"]["_tag"]> => {
  const rules = rulesOf(machine)
  const plain = [{ at }]
  const allowed: Array<M["command"]["_tag"]> = []
  for (const name of commandNames(machine)) {
    const { isRepetition, refusals, forms } = rules[name]
    for (const asked of forms?.(state, at) ?? plain) {
      // The first reason usually decides, and is cheaper to check than the repetition.
      if (firstReason(refusals, state, asked) !== null || isRepetition(state, asked)) continue
      allowed.push(name)
      break
    }
  }
  return allowed
}

/**
 * Why a command would be refused now, or would change nothing, whatever sensible arguments it has. Null if it is one of
 * the allowed commands. If several arguments are sensible, the one that comes nearest to acceptance gives the reason.
 */
export const reasonAgainst = <M extends MachineTypes>(
  machine: Machine<M>,
  state: M["state"],
  name: M["command"]["_tag"],
  at: Instant,
): M["refusal"] | "Repetition" | null => {
  const { isRepetition, refusals, forms } = rulesOf(machine)[name]
  const plain = { at }
  const [first = plain, ...others] = forms?.(state, at) ?? []
  const against = (asked: AtSomeTime): M["refusal"] | "Repetition" | null =>
    isRepetition(state, asked) ? "Repetition" : firstReason(refusals, state, asked)
  const rankOf = (found: M["refusal"] | "Repetition" | null): number =>
    found === null ? refusals.length : refusals.findIndex(({ reason }) => reason === found)
  return others
    .map(against)
    .reduce((nearest, found) => (rankOf(found) > rankOf(nearest) ? found : nearest), against(first))
}

/** The commands by name, in the order of the table. */
export const commandNames = <M extends MachineTypes>({
  commands,
}: Pick<Machine<M>, "commands">): ReadonlyArray<M["command"]["_tag"]> => {
  const isName = (name: string): name is M["command"]["_tag"] => name in commands
  return Object.keys(commands).filter(isName)
}

/** True for a command, which can be refused; false for a report, which is only recorded. */
export const isCommand = <M extends MachineTypes>(
  { commands }: Pick<Machine<M>, "commands">,
  move: M["command"] | M["report"],
): move is M["command"] => move._tag in commands

const refusalOf = <M extends MachineTypes>(
  machine: Machine<M>,
  state: M["state"],
  command: M["command"]["_tag"],
  reason: M["refusal"],
  at: Instant,
) => ({ command, reason, status: statusBy(machine.statuses, state, at), allowed: allowedCommands(machine, state, at) })

const firstReason = <State, Reason, Argument>(
  rules: ReadonlyArray<RefusalRule<State, Reason, Argument>>,
  state: State,
  asked: Argument,
): Reason | null => {
  for (const { reason, when } of rules) if (when(state, asked)) return reason
  return null
}

/** A command's rule, for code that does not know the command's type. */
interface AnyRule<M extends MachineTypes> {
  isRepetition(state: M["state"], asked: AtSomeTime): boolean
  readonly refusals: ReadonlyArray<RefusalRule<M["state"], M["refusal"], AtSomeTime>>
  forms?(state: M["state"], at: Instant): ReadonlyArray<AtSomeTime>
  effects(state: M["state"], command: AtSomeTime): ReadonlyArray<M["change"]>
}

interface AtSomeTime {
  readonly at: Instant
}

const rulesOf = <M extends MachineTypes>({
  commands,
}: Machine<M>): { readonly [Name in M["command"]["_tag"]]: AnyRule<M> } => commands
