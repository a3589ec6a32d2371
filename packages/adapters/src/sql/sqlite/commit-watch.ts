/**
 * Is told of each group of units that was committed together: for whoever watches how long that takes.
 */
import { Context } from "effect"

/** A group of units, on the disk. */
export interface CommittedGroup {
  /** How many units it had, at least 1. */
  readonly units: number
  /** How long its transaction took, and nothing else was done, from its begin to its end on the disk. Seconds. */
  readonly seconds: number
  /** How long the first of its units waited from its arrival until it was on the disk. Seconds. */
  readonly longestWaitSeconds: number
}

/** Called after each commit, before anybody is answered; must not throw. Nobody watches, unless somebody is put in this place. */
export const CommitWatch = Context.Reference<(group: CommittedGroup) => void>(
  "@vintem/adapters/sql/sqlite/CommitWatch",
  { defaultValue: () => () => {} },
)
