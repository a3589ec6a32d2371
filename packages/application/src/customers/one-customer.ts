/** A customer whose data is requested, with their company. */
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { PersonalData, type PersonSurvey, type StorageUnavailable, type StoredOrder } from "@vintem/domain/ports"
import { Effect, Option, Schema, Stream } from "effect"

/** A customer of a company. */
export interface OneCustomer {
  readonly company: CompanyId
  readonly customer: CustomerId
}

/** The company has no such customer; other companies' customers do not count. Nothing was done. */
export class NoSuchCustomer extends Schema.TaggedError<NoSuchCustomer>()("NoSuchCustomer", {}) {}

/** The amount of stored data. Fails with `NoSuchCustomer`. */
export const surveyOf = Effect.fnUntraced(function* ({
  company,
  customer,
}: OneCustomer): Effect.fn.Return<PersonSurvey, NoSuchCustomer | StorageUnavailable, PersonalData> {
  const { survey } = yield* PersonalData
  const found = yield* survey(company, customer)
  return Option.isNone(found) ? yield* new NoSuchCustomer() : found.value
})

/** Orders in one read. It takes a few milliseconds: other requests run between two pages, and little memory is used. */
const ordersAtOnce = 50

/** Pages of their orders, none of them empty. */
export const orderPages = ({
  company,
  customer,
}: OneCustomer): Stream.Stream<ReadonlyArray<StoredOrder>, StorageUnavailable, PersonalData> =>
  Stream.paginate(0, (after) =>
    Effect.gen(function* () {
      const { orders } = yield* PersonalData
      const page = yield* orders(company, customer, { after, limit: ordersAtOnce })
      const last = page.at(-1)
      const next = last === undefined || page.length < ordersAtOnce ? Option.none<number>() : Option.some(last.id)
      return [page.length === 0 ? [] : [page], next] as const
    }),
  )
