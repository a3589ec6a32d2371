/**
 * How several writes become one: each leaves behind what takes it back, and taking them back in reverse leaves nothing.
 */
export class UndoLog {
  readonly #undos: Array<() => void> = []
  readonly #consequences: Array<() => void> = []
  #isOpen = false

  /** Whether a unit of work is running: writes made now can still be taken back. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  open(): void {
    this.#isOpen = true
  }

  /** Outside a unit of work a write is final at once, and there is nothing to remember. */
  record(undo: () => void): void {
    if (this.#isOpen) this.#undos.push(undo)
  }

  /** Has something done once what was written before is final: at once outside a unit of work, and never if it is taken back. */
  onceFinal(consequence: () => void): void {
    if (this.#isOpen) this.#consequences.push(consequence)
    else consequence()
  }

  /** Ends the unit of work; what it wrote stays. */
  keep(): void {
    const consequences = this.#consequences.splice(0)
    this.#end()
    for (const consequence of consequences) consequence()
  }

  /** Ends the unit of work; nothing of it happened. */
  takeBack(): void {
    for (const undo of this.#undos.toReversed()) undo()
    this.#end()
  }

  #end(): void {
    this.#undos.length = 0
    this.#consequences.length = 0
    this.#isOpen = false
  }
}
