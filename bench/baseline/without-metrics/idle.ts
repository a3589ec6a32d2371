/**
 * In place of the modules of `apps/api/src/metrics` that count: the same names, and nothing is counted.
 */
import { CommitWatch } from "@vintem/adapters"
import { Acquirer, WebhookSender } from "@vintem/domain/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const measuredAcquirer = Layer.effect(Acquirer, Effect.service(Acquirer))
export const measuredSender = Layer.effect(WebhookSender, Effect.service(WebhookSender))
export const measuredStores = Layer.empty
export const commitMeter = Layer.succeed(CommitWatch, () => {})
export const poolMeter = Layer.empty

export class RequestMeter extends Context.Service<RequestMeter, { readonly answered: () => void }>()(
  "@vintem/bench/RequestMeter",
) {
  static readonly layer = Layer.succeed(RequestMeter, { answered: () => {} })
}
