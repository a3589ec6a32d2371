// `vintem status` for a person in a hurry, on either engine, while the service is in use.
import { AcquirerUnreached } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { lateSeconds, silentShare } from "../src/status/status-findings.ts"
import { thresholdOf } from "./alert-rules.ts"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byPix } from "./example-orders.ts"
import { type ServiceOptions, serviceUnderTest, silence } from "./service-under-test.ts"

const Unended = Schema.Struct({ count: Schema.Int, oldest_at: Schema.NullOr(Schema.String) })

const Status = Schema.Struct({
  at: Schema.String,
  service: Schema.Struct({ url: Schema.String, state: Schema.String, reason: Schema.NullOr(Schema.String) }),
  charging: Schema.Struct({
    orders: Schema.Int,
    since: Schema.NullOr(Schema.String),
    latest_charge_at: Schema.NullOr(Schema.String),
    charges: Schema.Record(Schema.String, Schema.Int),
  }),
  unknown_outcomes: Unended,
  unsettled_refunds: Unended,
  due: Schema.Struct({
    work: Schema.Int,
    webhook: Schema.Int,
    kinds: Schema.Array(Schema.Struct({ kind: Schema.String, count: Schema.Int, oldest_at: Schema.String })),
  }),
  in_hand: Schema.Int,
  dead: Schema.Array(Schema.Struct({ kind: Schema.String, count: Schema.Int })),
  disabled_webhooks: Schema.Array(Schema.Int),
  last_backup: Schema.NullOr(Schema.Struct({ at: Schema.String, file: Schema.String })),
  findings: Schema.Array(Schema.Struct({ finding: Schema.String, message: Schema.String, next: Schema.String })),
})

/** A service that listens, and the command next to it, by one clock. */
const beside = async (options: ServiceOptions = {}) => {
  const database = await newDatabase()
  const service = serviceUnderTest({ ...options, database, isListening: true })
  const { printed, vintem } = commandLine(database, {}, service.clock)
  const url = await service.base()
  return {
    service,
    database,
    /** The output for programs. */
    told: () => printed(Status, "status", "--url", url),
    /** The output for people. */
    said: () => vintem("status", "--url", url),
    elsewhere: () => printed(Status, "status", "--url", "http://127.0.0.1:9"),
  }
}

const findingsIn = ({ findings }: typeof Status.Type) => findings.map(({ finding }) => finding)

