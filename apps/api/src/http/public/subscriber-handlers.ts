/**
 * The public API: subscriptions.
 */
import { PublicApi } from "@vintem/contract"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { integrator } from "../company/company-caller.ts"
import { cancelSubscriber, getSubscriber, listSubscribers } from "../company/subscriptions.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"

export const subscribers = HttpApiBuilder.group(PublicApi, "subscribers", (handlers) =>
  handlers
    .handle("list", ({ query }) => listSubscribers(integrator, query))
    .handle("get", ({ params }) => Effect.map(getSubscriber(integrator, params), (data) => ({ success: true, data })))
    .handleRaw("remove", ({ params }) => cancelSubscriber(integrator, params, { isKeyed: false }), uninterruptible)
    .handleRaw("cancel", ({ params }) => cancelSubscriber(integrator, params, { isKeyed: true }), uninterruptible),
)
