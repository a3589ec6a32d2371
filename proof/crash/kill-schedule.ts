/** The times of the kills: chosen at random before the run begins, so that a seed repeats its kills. */
import { randomFrom } from "./random.ts"

/**
 * The service's activity when it is killed.
 *
 * - `serving`: it answers clients
 * - `reconciling`: it asks the acquirer for unknown outcomes, while it answers clients
 * - `resuming`: it was killed before and has just come back, and clients repeat their unanswered requests
 * - `starting`: it was killed before and does not listen yet
 */
type Moment = "serving" | "reconciling" | "resuming" | "starting"

export interface Kill {
  readonly moment: Moment
  /** The number of answers before the kill, so that a slow machine is also killed at work. */
  readonly answers: number
  /** The delay after these, milliseconds. */
  readonly delayMillis: number
}

/** True if a kill follows the previous one with no time to recover in between. */
export const comesUponAnother = ({ moment }: Kill): boolean => moment === "resuming" || moment === "starting"

/**
 * Kills are dealt in hands of these, so that every few kills meet each moment. The first of a hand meets a healthy
 * service.
 */
const hand: ReadonlyArray<Moment> = ["serving", "resuming", "reconciling", "starting"]

export const killSchedule = (seed: number, kills: number): ReadonlyArray<Kill> => {
  const random = randomFrom(seed)
  const [first = "serving", ...others] = hand
  const dealt: Array<Moment> = []
  while (dealt.length < kills) dealt.push(first, ...random.shuffled(others))
  return dealt.slice(0, kills).map((moment) => ({
    moment,
    answers: random.below(answersBelow[moment]),
    delayMillis: random.below(delayBelow[moment]),
  }))
}

/** No process answers while it is starting. */
const answersBelow: Readonly<Record<Moment, number>> = { serving: 150, reconciling: 80, resuming: 30, starting: 1 }

/** The time of a few requests; for a start, as long as one takes. */
const delayBelow: Readonly<Record<Moment, number>> = { serving: 30, reconciling: 150, resuming: 30, starting: 2_000 }
