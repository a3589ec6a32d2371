/**
 * When the service is killed: chosen by chance before the run begins, so that a seed brings the same kills again.
 */
import { randomFrom } from "./random.ts"

/**
 * What the service is doing when it is killed.
 *
 * - `serving`: it answers clients
 * - `reconciling`: it asks the acquirer for outcomes that are not known, while it answers clients
 * - `resuming`: it was killed before and has just come back, and clients repeat what it never answered
 * - `starting`: it was killed before and does not listen yet
 */
type Moment = "serving" | "reconciling" | "resuming" | "starting"

export interface Kill {
  readonly moment: Moment
  /** How many answers clients get first, so that a slow machine is killed at work as well. */
  readonly answers: number
  /** How long it goes on after that, milliseconds. */
  readonly delayMillis: number
}

/** Whether a kill comes upon the one before it, with no time to recover in between. */
export const comesUponAnother = ({ moment }: Kill): boolean => moment === "resuming" || moment === "starting"

/** Kills are dealt in hands of these, so that a few of them meet each moment. The first of a hand finds the service well. */
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

/** A few requests' time; of a start, as long as one takes. */
const delayBelow: Readonly<Record<Moment, number>> = { serving: 30, reconciling: 150, resuming: 30, starting: 2_000 }
