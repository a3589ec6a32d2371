/** Due jobs: orders without a payment, and for each a job that records it as abandoned. */
import { type CompanyId, type CustomerId, OrderNumber, OrderToken, PublicKey } from "@vintem/domain/identifiers"
import { placed } from "@vintem/domain/order"
import {
  CompanyRepository,
  CustomerRepository,
  JobQueue,
  type NewJob,
  OrderRepository,
  UnitOfWork,
} from "@vintem/domain/ports"
import { exampleCompany, exampleCustomer, exampleNow, examplePlaced, examplePlacedAt } from "@vintem/testing"
import { Effect } from "effect"

/** The company and customer of all orders. */
export interface Parties {
  readonly company: CompanyId
  readonly customerId: CustomerId
}

export const addParties = Effect.gen(function* () {
  const companies = yield* CompanyRepository
  const customers = yield* CustomerRepository
  const { id: company } = yield* companies.add(exampleCompany())
  const customerId = yield* customers.put({
    company,
    token: uuidOf(0),
    details: exampleCustomer,
    createdAt: examplePlacedAt,
  })
  return { company, customerId } satisfies Parties
})

/** Due jobs without ordering key and without orders, for measuring the queue alone. */
export const addJobs = Effect.fnUntraced(function* ({ company }: Parties, from: number, count: number) {
  const queue = yield* JobQueue
  yield* queue.enqueue(Array.from({ length: count }, (_, index) => abandonOrder(company, numberOf(from + index))))
})

/** Such jobs, each with its order. */
export const addOrdersWithJobs = Effect.fnUntraced(function* (parties: Parties, from: number, count: number) {
  const { commit } = yield* UnitOfWork
  const orders = yield* OrderRepository
  yield* commit(
    Effect.gen(function* () {
      for (let n = from; n < from + count; n += 1) {
        const placing = examplePlaced({
          ...parties,
          number: numberOf(n),
          token: OrderToken.make(uuidOf(n)),
          publicKey: PublicKey.make(`bench_${String(n).padStart(16, "0")}`),
        })
        yield* orders.add(placed(placing), [placing])
      }
      yield* addJobs(parties, from, count)
    }),
  )
})

const abandonOrder = (company: CompanyId, order: OrderNumber): NewJob => ({
  queue: "work",
  kind: "AbandonOrder",
  name: `abandon:${order}`,
  company,
  orderingKey: null,
  dueAt: exampleNow,
  payload: JSON.stringify({ _tag: "AbandonOrder", company, order }),
})

const numberOf = (n: number): OrderNumber => OrderNumber.make(`B${n}`)

const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`
