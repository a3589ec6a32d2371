/**
 * A state machine as one value: how it begins, what can be asked of it, what is reported to it, and which status it shows.
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
  /** What can be asked: it may be refused. */
  readonly command: { readonly _tag: string; readonly at: Instant }
  /** What others tell: it is never refused. */
  readonly report: { readonly _tag: string; readonly at: Instant }
  readonly refusal: string
  /** The error that a refused command answers with. */
  readonly refused: { readonly reason: string }
  readonly status: string
}

/** What every state has beside what it is about. */
export interface NumberedState {
  /** How many events it has: the sequence number of the last one, and what a writer compares before it writes. */
  readonly version: number
  /** The latest instant at which an event was recorded. */
  readonly updatedAt: Instant
}

/** One machine. Nothing of it knows a clock, a store or the world: time comes with commands, reports and events. */
export interface Machine<M extends MachineTypes> {
  /** The event that begins a log. */
  readonly creation: M["creation"]["_tag"]
  /** Its events: how they are written as JSON and read back. */
  readonly event: Schema.Codec<M["creation"] | M["change"], unknown>
  /** The state it begins with. */
  readonly create: (event: M["creation"]) => M["state"]
  /** The state after one more event. It never refuses: what is recorded has happened. */
  readonly evolve: (state: M["state"], change: M["change"]) => M["state"]
  /** What can be asked of it. */
  readonly commands: CommandRules<M>
  /** The error of a refused command. */
  readonly refuse: (refusal: Refusal<M>, state: M["state"]) => M["refused"]
  /** What there is to record of a report: nothing if all of it is known, or if it speaks of a part that the state does not have. */
  readonly record: (state: M["state"], report: M["report"]) => ReadonlyArray<M["change"]>
  /** What it shows. */
  readonly statuses: StatusRules<M["state"], M["status"], Instant>
  /** Final statuses. */
  readonly final: ReadonlyArray<M["status"]>
}

/** The commands of a machine, by name. */
export type CommandRules<M extends MachineTypes> = {
  readonly [Name in M["command"]["_tag"]]: CommandRule<M, Extract<M["command"], { readonly _tag: Name }>>
}

/** One command: when it is a repetition, when it is refused, and what it causes otherwise. */
export interface CommandRule<M extends MachineTypes, Command> {
  /** Whether it was done before: then it causes nothing. Asked before anything else, for a repetition is no fault. */
  isRepetition(state: M["state"], asked: Asked<Command>): boolean
  /** By rank: if several reasons hold, the first is told. */
  readonly refusals: ReadonlyArray<RefusalRule<M["state"], M["refusal"], Asked<Command>>>
  /** Arguments for the question whether it is allowed: one that is accepted is enough. Absent: no arguments matter. */
  forms?(state: M["state"], at: Instant): ReadonlyArray<Asked<Command>>
  /** The events it causes once nothing is against it. */
  effects(state: M["state"], command: Command): ReadonlyArray<M["change"]>
}

/** A reason to refuse a command, and when it holds. */
export interface RefusalRule<State, Reason, Argument> {
  readonly reason: Reason
  /** Whether the reason holds. Those that rank higher need not be ruled out again. */
  when(state: State, asked: Argument): boolean
}

/** A command as far as it is known. An argument that is absent is one that nothing is said against. */
export type Asked<Command> = Partial<Omit<Command, "_tag" | "at">> & { readonly at: Instant }

/** What a refused command is told beside what its machine adds. */
export interface Refusal<M extends MachineTypes> {
  readonly command: M["command"]["_tag"]
  readonly reason: M["refusal"]
  readonly status: M["status"]
  /** What would be accepted instead. */
  readonly allowed: ReadonlyArray<M["command"]["_tag"]>
}

/**
 * A status, and when it is shown.
 *
 * @typeParam At - `Instant` if a rule asks for the time; if none does, anything
 */
export interface StatusRule<State, Status, At = unknown> {
  readonly status: Status
  /** The rule in words, for the reference page. */
  readonly because: string
  /** Whether the rule holds. Those above it need not be ruled out again. */
  readonly when: (state: State, at: At) => boolean
}

/** The first rule that holds decides. The last one holds always. */
export type StatusRules<State, Status, At = unknown> = readonly [
  StatusRule<State, Status, At>,
  ...ReadonlyArray<StatusRule<State, Status, At>>,
]

/** The first rule that holds. @param at - when the state is looked at; null if no rule asks for the time */
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

/** The status of the first rule that holds. @param at - when the state is looked at; null if no rule asks for the time */
export const statusBy = <State, Status, At>(rules: StatusRules<State, Status, At>, state: State, at: At): Status =>
  ruleBy(rules, state, at).status
