/**
 * The origin of an unauthenticated request to the panel.
 */
import type { Visitor } from "@vintem/application"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { clientAddressOf, visitorOf } from "../edge/client-address-of.ts"

/** As much of a browser's name for itself as is kept. */
const agentLengthMax = 200

/** Of the request at hand. */
export const visitor = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const address = Option.getOrNull(yield* clientAddressOf)
  const found: Visitor = {
    network: yield* visitorOf,
    origin: { address, agent: (headers["user-agent"] ?? "").slice(0, agentLengthMax) },
  }
  return found
})
