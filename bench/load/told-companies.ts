/** Companies with a webhook each, and the service's parts that send to them. */
import { SqliteStorage, WebhookSenderHttp } from "@vintem/adapters"
import { configureWebhook, WebhookPolicy } from "@vintem/application"
import { webhookPayload as textOf } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { CompanyRepository, WebhookPayload } from "@vintem/domain/ports"
import { exampleCompany } from "@vintem/testing"
import { Effect, Layer } from "effect"

const publicUrl = "http://127.0.0.1:4000"

/**
 * The service's own payload and sender, with its usual pauses and time-out; it may send to this machine, as a sandbox
 * may.
 */
export const webhooksSent = Layer.mergeAll(
  Layer.succeed(WebhookPayload, {
    encode: (notification) => textOf(notification, { platform: "Vintem", publicUrl }),
    encodeTest: () => "{}",
  }),
  Layer.succeed(WebhookPolicy, {
    stepMillis: 30_000,
    timeoutMillis: 10_000,
    receiversNow: Effect.sync(() => instant(Math.floor(performance.timeOrigin + performance.now()))),
  }),
  WebhookSenderHttp.layer({ allowPrivate: true }),
)

/** One company per URL. */
export const addToldCompanies = (urls: ReadonlyArray<string>) => Effect.forEach(urls, addToldCompany)

const addToldCompany = Effect.fnUntraced(function* (url: string) {
  const companies = yield* CompanyRepository
  const company: Company = yield* companies.add(exampleCompany())
  yield* configureWebhook(company.id, { url })
  return company
})

/** SQLite's count of rows. @param rows - a table with its condition */
export const countRows = Effect.fnUntraced(function* (rows: string) {
  const { raw } = yield* SqliteStorage.SqliteDatabase
  return raw.prepare<[], number>(`select count(*) from ${rows}`).pluck().get() ?? 0
})
