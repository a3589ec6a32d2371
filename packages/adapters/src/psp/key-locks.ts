/** Lets one operation on a key run at a time, in this process. Between processes the books decide. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

export class KeyLocks {
  readonly #locks = new Map<string, { readonly semaphore: Semaphore.Semaphore; waiting: number }>()

  /** Runs the work when no earlier work of the key is left. */
  alone<A, E, R>(key: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const lock = this.#locks.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), waiting: 0 }
        lock.waiting += 1
        this.#locks.set(key, lock)
        return lock
      }),
      ({ semaphore }) => semaphore.withPermits(1)(work),
      (lock) =>
        Effect.sync(() => {
          lock.waiting -= 1
          if (lock.waiting === 0) this.#locks.delete(key)
        }),
    )
  }
}
