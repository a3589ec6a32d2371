/** Limits open streams of changes, per user and in the process. */
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
    /** The limit that keeps a user from opening another stream; null if none does. */
    readonly refusal: (user: UserId) => "user" | "process" | null
    /**
     * Counts a stream until the scope ends. Concurrent requests cannot exceed the limit.
     *
     * @returns false if the limit is reached; then none is counted
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
