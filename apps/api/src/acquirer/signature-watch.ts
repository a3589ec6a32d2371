/**
 * Watches if the acquirer refuses this service's signatures. With a wrong secret no charge is made and every outcome is
 * unknown, so an operator has to learn of it before payers do.
 *
 * @see docs/decisions/access.md#0346
 */
import { AttemptKey } from "@vintem/domain/identifiers"
import { Acquirer } from "@vintem/domain/ports"
import { Context, Effect, Layer } from "effect"

export class SignatureWatch extends Context.Service<
  SignatureWatch,
  {
    /** True if the latest conclusive answer was a refusal. Null before the first one. */
    readonly isRefused: Effect.Effect<boolean | null>
    /** Takes the HTTP status of every answer of the acquirer. */
    readonly onStatus: (status: number) => Effect.Effect<void>
  }
>()("@vintem/api/SignatureWatch") {
  static readonly layer = Layer.sync(SignatureWatch, () => {
    let isRefused: boolean | null = null
    return SignatureWatch.of({
      isRefused: Effect.sync(() => isRefused),
      onStatus: (status) =>
        Effect.suspend(() => {
          // A 5xx may come from a proxy, or from an acquirer that has not looked at the signature.
          if (status >= 500) return Effect.void
          const was = isRefused
          isRefused = status === 401
          if (isRefused === (was ?? false)) return Effect.void
          return isRefused ? Effect.logError(refused) : Effect.logInfo("the acquirer accepts our signatures again")
        }),
    })
  })
}

const refused =
  "the acquirer refuses our signatures (HTTP 401), and no charge is made: it does not know the first secret of VINTEM_GATEWAY_SECRET, or the " +
  "clocks are more than 300 seconds apart"

/** No charge has this key: only the signature of the question matters. */
const noCharge = AttemptKey.make("0".repeat(26))

const pause = "10 seconds"

/** Asks the acquirer until an answer shows that it accepts our signatures. Asks again while it refuses them. */
export const signaturesTried = Layer.effectDiscard(
  Effect.gen(function* () {
    const { find } = yield* Acquirer
    const { isRefused } = yield* SignatureWatch
    const tried = Effect.gen(function* () {
      if ((yield* isRefused) !== false) yield* Effect.ignore(find({ key: noCharge }))
      yield* Effect.sleep(pause)
    })
    yield* Effect.forkScoped(Effect.forever(tried))
  }),
)
