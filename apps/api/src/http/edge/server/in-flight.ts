/**
 * The fibers that handle requests, so that a server that stops can interrupt them.
 *
 * A scope does the same with a `Map`. What comes and goes has a `Map` make a new table every so often, and V8's collector of young objects
 * keeps what the old table names until the next full collection: at thousands of requests a second that is most of what they made.
 *
 * @see docs/decisions/engineering.md#0308
 */
import { Effect, Fiber } from "effect"

type Handling = Fiber.Fiber<unknown, unknown>

/** Keeps each fiber in a slot until it ends; then another fiber takes the slot. A fiber given after the scope is closed is interrupted. */
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
