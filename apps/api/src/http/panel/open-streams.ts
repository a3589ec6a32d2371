/**
 * How many streams of changes are open: a person may have some, and the process bounds them all.
 */
import type { UserId } from "@vintem/domain/access"
import { Context, Effect, Layer, type Scope } from "effect"
import { catalogue } from "../../metrics/catalogue.ts"
import { Meter } from "../../metrics/meter.ts"

/** Of one user: enough for the tabs and programs that a person works with. */
const streamsOfUserMax = 20

/** Of one process. */
const streamsMax = 5_000

export class OpenStreams extends Context.Service<
  OpenStreams,
  {
    /** Why a user may not open another stream; null where they may. */
    readonly refusal: (user: UserId) => "user" | "process" | null
    /** Counts one until the scope ends. */
    readonly open: (user: UserId) => Effect.Effect<void, never, Scope.Scope>
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
      return OpenStreams.of({
        refusal: (user) => {
          if ((ofUser.get(user) ?? 0) >= streamsOfUserMax) return "user"
          return all >= streamsMax ? "process" : null
        },
        open: (user) =>
          Effect.acquireRelease(
            Effect.sync(() => count(user, 1)),
            () => Effect.sync(() => count(user, -1)),
          ),
      })
    }),
  )
}
