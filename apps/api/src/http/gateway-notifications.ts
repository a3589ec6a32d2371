/**
 * Receives the acquirer's unrequested reports of charges.
 *
 * Requests signed with one of the secrets are accepted; without a configured secret none are.
 */
import { GatewayNotifications, type GatewaySecrets, signatures } from "@vintem/adapters"
import { recordChargeReport } from "@vintem/application"
import { OutcomeUnknown } from "@vintem/domain/ports"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { MachineClock } from "../clock/machine-clock.ts"
import { uninterruptible } from "./edge/limits/uninterruptible.ts"

/** The secrets that the acquirer signs with; none if only this process simulates an acquirer. */
export class NotificationSecrets extends Context.Service<
  NotificationSecrets,
  { readonly secrets: Option.Option<GatewaySecrets> }
>()("@vintem/api/http/NotificationSecrets") {}

const route = { method: "POST", path: "/gateway/v1/notifications" } as const

export const gatewayPaths = [route]

/** Uninterruptible: a report counts even if the acquirer hangs up. */
export const gatewayNotifications = Layer.unwrap(
  Effect.gen(function* () {
    const { secrets } = yield* NotificationSecrets
    if (Option.isNone(secrets)) return HttpRouter.add(route.method, route.path, notSigned)
    const signed = yield* Effect.provideService(signatures(secrets.value), Clock.Clock, yield* MachineClock)
    const receiving = GatewayNotifications.receiving(signed, (key, reports) =>
      recordChargeReport(key, reports).pipe(
        Effect.map(Option.isSome),
        Effect.tapError((error) => Effect.logError("a notification was not recorded", error)),
        Effect.mapError(() => new OutcomeUnknown({ detail: "not recorded" })),
      ),
    )
    return HttpRouter.add(route.method, route.path, receiving, uninterruptible)
  }),
)

const notSigned = HttpServerResponse.jsonUnsafe({ error: "not_signed" }, { status: 401 })
