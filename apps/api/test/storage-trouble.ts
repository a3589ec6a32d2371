/** Checks for storage in trouble: the service's answers, and the stored data. */
import { OrderPage } from "@vintem/contract"
import { fold } from "@vintem/domain/machine"
import { orderMachine, statusOf } from "@vintem/domain/order"
import { expect } from "vitest"
import type { DatabaseUnderTest } from "./database-under-test.ts"
import { byCard } from "./example-orders.ts"
import { type Answer, type CompanyUnderTest, type ServiceUnderTest, shown } from "./service-under-test.ts"
import { statesIn } from "./simulated-books.ts"
import { storedHistory } from "./stored-order.ts"

export const single = "/api/v1/order/single"

/** @returns the logged line */
export const expectServerError = (service: ServiceUnderTest, answer: Answer): string => {
  expect([answer.status, answer.body]).toEqual([500, { hasError: true, response: "Error on server, try again." }])
  const id = answer.headers.get("x-request-id")
  const errors = service.log.filter((line) => line.includes(`"request_id":"${id}"`) && line.includes('"ERROR"'))
  expect(errors).toHaveLength(1)
  return errors[0] ?? ""
}

/** Places a single order under an idempotency key. */
export const place = (company: CompanyUnderTest, key: string, body: unknown = byCard()): Promise<Answer> =>
  company.post(single, body, { "Idempotency-Key": key })

/** All of a company's orders, page by page. */
export const ordersOf = async (company: CompanyUnderTest) => {
  const first = shown(OrderPage, await company.get("/api/v1/order"))
  const orders = [...first.data]
  for (let page = 2; page <= first.meta.last_page; page += 1) {
    orders.push(...shown(OrderPage, await company.get(`/api/v1/order?page=${page}`)).data)
  }
  return orders
}

/** Checks that each of a company's orders agrees with its log. */
export const expectWhole = async (service: ServiceUnderTest, company: CompanyUnderTest): Promise<void> => {
  for (const { order_number, status } of await ordersOf(company)) {
    const events = await service.run(storedHistory(order_number))
    const order = fold(orderMachine, events)
    expect(order === null ? null : [statusOf(order), order.version]).toEqual([status, events.length])
  }
}

/** Checks that nothing is stored of a refused order. */
export const expectNothingKept = async ({ query }: DatabaseUnderTest): Promise<void> => {
  for (const table of ["orders", "customer", "idempotency", "order_event"]) {
    expect(await query(`select * from ${table}`), table).toEqual([])
  }
}

/** How often the simulated acquirer took the money of an order. */
export const timesCharged = async (database: DatabaseUnderTest, order: string): Promise<number> =>
  (await statesIn(database, order)).filter((state) => state === "confirmed").length
