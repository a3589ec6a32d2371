/**
 * Where the bars of a plot stand, in pixels, and which values its lines are drawn at: round ones.
 */
import { nice, ticks } from "d3-array"

export interface Scale {
  /** Round values from zero upwards, evenly apart. The last one is not below any bar. */
  readonly ticks: ReadonlyArray<number>
  /** Where a value is, from the top. */
  readonly of: (value: number) => number
}

/**
 * @param most - the largest value, above zero
 * @param lines - about how many lines there are to be
 * @param range - where zero is, and where the last line is
 */
export const scaleUpTo = (most: number, lines: number, [bottom, top]: readonly [number, number]): Scale => {
  const [least, last] = nice(0, most, lines)
  return { ticks: ticks(least, last, lines), of: (value) => bottom + ((top - bottom) * value) / last }
}

export interface Bands {
  readonly width: number
  /** Where a bar begins, counted from 0. */
  readonly start: (position: number) => number
}

/**
 * Bars of one width, side by side.
 *
 * @param gap - between two bars, and before the first and after the last, as a part of the distance from one bar to the next
 */
export const bandsIn = (count: number, [left, right]: readonly [number, number], gap: number): Bands => {
  const step = (right - left) / (count + gap)
  return { width: step * (1 - gap), start: (position) => left + step * (gap + position) }
}
