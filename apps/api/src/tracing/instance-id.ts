/** Distinguishes the processes of one service in its traces. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { OtlpResource } from "effect/observability"

/** OpenTelemetry's attribute. */
export const instanceIdAttribute = "service.instance.id"

/** The id in `OTEL_RESOURCE_ATTRIBUTES`, or a new one: addresses and process ids are equal in many containers. */
export const instanceId: Effect.Effect<string> = Effect.map(
  OtlpResource.fromConfig({ serviceName: "" }),
  ({ attributes }) => attributes.find(({ key }) => key === instanceIdAttribute)?.value.stringValue ?? randomUUID(),
)
