/**
 * What a process tells of changes, where other processes may write as well: somebody looks out for those while anybody listens.
 */
import type { ChangeFeed } from "@vintem/domain/ports"
import { Duration, Effect, RcRef, type Scope } from "effect"
import type { ProcessFeed } from "../../changes/process-feed.ts"

/** Whoever was the only one to listen, and comes back within this time, goes on where they were. */
const lookOutLingers = Duration.minutes(1)

/**
 * @param lookOut - has the listeners told of what other processes commit, from when it has begun until its scope ends
 */
export const sharedListen = Effect.fnUntraced(function* (
  feed: ProcessFeed,
  lookOut: Effect.Effect<void, never, Scope.Scope>,
) {
  const lookedOut = yield* RcRef.make({
    // While nobody looked out something may have been missed.
    acquire: Effect.andThen(lookOut, Effect.sync(feed.readAgain)),
    idleTimeToLive: lookOutLingers,
  })
  const listen: ChangeFeed["Service"]["listen"] = (wanted) => Effect.andThen(RcRef.get(lookedOut), feed.listen(wanted))
  return listen
})
