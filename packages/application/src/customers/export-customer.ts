/**
 * Everything that is stored of a customer, to be handed to them.
 */
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import {
  PersonalData,
  type PersonRecords,
  type StorageUnavailable,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import type { WebhookDelivery } from "@vintem/domain/webhook"
import { Effect, Option } from "effect"
import { NoSuchCustomer } from "./no-such-customer.ts"

/** Which customer of which company. */
export interface OneCustomer {
  readonly company: CompanyId
  readonly customer: CustomerId
}

/** What is stored, and what the company was told and is still kept. */
export interface CustomerExport extends PersonRecords {
  readonly deliveries: ReadonlyArray<WebhookDelivery>
}

/** Fails with `NoSuchCustomer`. */
export const exportCustomer = Effect.fn("exportCustomer")(function* ({
  company,
  customer,
}: OneCustomer): Effect.fn.Return<
  CustomerExport,
  NoSuchCustomer | StorageUnavailable,
  PersonalData | WebhookDeliveryRepository
> {
  const { find } = yield* PersonalData
  const { ofOrder } = yield* WebhookDeliveryRepository
  const records = Option.getOrNull(yield* find(company, customer))
  if (records === null) return yield* new NoSuchCustomer()
  const deliveries = yield* Effect.forEach(records.orders, ({ order }) => ofOrder(company, order.details.number))
  return { ...records, deliveries: deliveries.flat() } satisfies CustomerExport
})
