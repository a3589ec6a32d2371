// What the service tells of PostgreSQL alone.
import { expect, it } from "vitest"
import { readExposition, valueOf } from "./exposition.ts"
import { serviceUnderTest } from "./service-under-test.ts"

it("has its connections, and no groups of commits", async () => {
  const token = "prometheus-s-token-of-the-tests"
  const service = serviceUnderTest({ environment: { VINTEM_METRICS_TOKEN: token, VINTEM_DB_POOL: "3" } })
  await service.newCompany()
  const families = readExposition((await service.call("GET", "/metrics", { token })).text)
  const count = (state: string) => valueOf(families, "db_client_connections", { db_client_connection_state: state })
  expect(valueOf(families, "db_client_connection_max")).toBe(3)
  expect(count("used")).toBe(0)
  expect(count("idle")).toBeGreaterThan(0)
  expect(valueOf(families, "db_client_connection_pending_requests")).toBe(0)
  expect(families.map(({ name }) => name).filter((name) => name.startsWith("vintem_commit"))).toEqual([])
})
