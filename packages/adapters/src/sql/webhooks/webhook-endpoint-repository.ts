/**
 * Webhook endpoints in SQL. Secrets are kept readable, because signing needs them.
 */
import { Instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { WebhookKind } from "@vintem/domain/order"
import { type StorageUnavailable, UnitOfWork, WebhookEndpointRepository } from "@vintem/domain/ports"
import { DisableReason, failedEventsMax, type WebhookEndpoint, WebhookSecret } from "@vintem/domain/webhook"
import { Effect, Layer, Redacted, Schema } from "effect"
import { type CompiledQuery, sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import { hold, writeUnread } from "../engine/procedure.ts"
import { rememberedLookup } from "../engine/remembered-lookup.ts"
import { rememberingReader } from "../engine/remembering-reader.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  WebhookEndpointRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    /**
     * Changes the row that is stored at that moment, in one statement. A concurrent replacement waits for it, or this waits for the
     * replacement.
     */
    const note = (operation: string, company: CompanyId, query: CompiledQuery<unknown>) =>
      commit(
        Effect.andThen(
          executor.run(operation, () => hold(entryOf(company))),
          Effect.asVoid(executor.write(operation, query)),
        ),
      )

    // Runs with every webhook: compiled once.
    const selectOfCompany = preparedQuery<{ company: number }, EndpointRow>((value) =>
      build.selectFrom("webhook_endpoint").selectAll().where("company_id", "=", value("company")),
    )

    // Companies without a webhook are looked up as often as those with one.
    const find = rememberedLookup(
      executor,
      ["webhook_endpoint"],
      (company: CompanyId) =>
        Effect.flatMap(
          executor.readEntry("webhookEndpoints.find", entryOf(company), selectOfCompany({ company })),
          ([row]) =>
            row === undefined ? Effect.succeedNone : Effect.asSome(endpointFromRow("webhookEndpoints.find", row)),
        ),
      "cached",
    )

    const forgetFailures = preparedRows<{ company_id: number }, unknown>((rows) => {
      const delivered = rows.map((value) => sql`(cast(${value("company_id")} as bigint))`)
      return build
        .with("delivered(company_id)", () => sql<{ company_id: number }>`(values ${sql.join(delivered)})`)
        .updateTable("webhook_endpoint")
        .from("delivered")
        .set({ failures_in_row: 0 })
        .whereRef("webhook_endpoint.company_id", "=", "delivered.company_id")
        .where("failures_in_row", ">", 0)
    })

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
      find,
      // Takes no lock: deliveries to one company do not wait for each other, and there is rarely anything to change.
      noteDelivered: (companies) =>
        Effect.forEach(
          forgetFailures(companies.map((company_id) => ({ company_id }))),
          (query) => executor.run("webhookEndpoints.noteDelivered", () => writeUnread(query)),
          { discard: true },
        ),
      noteFailed: ({ company, url }, at: Instant) =>
        note(
          "webhookEndpoints.noteFailed",
          company,
          build
            .updateTable("webhook_endpoint")
            .set((e) => ({
              failures_in_row: e("failures_in_row", "+", 1),
              disabled: sql`case when ${isTooMany} then ${JSON.stringify({ at, because: "failing" })} else disabled end`,
              is_enabled: sql`case when ${isTooMany} then 0 else is_enabled end`,
            }))
            .where("company_id", "=", company)
            .where("url", "=", url)
            .compile(),
        ),
      noteGone: ({ company, url }, at: Instant) =>
        note(
          "webhookEndpoints.noteGone",
          company,
          build
            .updateTable("webhook_endpoint")
            .set({ is_enabled: 0, disabled: JSON.stringify({ at, because: "gone" }) })
            .where("company_id", "=", company)
            .where("url", "=", url)
            .where("is_enabled", "=", 1)
            .compile(),
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

/** The name that a unit locks while it replaces an endpoint. */
const entryOf = (company: CompanyId): string => `webhook_endpoint ${company}`

/** Whether one more failure disables an enabled endpoint. */
const isTooMany = sql<boolean>`is_enabled = 1 and failures_in_row + 1 >= ${sql.lit(failedEventsMax)}`

interface EndpointRow {
  readonly company_id: number
  readonly url: string
  readonly has_long_tail: number
  readonly is_enabled: number
  readonly secret: string
  readonly retired: string
  readonly configured_at: number
  readonly failures_in_row: number
  readonly disabled: string | null
  readonly events: string
}

const rowFromEndpoint = (endpoint: WebhookEndpoint): EndpointRow => ({
  company_id: endpoint.company,
  url: endpoint.url,
  has_long_tail: endpoint.hasLongTail ? 1 : 0,
  is_enabled: endpoint.isEnabled ? 1 : 0,
  secret: Redacted.value(endpoint.secret),
  retired: JSON.stringify(endpoint.retired.map(({ secret, until }) => ({ secret: Redacted.value(secret), until }))),
  configured_at: endpoint.configuredAt,
  failures_in_row: endpoint.failuresInRow,
  disabled: endpoint.disabled === null ? null : JSON.stringify(endpoint.disabled),
  events: JSON.stringify(endpoint.events),
})

const KeptSecret = Schema.RedactedFromValue(WebhookSecret, { label: "webhook secret" })

const readEndpoint = readerOf(
  Schema.Struct({
    company: CompanyId,
    url: Schema.String,
    hasLongTail: Schema.BooleanFromBit,
    isEnabled: Schema.BooleanFromBit,
    secret: KeptSecret,
    retired: Schema.Array(Schema.Struct({ secret: KeptSecret, until: Instant })),
    configuredAt: Instant,
    failuresInRow: Schema.Int,
    disabled: Schema.NullOr(Schema.Struct({ at: Instant, because: DisableReason })),
    events: Schema.Array(WebhookKind),
  }),
)

/** Read with every webhook. While the row is the same, its secrets and their keys are reused. */
const endpointFromRow = rememberingReader(
  "company_id",
  {
    company_id: true,
    url: true,
    has_long_tail: true,
    is_enabled: true,
    secret: true,
    retired: true,
    configured_at: true,
    failures_in_row: true,
    disabled: true,
    events: true,
  },
  (operation, row: EndpointRow): Effect.Effect<WebhookEndpoint, StorageUnavailable> =>
    readEndpoint(operation, `The webhook of company ${row.company_id}`, {
      company: row.company_id,
      url: row.url,
      hasLongTail: row.has_long_tail,
      isEnabled: row.is_enabled,
      secret: row.secret,
      retired: parsedJson(row.retired),
      configuredAt: row.configured_at,
      failuresInRow: row.failures_in_row,
      disabled: row.disabled === null ? null : parsedJson(row.disabled),
      events: parsedJson(row.events),
    }),
)
