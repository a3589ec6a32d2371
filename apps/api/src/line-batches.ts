/**
 * Lines that are written together: what one turn of the event loop has to say is one write, and one call of the operating system.
 *
 * A line waits for the end of its turn and no longer. Whoever ends the process in an orderly way writes what waits; a `kill -9` takes the
 * lines of the turn it comes in.
 */

export interface LineBatches {
  readonly add: (line: string) => void
  /** Writes what waits, at once. */
  readonly flush: () => void
}

/** So much is written before the turn has ended. Characters. */
const waitingMax = 65_536

export const lineBatches = (write: (text: string) => void): LineBatches => {
  let waiting = ""
  let isDue = false
  const flush = (): void => {
    if (waiting === "") return
    const text = waiting
    waiting = ""
    write(text)
  }
  const atEndOfTurn = (): void => {
    isDue = false
    flush()
  }
  return {
    add: (line) => {
      waiting += `${line}\n`
      if (waiting.length > waitingMax) return flush()
      if (isDue) return
      isDue = true
      setImmediate(atEndOfTurn)
    },
    flush,
  }
}
