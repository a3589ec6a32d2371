/**
 * Sends traces to an OpenTelemetry collector (OTLP over HTTP, JSON), if one is configured.
 *
 * An unreachable collector is left alone for a minute, and the spans of that time are dropped: the service never waits
 * for it.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer, Option } from "effect"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import type { Settings } from "../configuration/configuration.ts"
import { carefulTracer } from "./careful-tracer.ts"
import { instanceId, instanceIdAttribute } from "./instance-id.ts"
import { tracing } from "./traces.ts"

/** Build it with the machine's clock. @param serviceName - shown by the collector */
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
