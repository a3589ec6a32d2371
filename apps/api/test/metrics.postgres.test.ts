// Metrics of PostgreSQL alone, and of one that does not answer.
import { Client } from "pg"
import { expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { eventually } from "./eventually.ts"
import { readExposition, valueOf } from "./exposition.ts"
import { type ServiceUnderTest, serviceUnderTest } from "./service-under-test.ts"

const token = "prometheus-s-token-of-the-tests"

const scraped = async ({ call }: ServiceUnderTest) => {
  const { status, text } = await call("GET", "/metrics", { token })
  expect(status).toBe(200)
  return readExposition(text)
}

it("have its connections, and no groups of commits", async () => {
  const service = serviceUnderTest({ environment: { VINTEM_METRICS_TOKEN: token, VINTEM_DB_POOL: "3" } })
  await service.newCompany()
  const families = await scraped(service)
  const count = (state: string) => valueOf(families, "db_client_connections", { db_client_connection_state: state })
  expect(valueOf(families, "db_client_connection_max")).toBe(3)
  expect(count("used")).toBe(0)
  expect(count("idle")).toBeGreaterThan(0)
  expect(valueOf(families, "db_client_connection_pending_requests")).toBe(0)
  expect(families.map(({ name }) => name).filter((name) => name.startsWith("vintem_commit"))).toEqual([])
})

it("lack the backlog while the store does not answer, and have it again afterwards", async () => {
  const database = await newDatabase()
  const service = serviceUnderTest({ database, environment: { VINTEM_METRICS_TOKEN: token } })
  await service.newCompany()
  const other = new Client({ connectionString: database.url })
  await other.connect()
  await other.query("begin")
  await other.query("lock table job in access exclusive mode")
  const meanwhile = await scraped(service)
  await other.query("rollback")
  await other.end()
  expect(valueOf(meanwhile, "vintem_store_up")).toBe(0)
  expect(meanwhile.map(({ name }) => name)).not.toContain("vintem_jobs_due")
  expect(meanwhile.map(({ name }) => name)).toContain("process_cpu_seconds_total")
  await eventually(async () => {
    service.clock.advance({ seconds: 6 })
    const afterwards = await scraped(service)
    expect(valueOf(afterwards, "vintem_store_up")).toBe(1)
    expect(valueOf(afterwards, "vintem_queue_jobs_due", { queue: "work" })).toBe(0)
  })
})
