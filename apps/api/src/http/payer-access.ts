/**
 * Lets a payer in, whoever it is, as often as an address (in IPv6 a /64) may come.
 */
import { PayerAccess, ServerError } from "@vintem/contract"
import type { RateLimiter, StorageUnavailable } from "@vintem/domain"
import { Effect, Layer } from "effect"
import { type TrustedProxies, visitorOf } from "./client-address-of.ts"
import { type RateLimits, takeVisit } from "./rate-limit.ts"

/** Counts the request at hand; past the limit its visitor is told to wait. */
export const countedVisit = Effect.gen(function* () {
  yield* takeVisit(yield* visitorOf)
}).pipe(
  Effect.catchTag("StorageUnavailable", (error: StorageUnavailable) =>
    Effect.andThen(Effect.logError("storage failed", error), Effect.fail(new ServerError())),
  ),
)

export const payerAccess = Layer.effect(
  PayerAccess,
  Effect.gen(function* () {
    const services = yield* Effect.context<RateLimiter | RateLimits | TrustedProxies>()
    return PayerAccess.of((handler) => Effect.andThen(Effect.provideContext(countedVisit, services), handler))
  }),
)
