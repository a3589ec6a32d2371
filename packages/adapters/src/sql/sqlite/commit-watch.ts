/**
 * Reports each group of units that was committed together: to measure how long that takes.
 */
import { Context } from "effect"

/** A group of units, on the disk. */
export interface CommittedGroup {
  /** How many units it had, at least 1. */
  readonly units: number
  /** How long its transaction took, from its begin to the sync to the disk. Seconds. */
  readonly seconds: number
  /** How long the first of its units waited from its arrival until it was on the disk. Seconds. */
  readonly longestWaitSeconds: number
}

/** Called after each commit, before any request is answered; must not throw. By default it does nothing. */
export const CommitWatch = Context.Reference<(group: CommittedGroup) => void>(
  "@vintem/adapters/sql/sqlite/CommitWatch",
  { defaultValue: () => () => {} },
)
