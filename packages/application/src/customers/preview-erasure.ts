/** The effect of an erasure. Nothing is written. */
import { type WhyNotErased, whyNotErased } from "@vintem/domain/personal-data"
import type { PersonalData, StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import { type NoSuchCustomer, type OneCustomer, surveyOf } from "./one-customer.ts"

/** The amount of stored data, and the reason against erasing it now. Null if there is none. */
export interface ErasurePreview {
  readonly orders: number
  readonly subscriptions: number
  readonly links: number
  /** Positions on lists of batches. */
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
