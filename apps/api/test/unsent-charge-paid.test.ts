// Money under the key of a charge that was recorded as never sent: the order takes it as late, and the operator learns
// that the record was wrong.
import { OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { AcquirerUnreached } from "@vintem/domain/ports"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { thresholdOf } from "./alert-rules.ts"
import { byCard } from "./example-orders.ts"
import { readExposition, valueOf } from "./exposition.ts"
import { signedHeaders } from "./gateway-signing.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"
import { storedOrder } from "./stored-order.ts"

const secret = "the-acquirer-s-secret"
const token = "prometheus-s-token-of-the-tests"
const path = "/gateway/v1/notifications"

/** The connections rule this out: the charge had left, and was made. */
const service = serviceUnderTest({
  environment: { VINTEM_GATEWAY_SECRET: secret, VINTEM_METRICS_TOKEN: token },
  acquirer: (simulated) => ({
    ...simulated,
    charge: (request) =>
      Effect.andThen(Effect.ignore(simulated.charge(request)), new AcquirerUnreached({ detail: "a wrong proof" })),
  }),
})

const refusedAtOnce = async () => {
  const company = await service.newCompany()
  const placed = shown(SingleOrderResponse, await company.post("/api/v1/order/single", byCard()))
  expect(placed.data.status).toBe("unpaid")
  return { company, number: placed.data.order_number }
}

const counted = async () =>
  valueOf(readExposition((await service.call("GET", "/metrics", { token })).text), "vintem_unsent_charges_paid_total", {
    method: "credit",
  }) ?? 0

const alarms = (number: string) =>
  service.log.filter((line) => line.includes("counted as never sent was paid") && line.includes(number)).length

const statusOf = async (company: CompanyUnderTest, number: string) =>
  shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data.status

const pass = () => service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 60 })

it("VintemUnsentChargePaid: the void of its key finds it confirmed", async () => {
  const before = await counted()
  const { company, number } = await refusedAtOnce()
  expect([await counted(), alarms(number)]).toEqual([before, 0])
  await pass()
  expect(await statusOf(company, number)).toBe("paid")
  expect((await counted()) - before).toBeGreaterThan(thresholdOf("VintemUnsentChargePaid"))
  expect([(await counted()) - before, alarms(number)]).toEqual([1, 1])
})

it("VintemUnsentChargePaid: the acquirer reports the payment first", async () => {
  const before = await counted()
  const { company, number } = await refusedAtOnce()
  const { attempts } = await service.run(storedOrder(number))
  const key = attempts[0]?.key
  const text = JSON.stringify({ key, news: [{ type: "charge", status: "confirmed", report: {} }] })
  for (const _ of [1, 2]) {
    const headers = signedHeaders(secret, service.clock.now(), "POST", path, text)
    expect((await service.call("POST", path, { text, headers })).status).toBe(200)
  }
  await pass()
  expect(await statusOf(company, number)).toBe("paid")
  expect([(await counted()) - before, alarms(number)]).toEqual([1, 1])
})
