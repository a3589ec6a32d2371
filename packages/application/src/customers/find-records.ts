/**
 * Finds what is stored of a customer, for the company whose customer it is.
 */
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { PersonalData, type PersonRecords, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Schema } from "effect"

/** Which customer of which company. */
export interface OneCustomer {
  readonly company: CompanyId
  readonly customer: CustomerId
}

/** The company has no such customer: other companies' customers do not count. Nothing was done. */
export class NoSuchCustomer extends Schema.TaggedError<NoSuchCustomer>()("NoSuchCustomer", {}) {}

/** Fails with `NoSuchCustomer`. */
export const findRecords = Effect.fnUntraced(function* ({
  company,
  customer,
}: OneCustomer): Effect.fn.Return<PersonRecords, NoSuchCustomer | StorageUnavailable, PersonalData> {
  const { find } = yield* PersonalData
  const records = yield* find(company, customer)
  return Option.isNone(records) ? yield* new NoSuchCustomer() : records.value
})
