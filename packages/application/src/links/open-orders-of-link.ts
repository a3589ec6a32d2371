/**
 * The orders by which a link can be paid right now: open Pix charges and slips.
 */
import { OrderRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { OrderOfCompany } from "../orders/order-for-payer.ts"
import type { LinkOfCompany } from "./link-for-payer.ts"

/** How many orders are read: of more, the newest are shown. */
const most = 3

/**
 * Of a link that is paid once, newest first. None of a link that many people pay: the Pix of one payer is not shown to another.
 */
export const openOrdersOfLink = Effect.fnUntraced(function* ({
  company,
  link,
}: LinkOfCompany): Effect.fn.Return<ReadonlyArray<OrderOfCompany>, StorageUnavailable, OrderRepository> {
  const orders = yield* OrderRepository
  const open = link.terms.expireAfterPayment ? link.payments.filter(({ standing }) => standing === "open") : []
  const found = yield* Effect.forEach(open.slice(-most).toReversed(), ({ order }) => orders.find(company.id, order))
  return found.flatMap((stored) =>
    stored._tag === "Some"
      ? [{ order: stored.value.order, company, link, subscription: null } satisfies OrderOfCompany]
      : [],
  )
})
