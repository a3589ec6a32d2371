/**
 * All stored data of a customer, to be given to them: piece by piece, so that any number of orders needs the same
 * memory.
 */
import type { OrderNumber } from "@vintem/domain/identifiers"
import {
  type Customer,
  CustomerRepository,
  PersonalData,
  type PersonPiece,
  type StorageUnavailable,
  type StoredOrder,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import type { WebhookDelivery } from "@vintem/domain/webhook"
import { Effect, Option, Stream } from "effect"
import { NoSuchCustomer, type OneCustomer, orderPages } from "./one-customer.ts"

/** A piece of the data. Empty parts are missing. */
export interface ExportPiece extends Partial<PersonPiece> {
  readonly orders?: ReadonlyArray<StoredOrder>
  /** The company's notifications that are still stored. */
  readonly deliveries?: ReadonlyArray<WebhookDelivery>
}

/** A customer's stored data. */
export interface CustomerExport {
  readonly customer: Customer
  /** All pieces of one kind before the next kind: orders, subscriptions, links, entries, cards, deliveries. */
  readonly pieces: Stream.Stream<ExportPiece, StorageUnavailable, PersonalData | WebhookDeliveryRepository>
}

/** Fails with `NoSuchCustomer`. */
export const exportCustomer = Effect.fn("exportCustomer")(function* (
  one: OneCustomer,
): Effect.fn.Return<CustomerExport, NoSuchCustomer | StorageUnavailable, CustomerRepository> {
  const { find } = yield* CustomerRepository
  const customer = yield* find(one.company, one.customer)
  if (Option.isNone(customer)) return yield* new NoSuchCustomer()
  return { customer: customer.value, pieces: piecesOf(one) } satisfies CustomerExport
})

const piecesOf = (one: OneCustomer): CustomerExport["pieces"] =>
  Stream.suspend(() => {
    const numbers: Array<ReadonlyArray<OrderNumber>> = []
    const orders = Stream.map(orderPages(one), (page): ExportPiece => {
      numbers.push(page.map(({ order }) => order.details.number))
      return { orders: page }
    })
    const beside: CustomerExport["pieces"] = Stream.unwrap(
      Effect.map(PersonalData, (personal) => personal.beside(one.company, one.customer)),
    )
    const told = Stream.mapEffect(
      Stream.suspend(() => Stream.fromIterable(numbers)),
      (page) => Effect.map(deliveriesOf(one, page), (deliveries): ExportPiece => ({ deliveries })),
    )
    return orders.pipe(Stream.concat(beside), Stream.concat(told))
  })

const deliveriesOf = Effect.fnUntraced(function* ({ company }: OneCustomer, page: ReadonlyArray<OrderNumber>) {
  const { ofOrder } = yield* WebhookDeliveryRepository
  // Lets other requests run between two pages: see `PersonalData.orders`.
  yield* Effect.yieldNow
  return (yield* Effect.forEach(page, (number) => ofOrder(company, number))).flat()
})
