/**
 * Writes lines together: all lines of one tick of the event loop are one write, and one system call.
 *
 * A line waits until its tick ends. A regular end of the process writes the waiting lines; a `kill -9` loses the
 * current tick's lines.
 */

export interface LineBatches {
  readonly add: (line: string) => void
  /** Writes the waiting lines at once. */
  readonly flush: () => void
}

/** In characters. More than this is written before the tick ends. */
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
  const atEndOfTick = (): void => {
    isDue = false
    flush()
  }
  return {
    add: (line) => {
      waiting += `${line}\n`
      if (waiting.length > waitingMax) return flush()
      if (isDue) return
      isDue = true
      setImmediate(atEndOfTick)
    },
    flush,
  }
}
