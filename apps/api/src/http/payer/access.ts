/**
 * Lets any payer in, within the limit of their address (in IPv6 a /64).
 */
import { PayerAccess } from "@vintem/contract"
import { Effect, Layer } from "effect"
import { storageFailed } from "../edge/auth/bearer-token.ts"
import { RateLimits, tooManyRequests } from "../edge/limits/rate-limit.ts"
import { TrustedProxies, visitorOf } from "../edge/request/client-address-of.ts"

/** Counts the current request, and returns how long its visitor has to wait: see `Wait`. */
export const countedVisit = Effect.map(Effect.all([RateLimits, TrustedProxies]), ([{ takeVisit }, proxies]) =>
  Effect.flatMap(Effect.provideService(visitorOf, TrustedProxies, proxies), takeVisit),
)

export const payerAccess = Layer.effect(
  PayerAccess,
  Effect.map(countedVisit, (visit) =>
    PayerAccess.of((handler) =>
      Effect.flatMap(visit, (seconds) => (seconds === null ? handler : Effect.succeed(tooManyRequests(seconds)))).pipe(
        Effect.catchTag("StorageUnavailable", storageFailed),
      ),
    ),
  ),
)
