/**
 * Webhook endpoints in SQL. Secrets are kept readable, because signing needs them.
 */
import {
  CompanyId,
  Instant,
  type StorageUnavailable,
  type WebhookEndpoint,
  WebhookEndpointRepository,
  WebhookSecret,
} from "@vintem/domain"
import { Effect, Layer, Redacted, Schema } from "effect"
import { Executor } from "./executor.ts"
import { readerOf } from "./stored-value.ts"

export const layer = Layer.effect(
  WebhookEndpointRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    return WebhookEndpointRepository.of({
      put: (endpoint) => {
        const { company_id, ...columns } = rowFromEndpoint(endpoint)
        return Effect.asVoid(
          executor.write(
            "webhookEndpoints.put",
            build
              .insertInto("webhook_endpoint")
              .values({ company_id, ...columns })
              .onConflict((conflict) => conflict.column("company_id").doUpdateSet(columns))
              .compile(),
          ),
        )
      },
      find: (company: CompanyId) =>
        Effect.flatMap(
          executor.read(
            "webhookEndpoints.find",
            build.selectFrom("webhook_endpoint").selectAll().where("company_id", "=", company).compile(),
          ),
          ([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(endpointFromRow(row))),
        ),
      remove: (company: CompanyId) =>
        Effect.map(
          executor.write(
            "webhookEndpoints.remove",
            build.deleteFrom("webhook_endpoint").where("company_id", "=", company).compile(),
          ),
          ({ changes }) => changes === 1,
        ),
    })
  }),
)

interface EndpointRow {
  readonly company_id: number
  readonly url: string
  readonly has_long_tail: number
  readonly is_enabled: number
  readonly secret: string
  readonly retired: string
  readonly configured_at: number
}

const rowFromEndpoint = (endpoint: WebhookEndpoint): EndpointRow => ({
  company_id: endpoint.company,
  url: endpoint.url,
  has_long_tail: endpoint.hasLongTail ? 1 : 0,
  is_enabled: endpoint.isEnabled ? 1 : 0,
  secret: Redacted.value(endpoint.secret),
  retired: JSON.stringify(endpoint.retired.map(({ secret, until }) => ({ secret: Redacted.value(secret), until }))),
  configured_at: endpoint.configuredAt,
})

const KeptSecret = Schema.RedactedFromValue(WebhookSecret, { label: "webhook secret" })

const readEndpoint = readerOf(
  Schema.Struct({
    company: CompanyId,
    url: Schema.String,
    hasLongTail: Schema.BooleanFromBit,
    isEnabled: Schema.BooleanFromBit,
    secret: KeptSecret,
    retired: Schema.fromJsonString(Schema.Array(Schema.Struct({ secret: KeptSecret, until: Instant }))),
    configuredAt: Instant,
  }),
)

const endpointFromRow = (row: EndpointRow): Effect.Effect<WebhookEndpoint, StorageUnavailable> =>
  readEndpoint("webhookEndpoints.find", `The webhook of company ${row.company_id}`, {
    company: row.company_id,
    url: row.url,
    hasLongTail: row.has_long_tail,
    isEnabled: row.is_enabled,
    secret: row.secret,
    retired: row.retired,
    configuredAt: row.configured_at,
  })
