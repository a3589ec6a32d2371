/**
 * Everything that is stored of a customer, to be handed to them.
 */
import {
  type PersonalData,
  type PersonRecords,
  type StorageUnavailable,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import type { WebhookDelivery } from "@vintem/domain/webhook"
import { Effect } from "effect"
import { findRecords, type NoSuchCustomer, type OneCustomer } from "./find-records.ts"

/** What is stored, and what the company was told and is still kept. */
export interface CustomerExport extends PersonRecords {
  readonly deliveries: ReadonlyArray<WebhookDelivery>
}

/** Fails with `NoSuchCustomer`. */
export const exportCustomer = Effect.fn("exportCustomer")(function* (
  one: OneCustomer,
): Effect.fn.Return<CustomerExport, NoSuchCustomer | StorageUnavailable, PersonalData | WebhookDeliveryRepository> {
  const { ofOrder } = yield* WebhookDeliveryRepository
  const records = yield* findRecords(one)
  const deliveries = yield* Effect.forEach(records.orders, ({ order }) => ofOrder(one.company, order.details.number))
  return { ...records, deliveries: deliveries.flat() } satisfies CustomerExport
})
