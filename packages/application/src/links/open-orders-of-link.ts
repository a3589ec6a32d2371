/** Orders that can pay a link right now: open Pix charges and slips. */
import { OrderRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { OrderOfCompany } from "../orders/paying/order-for-payer.ts"
import type { LinkOfCompany } from "./link-for-payer.ts"

/** The most orders that are shown: the newest. */
const shownMax = 3

/** Newest first. None for a multi-payment link: no payer sees the Pix of another. */
export const openOrdersOfLink = Effect.fnUntraced(function* ({
  company,
  link,
}: LinkOfCompany): Effect.fn.Return<ReadonlyArray<OrderOfCompany>, StorageUnavailable, OrderRepository> {
  const orders = yield* OrderRepository
  const open = link.terms.expireAfterPayment ? link.payments.filter(({ state }) => state === "open") : []
  const found = yield* Effect.forEach(open.slice(-shownMax).toReversed(), ({ order }) => orders.find(company.id, order))
  return found.flatMap((stored) =>
    stored._tag === "Some"
      ? [{ order: stored.value.order, company, link, subscription: null } satisfies OrderOfCompany]
      : [],
  )
})
