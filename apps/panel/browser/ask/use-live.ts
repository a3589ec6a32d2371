/**
 * Asks again for what is shown when it has changed: not during a request, not while the page is hidden, and not too often.
 */
import type { ChangeView } from "@vintem/contract"
import { useEffect, useRef } from "preact/hooks"
import { shared } from "../state/shared.ts"
import { onChanges } from "./changes.ts"
import type { Asking } from "./use-asked.ts"

/** Milliseconds from one time to the next: a batch that makes a thousand links is looked at twice in four seconds, not a thousand times. */
const askEvery = 2_000

/** When something that is shown was last asked for because it had changed, epoch milliseconds; null if nothing was yet. */
export const lastUpdate = shared<number | null>(null)

/**
 * @param concerns - whether a change is one of what is shown
 * @param every - milliseconds from one time to the next, as long as the page is shown; two seconds if it is absent
 */
export const useLive = <A>(
  { again, asked }: Asking<A>,
  concerns: (change: ChangeView) => boolean,
  every: number = askEvery,
): void => {
  const isBusy = asked._tag === "Waiting" || (asked._tag === "Answered" && asked.isOld)
  const now = useRef({ again, concerns, every, isBusy })
  now.current = { again, concerns, every, isBusy }
  // Asked for when it was opened: the stream that begins meanwhile says to ask again, and need not be obeyed at once.
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
