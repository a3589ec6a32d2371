/** The positions of a plot's bars, in pixels, and the round values of its lines. */
import { nice, ticks } from "d3-array"

export interface Scale {
  /** Round values from zero upwards, evenly spaced. The last one is not below any bar. */
  readonly ticks: ReadonlyArray<number>
  /** The position of a value, from the top. */
  readonly of: (value: number) => number
}

/**
 * @param most - the largest value, above zero
 * @param lines - the approximate number of lines
 * @param range - the positions of zero and of the last line
 */
export const scaleUpTo = (most: number, lines: number, [bottom, top]: readonly [number, number]): Scale => {
  const [least, last] = nice(0, most, lines)
  return { ticks: ticks(least, last, lines), of: (value) => bottom + ((top - bottom) * value) / last }
}

export interface Bands {
  readonly width: number
  /** The left edge of a bar, counted from 0. */
  readonly start: (position: number) => number
}

/**
 * Bars of equal width, side by side.
 *
 * @param gap - between two bars, before the first and after the last, as a share of the distance from one bar to the
 *   next
 */
export const bandsIn = (count: number, [left, right]: readonly [number, number], gap: number): Bands => {
  const step = (right - left) / (count + gap)
  return { width: step * (1 - gap), start: (position) => left + step * (gap + position) }
}
