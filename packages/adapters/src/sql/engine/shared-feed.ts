/**
 * Notifications of changes in a process, if other processes may write as well: their commits are watched while there are listeners.
 */
import type { ChangeFeed } from "@vintem/domain/ports"
import { Duration, Effect, RcRef, type Scope } from "effect"
import type { ProcessFeed } from "../../changes/process-feed.ts"

/** A listener that was the only one and comes back within this time continues where it was. */
const lookOutLingers = Duration.minutes(1)

/**
 * @param lookOut - watches the commits of other processes for the listeners, until its scope ends
 */
export const sharedListen = Effect.fnUntraced(function* (
  feed: ProcessFeed,
  lookOut: Effect.Effect<void, never, Scope.Scope>,
) {
  const lookedOut = yield* RcRef.make({
    // While nothing watched, a commit may have been missed.
    acquire: Effect.andThen(lookOut, Effect.sync(feed.readAgain)),
    idleTimeToLive: lookOutLingers,
  })
  const listen: ChangeFeed["Service"]["listen"] = (wanted) => Effect.andThen(RcRef.get(lookedOut), feed.listen(wanted))
  return listen
})
