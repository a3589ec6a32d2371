/**
 * How many streams of changes are open: a person may have some, and the process bounds them all.
 */
import type { UserId } from "@vintem/domain/access"
import { Context, Effect, Layer, type Scope } from "effect"
import { catalogue } from "../../metrics/catalogue.ts"
import { Meter } from "../../metrics/meter.ts"

/** Enough streams for the tabs and programs of one user. */
const streamsOfUserMax = 20

/** The most streams of one process. */
const streamsMax = 5_000

export class OpenStreams extends Context.Service<
  OpenStreams,
  {
    /** Whose streams are too many for a user to open another one; null if there is room. */
    readonly refusal: (user: UserId) => "user" | "process" | null
    /**
     * Counts one until the scope ends, and says whether there was room: of many that were asked for at once no more begin.
     *
     * @returns false if there was none, and none is counted
     */
    readonly open: (user: UserId) => Effect.Effect<boolean, never, Scope.Scope>
  }
>()("@vintem/api/http/OpenStreams") {
  static readonly layer = Layer.effect(
    OpenStreams,
    Effect.map(Meter, ({ gauge }) => {
      const ofUser = new Map<UserId, number>()
      let all = 0
      gauge(catalogue.openStreams, {}, () => all)
      const count = (user: UserId, by: 1 | -1): void => {
        const own = (ofUser.get(user) ?? 0) + by
        if (own === 0) ofUser.delete(user)
        else ofUser.set(user, own)
        all += by
      }
      const refusal = (user: UserId): "user" | "process" | null => {
        if ((ofUser.get(user) ?? 0) >= streamsOfUserMax) return "user"
        return all >= streamsMax ? "process" : null
      }
      return OpenStreams.of({
        refusal,
        open: (user) =>
          Effect.acquireRelease(
            Effect.sync(() => {
              const hasRoom = refusal(user) === null
              if (hasRoom) count(user, 1)
              return hasRoom
            }),
            (hasRoom) => Effect.sync(() => (hasRoom ? count(user, -1) : undefined)),
          ),
      })
    }),
  )
}
