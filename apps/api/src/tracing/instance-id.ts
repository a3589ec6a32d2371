/**
 * Tells the processes of one service apart in its traces.
 */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { OtlpResource } from "effect/observability"

/** The attribute of OpenTelemetry. */
export const instanceIdAttribute = "service.instance.id"

/** What `OTEL_RESOURCE_ATTRIBUTES` says, or a new one: addresses and process ids are the same in many containers. */
export const instanceId: Effect.Effect<string> = Effect.map(
  OtlpResource.fromConfig({ serviceName: "" }),
  ({ attributes }) => attributes.find(({ key }) => key === instanceIdAttribute)?.value.stringValue ?? randomUUID(),
)
