/** A user's command: it runs once, however often the button is pressed, and shows why it was refused. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useEffect, useRef, useState } from "preact/hooks"
import { type Failure, failureOf } from "./failure.ts"
import { newKey } from "./new-key.ts"

export interface Commanding {
  readonly isRunning: boolean
  /** The last try's failure; null if it succeeded or there was no try yet. */
  readonly failure: Failure | null
  /**
   * @param command - gets the idempotency key: the previous one again if its outcome is unknown
   * @param done - gets the result, if the page is still shown
   */
  readonly run: <A, E>(command: (key: string) => Effect.Effect<A, E>, done: (value: A) => void) => void
  readonly forget: () => void
}

/**
 * A running command continues after the page is left: nobody knows how far it has come.
 *
 * @param isDoneOnce - false if the service takes no idempotency key, and repeats the command for each request
 */
export const useCommand = (isDoneOnce = true): Commanding => {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isBusy = useRef(false)
  const isShown = useRef(true)
  const key = useRef<string | null>(null)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const run: Commanding["run"] = (command, done) => {
    if (isBusy.current) return
    isBusy.current = true
    setRunning(true)
    setFailure(null)
    key.current ??= newKey()
    Effect.runFork(command(key.current)).addObserver((exit) => {
      isBusy.current = false
      const failed = Exit.isFailure(exit) ? failureOf(Cause.squash(exit.cause)) : null
      const isUnknown = failed?.kind === "unknown"
      if (!isUnknown) key.current = null
      if (!isShown.current) return
      setRunning(false)
      setFailure(isUnknown && !isDoneOnce ? { ...failed, kind: "mayBeDone" } : failed)
      if (Exit.isSuccess(exit)) done(exit.value)
    })
  }
  return { isRunning, failure, run, forget: () => setFailure(null) }
}
