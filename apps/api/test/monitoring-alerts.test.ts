// Causes each alert's problem, and checks that the service then reports what the alert looks for.
import { once } from "node:events"
import { createServer } from "node:http"
import { cardCaps } from "@vintem/domain/order"
import { expect, it, onTestFinished } from "vitest"
import { thresholdOf } from "./alert-rules.ts"
import { byCard, byPix } from "./example-orders.ts"
import { type Family, readExposition, valueOf } from "./exposition.ts"
import { credit, payersOf, paying } from "./payers.ts"
import { type ServiceOptions, type ServiceUnderTest, serviceUnderTest, silence } from "./service-under-test.ts"

const token = "prometheus-s-token-of-the-tests"

const started = ({ environment, ...options }: ServiceOptions = {}) =>
  serviceUnderTest({ ...options, environment: { VINTEM_METRICS_TOKEN: token, ...environment } })

const scraped = async ({ call }: ServiceUnderTest) => readExposition((await call("GET", "/metrics", { token })).text)

/** The sum of a counter or of a histogram's count, over the series with these labels. */
const sumOf = (
  families: ReadonlyArray<Family>,
  name: string,
  isWanted = (_: Readonly<Record<string, string>>) => true,
) =>
  families
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name && isWanted(sample.labels))
    .reduce((sum, { value }) => sum + value, 0)

it("VintemAcquirerSilent: the acquirer does not answer", async () => {
  const service = started({ environment: { VINTEM_GATEWAY_TIMEOUT: "1 milli" } })
  const company = await service.newCompany()
  await company.post(
    "/api/v1/order/single",
    byCard({ holder: "M", number: "4000000000000101", expiration: "12/2039", security: "123" }),
  )
  const families = await scraped(service)
  const asked = "vintem_acquirer_request_duration_seconds_count"
  const share = sumOf(families, asked, ({ outcome }) => outcome !== "answered") / sumOf(families, asked)
  expect(share).toBeGreaterThan(thresholdOf("VintemAcquirerSilent"))
})

it("VintemOutcomeUnknown: it does not report later, either", async () => {
  const service = started({ acquirer: (simulated) => ({ ...simulated, charge: () => silence, find: () => silence }) })
  const company = await service.newCompany()
  await company.post("/api/v1/order/single", byCard())
  await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: thresholdOf("VintemOutcomeUnknown") + 60 })
  const age = valueOf(await scraped(service), "vintem_unknown_outcome_oldest_age_seconds")
  expect(age).toBeGreaterThan(thresholdOf("VintemOutcomeUnknown"))
})

it("VintemCardsTested: payers keep trying cards after too many were refused", async () => {
  const service = started({ isListening: true, environment: { VINTEM_TRUSTED_PROXIES: "127.0.0.1" } })
  const { makeLink, payLink } = payersOf(service)
  const slug = await makeLink(await service.newCompany())
  const tried = cardCaps.address_at_link.refusedMax + thresholdOf("VintemCardsTested") + 1
  for (let count = 0; count < tried; count += 1) {
    await payLink(slug, paying(credit("4000000000000002")), { "x-forwarded-for": "192.0.2.1" })
  }
  expect(sumOf(await scraped(service), "vintem_stopped_cards_total")).toBeGreaterThan(thresholdOf("VintemCardsTested"))
})

it("VintemJobsLate and VintemWebhooksLate: nobody works", async () => {
  const service = started()
  const company = await service.newCompany()
  await service.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: "http://127.0.0.1:9/" })
  await company.post("/api/v1/order/single", byPix({ expires_in: 5 }))
  service.clock.advance({ hours: 2 * 24 })
  const families = await scraped(service)
  const oldest = (kind: string) => valueOf(families, "vintem_jobs_oldest_due_age_seconds", { kind })
  expect(oldest("ExpireInstrument")).toBeGreaterThan(thresholdOf("VintemJobsLate"))
  expect(oldest("DeliverWebhook")).toBeGreaterThan(thresholdOf("VintemWebhooksLate"))
})

it("VintemWebhooksGivenUp: a receiver refuses each attempt", async () => {
  const service = started()
  const receiver = createServer((_, response) => response.writeHead(500).end()).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  onTestFinished(() => void receiver.close())
  const address = receiver.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const company = await service.newCompany()
  await service.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: `http://127.0.0.1:${port}/` })
  await company.post("/api/v1/order/single", byCard())
  await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 3_600 })
  const failed = valueOf(await scraped(service), "vintem_webhook_deliveries_total", { state: "failed" })
  expect(failed).toBeGreaterThan(thresholdOf("VintemWebhooksGivenUp"))
})

it("VintemGuessing: keys are tried", async () => {
  const service = started()
  for (let count = 0; count < 5; count += 1) await service.call("GET", "/api/v1/order", { token: `wrong-${count}` })
  expect(valueOf(await scraped(service), "vintem_refused_requests_total", { reason: "unauthenticated" })).toBe(5)
})
