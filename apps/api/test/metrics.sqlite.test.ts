// Metrics of SQLite alone.
import { expect, it } from "vitest"
import { describedMetrics } from "../src/metrics/catalogue.ts"
import { byPix } from "./example-orders.ts"
import { readExposition, valueOf } from "./exposition.ts"
import { serviceUnderTest } from "./service-under-test.ts"

it("have the groups of its commits, and no connections", async () => {
  const token = "prometheus-s-token-of-the-tests"
  const service = serviceUnderTest({ environment: { VINTEM_METRICS_TOKEN: token } })
  const company = await service.newCompany()
  await Promise.all([1, 2, 3].map(() => company.post("/api/v1/order/single", byPix())))
  const families = readExposition((await service.call("GET", "/metrics", { token })).text)
  const value = (name: string) => valueOf(families, name) ?? -1
  const groups = value("vintem_commit_group_units_count")
  expect(groups).toBeGreaterThan(0)
  expect(value("vintem_commit_group_units_sum")).toBeGreaterThan(groups)
  expect([value("vintem_commit_group_duration_seconds_count"), value("vintem_commit_wait_seconds_count")]).toEqual([
    groups,
    groups,
  ])
  expect(families.map(({ name }) => name).filter((name) => name.startsWith("db_client"))).toEqual([])
  // Rare events have a series only once they have happened.
  const seldom = [
    "vintem_webhook_delivery_lag_seconds",
    "vintem_webhook_attempt_duration_seconds",
    "vintem_job_delay_seconds",
  ]
  const told = [...families.map(({ name }) => name), ...seldom]
  const missing = describedMetrics.map(({ name }) => name).filter((name) => !told.includes(name))
  expect(missing.filter((name) => !name.startsWith("db_client"))).toEqual(
    process.platform === "linux" ? [] : ["process_open_fds"],
  )
})
