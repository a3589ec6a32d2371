/**
 * The fibers that handle requests, so that a stopping server can interrupt them.
 *
 * A scope does that with a `Map`. Frequent additions and removals make a `Map` build new tables, and V8's collector of
 * young objects keeps everything in an old table until the next full collection. With thousands of requests a second
 * that is most of their garbage.
 *
 * @see docs/decisions/engineering.md#0308
 */
import { Effect, Fiber } from "effect"

type Handling = Fiber.Fiber<unknown, unknown>

/**
 * Keeps each fiber in a slot until it ends; then another fiber takes the slot. A fiber added after the scope has closed
 * is interrupted.
 */
export const inFlightUntilClosed = Effect.gen(function* () {
  const places: Array<Handling | undefined> = []
  const free: Array<number> = []
  let isClosed = false
  yield* Effect.addFinalizer(() => {
    isClosed = true
    return Fiber.interruptAll(places.flatMap((fiber) => fiber ?? []))
  })
  return (fiber: Handling): void => {
    if (isClosed) {
      fiber.interruptUnsafe()
      return
    }
    const place = free.pop() ?? places.length
    places[place] = fiber
    fiber.addObserver(() => {
      places[place] = undefined
      free.push(place)
    })
  }
})
