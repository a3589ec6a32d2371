/**
 * Claimed idempotency keys and their answers in memory.
 */
import { instant } from "@vintem/domain/calendar"
import {
  type ClaimResult,
  type IdempotencyClaim,
  IdempotencyStore,
  idempotencyRetentionMillis,
  isClaimOf,
  type KeyScope,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ClaimRow, compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const { claims } = yield* Tables

    /** An unclaimed key cannot be changed. */
    const change = (scope: KeyScope, key: string, next: Partial<ClaimRow>): Effect.Effect<void> =>
      Effect.sync(() => {
        const name = nameOf(scope, key)
        const row = claims.get(name)
        if (row !== undefined) claims.put(name, { ...row, ...next })
      })

    return IdempotencyStore.of({
      claim: (claim) =>
        Effect.sync(() => {
          const { aliveUntil, fingerprint, key, now } = claim
          const name = nameOf(claim, key)
          const result = resultOf(claims.get(name), claim)
          if (result._tag === "Claimed" || result._tag === "Resumed") {
            const order = result._tag === "Resumed" ? result.order : null
            claims.put(name, { fingerprint, claimedAt: now, aliveUntil, order, answer: null })
          }
          return result
        }),

      attach: (scope, key, order) => change(scope, key, { order }),

      answer: (scope, key, given) =>
        Effect.sync(() => {
          const name = nameOf(scope, key)
          const row = claims.get(name)
          if (row === undefined) return given
          if (row.answer !== null) return row.answer
          claims.put(name, { ...row, answer: given })
          return given
        }),

      release: (scope, key) => change(scope, key, { aliveUntil: longAgo }),

      releaseAll: (since) =>
        Effect.sync(() => {
          const open = claims
            .entries()
            .filter(([, row]) => row.claimedAt >= since && row.answer === null && row.aliveUntil > longAgo)
          for (const [name, row] of open) claims.put(name, { ...row, aliveUntil: longAgo })
          return open.length
        }),

      forget: (before, limit) =>
        Effect.sync(() => {
          const over = claims
            .entries()
            .filter(([, { claimedAt }]) => claimedAt + idempotencyRetentionMillis < before)
            .toSorted(([, one], [, other]) => one.claimedAt - other.claimedAt)
            .slice(0, limit)
          for (const [name] of over) claims.forget(name)
          return over.length
        }),
    })
  }),
)

const nameOf = ({ company, scope }: KeyScope, key: string): string => compositeKey(company ?? 0, scope, key)

const resultOf = (row: ClaimRow | undefined, claim: IdempotencyClaim): ClaimResult => {
  const { aliveAt, now } = claim
  if (row === undefined || now >= row.claimedAt + idempotencyRetentionMillis) return { _tag: "Claimed" }
  if (!isClaimOf(row.fingerprint, claim)) return { _tag: "Mismatched" }
  if (row.answer !== null) return { _tag: "Answered", answer: row.answer }
  if (aliveAt < row.aliveUntil) return { _tag: "Running" }
  return { _tag: "Resumed", order: row.order, since: instant(row.claimedAt) }
}

const longAgo = 0
