/**
 * What an erasure would do. Nothing is written.
 */
import { type WhyNotErased, whyNotErased } from "@vintem/domain/personal-data"
import type { PersonalData, StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import { findRecords, type NoSuchCustomer, type OneCustomer } from "./find-records.ts"

/** How much is stored of the customer, and what keeps it from being erased now; null where nothing does. */
export interface ErasurePreview {
  readonly orders: number
  readonly subscriptions: number
  readonly links: number
  /** Places on lists of batches. */
  readonly entries: number
  readonly cards: number
  readonly why: WhyNotErased | null
}

/** Fails with `NoSuchCustomer`. */
export const previewErasure = Effect.fn("previewErasure")(function* (
  one: OneCustomer,
): Effect.fn.Return<ErasurePreview, NoSuchCustomer | StorageUnavailable, PersonalData> {
  const records = yield* findRecords(one)
  const { cards, entries, links, orders, subscriptions } = records
  return {
    orders: orders.length,
    subscriptions: subscriptions.length,
    links: links.length,
    entries: entries.length,
    cards: cards.length,
    why: whyNotErased({ ...records, orders: orders.map(({ order }) => order) }),
  } satisfies ErasurePreview
})
