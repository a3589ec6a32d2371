/**
 * Reads the shown data again when it has changed: not during a request, not while the page is hidden, and not too
 * often.
 */
import type { ChangeView } from "@vintem/contract"
import { useEffect, useRef } from "preact/hooks"
import { shared } from "../state/shared.ts"
import { onChanges } from "./changes.ts"
import type { Asking } from "./use-asked.ts"

/**
 * Milliseconds between two reads: a batch that makes a thousand links in four seconds causes two reads, not a thousand.
 */
const askEvery = 2_000

/** When the panel last read changed data, epoch milliseconds; null before that. */
export const lastUpdate = shared<number | null>(null)

/**
 * @param concerns - true if a change affects the shown data
 * @param every - milliseconds between two reads while the page is shown; two seconds if absent
 */
export const useLive = <A>(
  { again, asked }: Asking<A>,
  concerns: (change: ChangeView) => boolean,
  every: number = askEvery,
): void => {
  const isBusy = asked._tag === "Waiting" || (asked._tag === "Answered" && asked.isOld)
  const now = useRef({ again, concerns, every, isBusy })
  now.current = { again, concerns, every, isBusy }
  // The page has just read its data: the new stream asks for another read, which can wait.
  const due = useRef({ isDue: false, askedAt: Date.now() })
  const look = useRef(() => {})
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const askIfDue = (): void => {
      clearTimeout(timer)
      if (!due.current.isDue || now.current.isBusy || document.hidden) return
      const wait = due.current.askedAt + now.current.every - Date.now()
      if (wait > 0) {
        timer = setTimeout(askIfDue, wait)
        return
      }
      due.current = { isDue: false, askedAt: Date.now() }
      now.current.again()
      lastUpdate.set(Date.now())
    }
    look.current = askIfDue
    const stopReceiving = onChanges((changes) => {
      if (changes !== null && !changes.some(now.current.concerns)) return
      due.current.isDue = true
      askIfDue()
    })
    document.addEventListener("visibilitychange", askIfDue)
    return () => {
      clearTimeout(timer)
      stopReceiving()
      document.removeEventListener("visibilitychange", askIfDue)
    }
  }, [])
  useEffect(() => look.current(), [isBusy])
}
