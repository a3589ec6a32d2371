/**
 * A state machine as one value: its creation, commands, reports and statuses.
 *
 * Order, payment link, subscription and batch are such values. Deciding, folding, checking, the laws, the walk over all states and the
 * reference are functions of the value, each written once.
 *
 * @see docs/decisions/engineering.md#0222
 */
import type * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"

/** The types of one machine. */
export interface MachineTypes {
  readonly state: NumberedState
  /** The first event of every log. */
  readonly creation: { readonly _tag: string; readonly at: Instant }
  /** Every event that can follow. */
  readonly change: { readonly _tag: string; readonly at: Instant }
  /** Commands: they may be refused. */
  readonly command: { readonly _tag: string; readonly at: Instant }
  /** Reports: they are never refused. */
  readonly report: { readonly _tag: string; readonly at: Instant }
  readonly refusal: string
  /** The error of a refused command. */
  readonly refused: { readonly reason: string }
  readonly status: string
}

/** The fields that every state has. */
export interface NumberedState {
  /** The number of its last event. A writer compares it before writing. */
  readonly version: number
  /** The latest instant at which an event was recorded. */
  readonly updatedAt: Instant
}

/** One machine. It has no access to a clock or a store: time comes with commands, reports and events. */
export interface Machine<M extends MachineTypes> {
  readonly creation: M["creation"]["_tag"]
  /** The events as JSON. */
  readonly event: Schema.Codec<M["creation"] | M["change"], unknown>
  /** The state after the creation. */
  readonly create: (event: M["creation"]) => M["state"]
  /** The state after one more event. Never refuses: a recorded event has happened. */
  readonly evolve: (state: M["state"], change: M["change"]) => M["state"]
  readonly commands: CommandRules<M>
  /** Makes the error of a refused command. */
  readonly refuse: (refusal: Refusal<M>, state: M["state"]) => M["refused"]
  /** The events of a report: none if all of it is recorded already, or if the state lacks the part that it is about. */
  readonly record: (state: M["state"], report: M["report"]) => ReadonlyArray<M["change"]>
  /** The statuses and their rules. */
  readonly statuses: StatusRules<M["state"], M["status"], Instant>
  readonly final: ReadonlyArray<M["status"]>
}

/** The commands of a machine, by name. */
export type CommandRules<M extends MachineTypes> = {
  readonly [Name in M["command"]["_tag"]]: CommandRule<M, Extract<M["command"], { readonly _tag: Name }>>
}

/** One command: when it is a repetition, when it is refused, and otherwise its events. */
export interface CommandRule<M extends MachineTypes, Command> {
  /** True if the command was done before: then it has no events. Checked first, because a repetition is no fault. */
  isRepetition(state: M["state"], asked: Asked<Command>): boolean
  /** By rank: if several reasons hold, the first is given. */
  readonly refusals: ReadonlyArray<RefusalRule<M["state"], M["refusal"], Asked<Command>>>
  /**
   * Sensible arguments for checking if the command is allowed: one accepted argument is enough. Missing if arguments do
   * not matter.
   */
  forms?(state: M["state"], at: Instant): ReadonlyArray<Asked<Command>>
  /** The events of the command, after no reason was found against it. */
  effects(state: M["state"], command: Command): ReadonlyArray<M["change"]>
}

/** A reason to refuse a command, and when it holds. */
export interface RefusalRule<State, Reason, Argument> {
  readonly reason: Reason
  /** True if the reason holds. Reasons of higher rank need not be ruled out again. */
  when(state: State, asked: Argument): boolean
}

/** A command with only some of its arguments. A missing argument is never a reason to refuse. */
export type Asked<Command> = Partial<Omit<Command, "_tag" | "at">> & { readonly at: Instant }

/** The facts about a refusal that every machine has. */
export interface Refusal<M extends MachineTypes> {
  readonly command: M["command"]["_tag"]
  readonly reason: M["refusal"]
  readonly status: M["status"]
  /** The commands that are possible instead. */
  readonly allowed: ReadonlyArray<M["command"]["_tag"]>
}

/**
 * A status, and when it is shown.
 *
 * @typeParam At - `Instant` if a rule needs the time; otherwise anything
 */
export interface StatusRule<State, Status, At = unknown> {
  readonly status: Status
  /** The rule in words, for the reference page. */
  readonly because: string
  /** True if the rule holds. The rules above it need not be ruled out again. */
  readonly when: (state: State, at: At) => boolean
}

/** The first rule that holds decides. The last one always holds. */
export type StatusRules<State, Status, At = unknown> = readonly [
  StatusRule<State, Status, At>,
  ...ReadonlyArray<StatusRule<State, Status, At>>,
]

/** The first rule that holds. @param at - the time of the question; null if no rule needs it */
export const ruleBy = <State, Status, At>(
  rules: StatusRules<State, Status, At>,
  state: State,
  at: At,
): StatusRule<State, Status, At> => {
  let last = rules[0]
  for (const rule of rules) {
    last = rule
    if (rule.when(state, at)) break
  }
  return last
}

/** The status of the first rule that holds. @param at - the time of the question; null if no rule needs it */
export const statusBy = <State, Status, At>(rules: StatusRules<State, Status, At>, state: State, at: At): Status =>
  ruleBy(rules, state, at).status
