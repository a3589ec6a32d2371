/** Makes several writes one: each adds an undo step, and running these in reverse leaves nothing. */
export class UndoLog {
  readonly #undos: Array<() => void> = []
  readonly #consequences: Array<() => void> = []
  #isOpen = false

  /** True if a unit of work is running: new writes can still be undone. */
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

  /** Runs something once earlier writes are final: at once outside a unit of work, and never if they are undone. */
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
