/**
 * The data of a page: read when the page is shown, and again on request.
 */

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { type Failure, failureOf } from "./failure.ts"

type Asked<A> =
  | { readonly _tag: "Waiting" }
  | { readonly _tag: "Failed"; readonly failure: Failure }
  | {
      readonly _tag: "Answered"
      readonly value: A
      /** True while the old data is shown and new data is being read. */
      readonly isOld: boolean
    }

export interface Asking<A> {
  readonly asked: Asked<A>
  readonly again: () => void
}

/**
 * @param question - runs when the page is shown, and when `about` changes; an earlier run is then canceled
 * @param about - everything that the question depends on, as one text
 */
export const useAsked = <A, E>(question: Effect.Effect<A, E>, about: string): Asking<A> => {
  const [state, setState] = useState<{ readonly about: string; readonly asked: Asked<A> }>({ about, asked: waiting })
  const [times, setTimes] = useState(0)
  const latest = useRef(question)
  latest.current = question
  useEffect(() => {
    setState((before) =>
      before.about === about && before.asked._tag === "Answered"
        ? { about, asked: { ...before.asked, isOld: true } }
        : { about, asked: waiting },
    )
    const fiber = Effect.runFork(latest.current)
    const stopListening = fiber.addObserver((exit) => setState({ about, asked: askedOf(exit) }))
    return () => {
      stopListening()
      Effect.runFork(Fiber.interrupt(fiber))
    }
  }, [about, times])
  const again = useCallback(() => setTimes((before) => before + 1), [])
  // An earlier question's data must not appear under a new one.
  return { asked: state.about === about ? state.asked : waiting, again }
}

const waiting = { _tag: "Waiting" } as const

const askedOf = <A, E>(exit: Exit.Exit<A, E>): Asked<A> =>
  Exit.isSuccess(exit)
    ? { _tag: "Answered", value: exit.value, isOld: false }
    : { _tag: "Failed", failure: failureOf(Cause.squash(exit.cause)) }
