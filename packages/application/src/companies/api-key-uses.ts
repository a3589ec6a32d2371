/**
 * Records when API keys were last used.
 *
 * No request waits for the write: uses are noted in memory and written together once a minute and when the service stops. A killed process
 * loses its latest notes; only this display depends on them.
 */
import type { ApiKeyId } from "@vintem/domain/access"
import { ApiKeyRepository, type ApiKeyUse, type StorageUnavailable } from "@vintem/domain/ports"
import { Context, Effect, Layer } from "effect"

/** The pause between writes, in milliseconds. */
const pauseMillis = 60_000

/** How many keys are written in one commit, so that other writers wait only briefly. */
const piece = 500

export class ApiKeyUses extends Context.Service<
  ApiKeyUses,
  {
    /** Notes a use. The last one counts. */
    readonly note: (use: ApiKeyUse) => void
    /** The uses noted since the last call. */
    readonly take: () => ReadonlyArray<ApiKeyUse>
  }
>()("@vintem/application/ApiKeyUses") {
  static readonly layer = Layer.sync(ApiKeyUses, () => {
    let noted = new Map<ApiKeyId, ApiKeyUse>()
    return ApiKeyUses.of({
      note: (use) => {
        noted.set(use.id, use)
      },
      take: () => {
        const taken = Array.from(noted.values())
        noted = new Map()
        return taken
      },
    })
  })
}

/** Writes the noted uses. If the store fails, they are lost: the next use notes the key again. */
export const recordKeyUses = Effect.fn("recordKeyUses")(function* (): Effect.fn.Return<
  void,
  StorageUnavailable,
  ApiKeyRepository | ApiKeyUses
> {
  const { take } = yield* ApiKeyUses
  const { recordUses } = yield* ApiKeyRepository
  const uses = take()
  for (let from = 0; from < uses.length; from += piece) yield* recordUses(uses.slice(from, from + piece))
})

const recordedOrLogged = Effect.suspend(() => recordKeyUses()).pipe(
  Effect.catchCause((cause) => Effect.logError("the last use of API keys could not be stored", cause)),
)

/** Records the uses once a minute, as long as the service runs, and once more when it stops. */
export const keyUsesRecorded = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* Effect.addFinalizer(() => recordedOrLogged)
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pauseMillis), recordedOrLogged)))
  }),
)
