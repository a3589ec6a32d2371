/** A value that several components show, and that code outside of them changes. */
import { useEffect, useState } from "preact/hooks"

export interface Shared<A> {
  readonly get: () => A
  readonly set: (value: A) => void
  /** @returns unsubscribes */
  readonly listen: (listener: (value: A) => void) => () => void
}

export const shared = <A>(first: A): Shared<A> => {
  const listeners = new Set<(value: A) => void>()
  let now = first
  return {
    get: () => now,
    set: (value) => {
      if (Object.is(value, now)) return
      now = value
      for (const listener of [...listeners]) listener(value)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The current value; components that use it render again when it changes. */
export const useShared = <A>(one: Shared<A>): A => {
  const [value, setValue] = useState(() => one.get())
  useEffect(() => {
    setValue(() => one.get()) // it may have changed since it was drawn
    return one.listen((next) => setValue(() => next))
  }, [one])
  return value
}
