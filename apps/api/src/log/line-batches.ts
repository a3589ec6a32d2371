/**
 * Lines that are written together: all lines of one tick of the event loop are one write, and one system call.
 *
 * A line waits until the end of its tick. An orderly end of the process writes the lines that wait; a `kill -9` loses the lines of the
 * current tick.
 */

export interface LineBatches {
  readonly add: (line: string) => void
  /** Writes what waits, at once. */
  readonly flush: () => void
}

/** More than this is written before the tick has ended. Characters. */
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
