/**
 * What an erasure would do. Nothing is written.
 */
import { type WhyNotErased, whyNotErased } from "@vintem/domain/personal-data"
import type { PersonalData, StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import { type NoSuchCustomer, type OneCustomer, surveyOf } from "./one-customer.ts"

/** How much is stored of the customer, and what keeps it from being erased now; null if nothing does. */
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
  const { moving, ...counts } = yield* surveyOf(one)
  return { ...counts, why: whyNotErased(moving) } satisfies ErasurePreview
})