describe("vintem status", () => {
  it("says that the service is charging and that nothing needs attention", async () => {
    const { database, said, service, told } = await beside()
    expect((await told()).charging).toEqual({ orders: 0, since: null, latest_charge_at: null, charges: {} })
    const company = await service.newCompany()
    await company.post("/api/v1/order/single", byCard())
    await company.post("/api/v1/order/single", byPix())
    service.clock.advance({ seconds: 61 })
    const status = await told()
    expect(status).toMatchObject({
      at: "2026-11-19T15:01:01.000Z",
      service: { state: "ready", reason: null },
      charging: {
        orders: 2,
        since: "2026-11-19T15:00:00.000Z",
        latest_charge_at: "2026-11-19T15:00:00.000Z",
        charges: { confirmed: 1, open: 1 },
      },
      unknown_outcomes: { count: 0, oldest_at: null },
      dead: [],
      findings: [],
    })
    const { outcome, printed } = await said()
    expect(outcome).toBe("done")
    expect(printed).toContain(
      "charging    last charge 1 minute ago; charges of the latest 2 orders: 1 open, 1 confirmed",
    )
    expect(printed).toMatch(/\n\nNothing needs attention\.$/u)
    // PostgreSQL does not know when it was backed up.
    expect(printed.includes("backup")).toBe(database.url.startsWith("sqlite:"))
  })

  it("names the oldest charge without an outcome, by the clock of the sandbox, and what to do next", async () => {
    const { said, service, told } = await beside({
      acquirer: (simulated) => ({ ...simulated, charge: () => silence, find: () => silence }),
    })
    const company = await service.newCompany()
    await company.post("/api/v1/order/single", byCard())
    expect(findingsIn(await told())).toEqual([])
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 3_600 })
    expect(await told()).toMatchObject({
      unknown_outcomes: { count: 1, oldest_at: "2026-11-19T15:00:00.000Z" },
      findings: [{ finding: "outcome_unknown", message: "1 charge has no outcome, the oldest for 1 hour." }],
    })
    const { outcome, printed } = await said()
    expect(outcome).toBe("attention: 1 charge has no outcome, the oldest for 1 hour.")
    expect(printed).toContain("\n! 1 charge has no outcome, the oldest for 1 hour.\n  Ask the acquirer.")
  })

  it("names an unreachable acquirer until it answers again", async () => {
    let isAway = true
    const { said, service, told } = await beside({
      acquirer: (simulated) => ({
        ...simulated,
        charge: (request) =>
          isAway ? Effect.fail(new AcquirerUnreached({ detail: "no connection" })) : simulated.charge(request),
        void: (key) => (isAway ? silence : simulated.void(key)),
      }),
    })
    const company = await service.newCompany()
    for (let count = 0; count < 10; count += 1) await company.post("/api/v1/order/single", byCard())
    const status = await told()
    expect(status.charging.charges).toEqual({ unreached: 10 })
    expect(findingsIn(status)).toEqual(["acquirer_silent"])
    expect((await said()).outcome).toBe("attention: 10 of the latest 10 charges had no answer from the acquirer.")
    isAway = false
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 3_600 })
    const later = await told()
    expect([later.charging.charges, findingsIn(later)]).toEqual([{ voided: 10 }, []])
  })

  it("names late work and webhooks, and a service that does not answer", async () => {
    const { elsewhere, service, told } = await beside()
    const company = await service.newCompany()
    await service.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: "http://127.0.0.1:9/" })
    await company.post("/api/v1/order/single", byPix({ expires_in: 5 }))
    service.clock.advance({ days: 2 })
    expect(findingsIn(await told())).toEqual(["jobs_late", "webhooks_late"])
    expect(findingsIn(await elsewhere())).toEqual(["service_silent", "jobs_late", "webhooks_late"])
  })

  it("names work that was given up, and companies whose webhooks are off", async () => {
    const { database, service, told } = await beside()
    const company = await service.newCompany()
    await service.administer("PUT", `/admin/v1/companies/${company.id}/webhook`, { url: "http://127.0.0.1:9/" })
    await company.post("/api/v1/order/single", byPix())
    await database.execute("update job set died_at = 1, reason = 'Failed' where kind = 'ExpireInstrument'")
    await database.execute("update webhook_endpoint set disabled = '{}'")
    const status = await told()
    expect(status.dead).toEqual([{ kind: "ExpireInstrument", count: 1 }])
    expect(status.disabled_webhooks).toEqual([company.id])
    expect(findingsIn(status)).toEqual(["jobs_dead", "webhooks_disabled"])
  })

  it("reads no database of another version, and changes nothing", async () => {
    const { database, said, service } = await beside()
    await service.newCompany()
    await database.execute("delete from kysely_migration where name = '0001-schema'")
    expect((await said()).outcome).toMatch(/^refused: The database is not up to date\. Run: vintem migrate/u)
    await database.execute("insert into kysely_migration values ('0001-schema', '2027-01-01')")
    expect((await said()).outcome).toBe("done")
  })

  it("calls the acquirer silent if the alert does", () => {
    expect(thresholdOf("VintemAcquirerSilent")).toBe(silentShare)
  })

  it.each(Object.entries(lateSeconds))("calls late what the alert %s calls late: %i seconds", (alert, seconds) => {
    expect(thresholdOf(alert)).toBe(seconds)
  })
})
