/**
 * Limits concurrent exports of customers. Each reads and writes all data of one person, and everybody else waits
 * between its pages: with one per company and two per process, other requests still get through.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import { Clock, Context, Effect, Layer, type Scope } from "effect"

/** The most exports in flight in one process. */
const exportsMax = 2

/**
 * How long an export counts, nanoseconds. A client that stopped reading holds one page in memory; after this time it no
 * longer keeps other exports from starting.
 */
const countedForNanos = 600_000_000_000n

export class ExportsUnderWay extends Context.Service<
  ExportsUnderWay,
  {
    /**
     * Counts an export until the scope ends.
     *
     * @returns false if the limit is reached; then none is counted
     */
    readonly begin: (company: CompanyId) => Effect.Effect<boolean, never, Scope.Scope>
  }
>()("@vintem/api/http/ExportsUnderWay") {
  static readonly layer = Layer.sync(ExportsUnderWay, () => {
    const underWay = new Set<{ readonly company: CompanyId; readonly since: bigint }>()
    const enter = (company: CompanyId, since: bigint) => {
      const counted = [...underWay].filter((one) => since - one.since < countedForNanos)
      if (counted.length >= exportsMax || counted.some((one) => one.company === company)) return null
      const own = { company, since }
      underWay.add(own)
      return own
    }
    return ExportsUnderWay.of({
      begin: (company) =>
        Effect.map(
          Effect.acquireRelease(
            Effect.map(Clock.Clock, (clock) => enter(company, clock.monotonicTimeNanosUnsafe())),
            (own) => Effect.sync(() => (own === null ? undefined : underWay.delete(own))),
          ),
          (own) => own !== null,
        ),
    })
  })
}
