/**
 * The values of one histogram: how many there were up to each boundary, their sum and their extremes.
 */
import type { Metric } from "effect"

export class Buckets {
  readonly #boundaries: ReadonlyArray<number>
  /** How many lie above the boundary before and not above this one; those above the last are in `#count` alone. */
  readonly #counts: Array<number>
  #count = 0
  #sum = 0
  #min = Number.MAX_VALUE
  #max = -Number.MAX_VALUE

  /** @param boundaries - ascending; a value that is equal to one belongs to it */
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
