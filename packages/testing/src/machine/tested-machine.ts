/**
 * What has to be known of a machine, beside the machine itself, to test it as all machines are tested.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { Machine, MachineTypes } from "@vintem/domain/machine"

/** Whatever a machine can be confronted with: a command or a report. */
export type Move<M extends MachineTypes> = M["command"] | M["report"]

/** A machine with what its tests ask of it. */
export interface TestedMachine<M extends MachineTypes> {
  readonly machine: Machine<M>
  /** A move as a person reads it. */
  readonly describe: (move: Move<M>) => string
  /** Whole commands that were never given before: where a command can be accepted at all, one of its forms here is. */
  readonly newCommands: (state: M["state"], at: Instant) => ReadonlyArray<M["command"]>
  /** Commands that are accepted though they may have nothing to record. */
  readonly mayBeIdle?: ReadonlyArray<M["command"]["_tag"]>
  /** Commands that are refused the second time, for what they did is not recognised in the state. */
  readonly refusedAgain?: ReadonlyArray<M["command"]["_tag"]>
  /** Commands that cause as much the second time as the first. */
  readonly repeatable?: ReadonlyArray<M["command"]["_tag"]>
}
