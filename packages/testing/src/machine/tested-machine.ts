/** The facts for testing a machine, besides the machine itself. */
import type { Instant } from "@vintem/domain/calendar"
import type { Machine, MachineTypes } from "@vintem/domain/machine"

/** A command or report to a machine. */
export type Move<M extends MachineTypes> = M["command"] | M["report"]

/** A machine with the facts that its tests need. */
export interface TestedMachine<M extends MachineTypes> {
  readonly machine: Machine<M>
  /** A move, for people. */
  readonly describe: (move: Move<M>) => string
  /** Complete commands that were never given before. If a command can be accepted at all, one of its forms here is. */
  readonly newCommands: (state: M["state"], at: Instant) => ReadonlyArray<M["command"]>
  /** Accepted commands that may have nothing to record. */
  readonly mayBeIdle?: ReadonlyArray<M["command"]["_tag"]>
  /** Commands that are refused the second time, because the state does not show what they did. */
  readonly refusedAgain?: ReadonlyArray<M["command"]["_tag"]>
  /** Commands with equal effects the first and the second time. */
  readonly repeatable?: ReadonlyArray<M["command"]["_tag"]>
}
