// The service's state for operators and auditors over HTTP: the command's report, and the charges without an outcome.
import { ServiceStatusView, UnknownOutcomePage } from "@vintem/contract"
import { JobQueue } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at } from "./at-the-panel.ts"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byNumber } from "./example-orders.ts"
import { type CompanyUnderTest, serviceUnderTest, shown, silence } from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({
  database,
  acquirer: (simulated) => ({ ...simulated, find: () => silence }),
  isListening: true,
})
const { printed } = commandLine(database, {}, service.clock)

const Status = Schema.Struct({ data: ServiceStatusView })
const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

const place = async (company: CompanyUnderTest, body: object): Promise<string> =>
  shown(Placed, await company.post("/api/v1/order/single", body)).data.order_number

/** Its outcome is never reported. */
const silent = byNumber("4000000000000101")

describe("the state of the service", () => {
  it("is the command's report, with version and level, and lists charges without an outcome, oldest first", async () => {
    const [one, other] = [await service.newCompany(), await service.newCompany()]
    const first = await place(one, silent)
    await place(one, byCard())
    service.clock.advance({ seconds: 1_000 })
    const second = await place(other, silent)
    const auditor = await at(service, "auditor", one.id)
    await auditor.get("/status")
    const status = shown(Status, await auditor.get("/status")).data
    expect(status).toMatchObject({
      service: { state: "ready", reason: null },
      unknown_outcomes: { count: 2 },
      version: "0.1.0",
      database: { level: expect.stringMatching(/^\d{4}/u) },
    })
    expect(status.findings.map(({ finding }) => finding)).toContain("outcome_unknown")
    const beside = await printed(Schema.Record(Schema.String, Schema.Unknown), "status", "--url", await service.base())
    for (const fact of [
      "charging",
      "unknown_outcomes",
      "unsettled_refunds",
      "dead",
      "disabled_webhooks",
      "findings",
    ] as const) {
      expect([fact, beside[fact]]).toEqual([fact, status[fact]])
    }
    const listed = shown(UnknownOutcomePage, await auditor.get("/unknown-outcomes"))
    expect(listed.data.map(({ company, order_number }) => [company, order_number])).toEqual([
      [one.id, first],
      [other.id, second],
    ])
    expect(listed.meta.total).toBe(2)
    expect(shown(UnknownOutcomePage, await auditor.get("/unknown-outcomes?page=2")).data).toEqual([])
    expect((await auditor.get("/unknown-outcomes?page=0")).status).toBe(422)
    const administration = await service.administer("GET", "/admin/v1/unknown-outcomes")
    expect(shown(UnknownOutcomePage, administration).data).toEqual(listed.data)
  })

  it("is hidden from company members", async () => {
    const { id } = await service.newCompany()
    const owner = await at(service, "owner", id)
    for (const path of ["/status", "/unknown-outcomes"]) expect((await owner.get(path)).status).toBe(403)
  })
})

describe("open questions to the acquirer", () => {
  const awaiting = async () => {
    const place = await newDatabase()
    const own = serviceUnderTest({ database: place })
    const nextDue = () => own.run(Effect.flatMap(JobQueue, ({ nextDueIn }) => nextDueIn("work")))
    const company = await own.newCompany()
    await company.post("/api/v1/order/single", silent)
    return { own, company, nextDue, ...commandLine(place, {}, own.clock) }
  }

  it("are asked now for operators and the administration, and for nobody else", async () => {
    const path = "/unknown-outcomes/ask"
    const { company, nextDue, own } = await awaiting()
    const bySchedule = await nextDue()
    for (const role of ["auditor", "owner"] as const) {
      expect((await (await at(own, role, company.id)).post(path)).status).toBe(403)
    }
    expect(await nextDue()).toBe(bySchedule)
    const asked = [
      202,
      { hasError: false, response: "The service now asks the acquirer about everything without an outcome." },
    ]
    const administration = await own.administer("POST", `/admin/v1${path}`)
    expect([administration.status, administration.body]).toEqual(asked)
    const now = own.clock.now()
    expect([Number(bySchedule) > now, await nextDue()]).toEqual([true, now])
    const operator = await (await at(own, "operator", company.id)).post(path)
    expect([operator.status, operator.body]).toEqual(asked)
  })

  it("are asked now by the command", async () => {
    const { nextDue, own, vintem } = await awaiting()
    const now = own.clock.now()
    expect(await nextDue()).toBeGreaterThan(now)
    expect((await vintem("charges", "ask")).outcome).toBe("done")
    expect(await nextDue()).toBe(now)
  })
})
