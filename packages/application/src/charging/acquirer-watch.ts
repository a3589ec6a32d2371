/**
 * Watches the acquirer's answers. Reports when it answers again after failures, and spares payers the wait while it cannot be reached.
 */
import { Acquirer, AcquirerUnreached, type ChargeRequest } from "@vintem/domain/ports"
import { Clock, Context, Effect, Exit, Latch, Layer } from "effect"

/** After this many charges in a row did not reach the acquirer, the next ones are not sent. */
const unreachedMax = 10
/** How long charges are not sent, in milliseconds. Then one is sent as a trial. */
const breakMillis = 5_000

/**
 * The acquirer's state as this process knows it. Before the first answer it counts as failing, because charges may wait
 * for it.
 */
export class AcquirerHealth extends Context.Service<
  AcquirerHealth,
  {
    /** True if the last request had no answer, or there was no request yet. */
    readonly isFailing: Effect.Effect<boolean>
    /** Ends with the first answer after failures since the last call. */
    readonly returned: Effect.Effect<void>
    readonly answered: Effect.Effect<void>
    readonly failed: Effect.Effect<void>
  }
>()("@vintem/application/AcquirerHealth") {
  static readonly layer = Layer.effect(
    AcquirerHealth,
    Effect.gen(function* () {
      const latch = yield* Latch.make(false)
      let isFailing = true
      return AcquirerHealth.of({
        isFailing: Effect.sync(() => isFailing),
        returned: Effect.andThen(latch.await, latch.close).pipe(Effect.asVoid),
        answered: Effect.suspend(() => {
          if (!isFailing) return Effect.void
          isFailing = false
          return Effect.asVoid(latch.open)
        }),
        failed: Effect.sync(() => {
          isFailing = true
        }),
      })
    }),
  )
}

/** The acquirer, watched. */
export const watchedAcquirer = Layer.effect(
  Acquirer,
  Effect.gen(function* () {
    const acquirer = yield* Acquirer
    const health = yield* AcquirerHealth
    const breaker = new Breaker()

    const watched = <A, E, R>(question: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.onExit(question, (exit) => {
        if (Exit.isFailure(exit)) return health.failed
        breaker.closes()
        return health.answered
      })

    const charge = Effect.fnUntraced(function* (request: ChargeRequest) {
      const now = yield* Clock.currentTimeMillis
      if (!breaker.lets(now))
        return yield* new AcquirerUnreached({ detail: "not sent: the last requests did not reach the acquirer" })
      return yield* watched(acquirer.charge(request)).pipe(
        Effect.tapErrorTag("AcquirerUnreached", () => Effect.map(Clock.currentTimeMillis, (at) => breaker.counts(at))),
      )
    })

    return Acquirer.of({
      charge,
      find: (charge) => watched(acquirer.find(charge)),
      void: (charge) => watched(acquirer.void(charge)),
      refund: (request) => watched(acquirer.refund(request)),
    })
  }),
)

/** Open while charges are not sent. Any answer closes it. */
class Breaker {
  #unreached = 0
  #openUntil = 0

  /** True if a charge is sent: the first one after a pause is the trial, and the others wait for its outcome. */
  lets(now: number): boolean {
    if (this.#unreached < unreachedMax) return true
    if (now < this.#openUntil) return false
    this.#openUntil = now + breakMillis
    return true
  }

  counts(now: number): void {
    this.#unreached += 1
    if (this.#unreached >= unreachedMax) this.#openUntil = now + breakMillis
  }

  closes(): void {
    this.#unreached = 0
  }
}
