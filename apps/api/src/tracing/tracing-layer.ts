/**
 * Sends traces to an OpenTelemetry collector (OTLP over HTTP, JSON), where one is configured.
 *
 * A collector that does not answer is left alone for a minute, and what would have been sent is dropped: nothing of the service waits for it.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer, Option } from "effect"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import type { Settings } from "../configuration/configuration.ts"
import { carefulTracer } from "./careful-tracer.ts"
import { instanceId, instanceIdAttribute } from "./instance-id.ts"
import { tracing } from "./traces.ts"

/** Built with the machine's clock. @param serviceName - under which the collector shows it */
export const tracingLayer = ({ otlpUrl, traceSampling }: Settings, serviceName: string) =>
  Option.match(otlpUrl, {
    onNone: () => Layer.empty,
    onSome: (url) =>
      Layer.effectContext(
        Effect.gen(function* () {
          const instance = yield* instanceId
          yield* Effect.logInfo("traces are exported", { [instanceIdAttribute]: instance })
          const resource = { serviceName, attributes: { [instanceIdAttribute]: instance } }
          const exporting = yield* OtlpTracer.make({ url: `${url}/v1/traces`, resource })
          return tracing(carefulTracer(exporting), traceSampling)
        }),
      ).pipe(Layer.provide([OtlpExporter.layerFlusher, OtlpSerialization.layerJson, NodeHttpClient.layerUndici])),
  })
