/** The values of one histogram: the count up to each boundary, their sum and their extremes. */
import type { Metric } from "effect"

export class Buckets {
  readonly #boundaries: ReadonlyArray<number>
  /**
   * Counts between each boundary (inclusive) and the one before it. Values above the last boundary are only in
   * `#count`.
   */
  readonly #counts: Array<number>
  #count = 0
  #sum = 0
  #min = Number.MAX_VALUE
  #max = -Number.MAX_VALUE

  /** @param boundaries - ascending; a value equal to a boundary counts below it */
  constructor(boundaries: ReadonlyArray<number>) {
    this.#boundaries = boundaries
    this.#counts = boundaries.map(() => 0)
  }

  add(value: number): void {
    const position = this.#boundaries.findIndex((boundary) => value <= boundary)
    if (position !== -1) this.#counts[position] = (this.#counts[position] ?? 0) + 1
    this.#count += 1
    this.#sum += value
    if (value < this.#min) this.#min = value
    if (value > this.#max) this.#max = value
  }

  get state(): Metric.HistogramState {
    let below = 0
    const buckets = this.#boundaries.map((boundary, position): [number, number] => {
      below += this.#counts[position] ?? 0
      return [boundary, below]
    })
    return { buckets, count: this.#count, min: this.#min, max: this.#max, sum: this.#sum }
  }
}
