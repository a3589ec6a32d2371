/**
 * A batch: links made in bulk, one for each customer on its list, and how far the making has come.
 *
 * The list may grow without a limit, so it is no part of the batch. Items are taken in the order of their positions: their counts
 * then say of each item whether it waits, is being made or is done.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { addressLimits } from "../customer/address.ts"
import { Email } from "../customer/email.ts"
import { FullName } from "../customer/full-name.ts"
import { PostalCode } from "../customer/postal-code.ts"
import { Telephone } from "../customer/telephone.ts"
import { Document } from "../documents/document.ts"
import { BatchSecret, BatchToken, ItemPosition } from "../identifiers/batch.ts"
import { CompanyId } from "../identifiers/company.ts"
import { AskedAmount, linkOptions, linkTextLimits } from "../payment-link/payment-link.ts"
import { textWithin } from "../text/text.ts"
import type { ItemCounts } from "./item-counts.ts"

/** Bounds of a batch's name, in code points: what the API document gives. */
export const batchNameLimits = { min: 1, max: 150 } as const

/** Fewest and most customers of one request. */
export const customersPerRequest = { min: 1, max: 50 } as const

/** Most customers of a batch, which is read with all its links. Our own choice. */
export const customersOfBatchMax = 10_000

/** What holds for every link of a batch unless its customer says otherwise. */
export const BatchDefaults = Schema.Struct({
  title: Schema.NullOr(textWithin(linkTextLimits.title)),
  /** Centavos, at least one; `null` if every customer has an amount. */
  amount: Schema.NullOr(AskedAmount),
  ...linkOptions,
})
export type BatchDefaults = typeof BatchDefaults.Type

/** What never changes about a batch. */
export const BatchDetails = Schema.Struct({
  company: CompanyId,
  token: BatchToken,
  secret: BatchSecret,
  /** `null` if none was given: see `batchName`. */
  name: Schema.NullOr(textWithin(batchNameLimits)),
  defaults: BatchDefaults,
  createdAt: Instant,
})
export type BatchDetails = typeof BatchDetails.Type

/** How far a batch has come. `StoredBatchProgress` is how it is stored. */
export interface BatchProgress {
  readonly items: ItemCounts
  /** Whether a worker has begun since the batch was created or, finished, grew again. */
  readonly isStarted: boolean
  readonly canceledAt: Instant | null
  readonly updatedAt: Instant
}

/** A batch as it is now. */
export interface Batch extends BatchProgress {
  readonly details: BatchDetails
  /** How many events the batch has: the sequence number of the last one, and what a writer compares before it writes. */
  readonly version: number
}

/** A customer on the list, as far as the list says anything; what is `null` is the batch's, or left to the payer. */
export const CustomerEntry = Schema.Struct({
  /** Centavos, at least one: the customer's or else the batch's, settled when the list was taken. */
  amount: AskedAmount,
  title: Schema.NullOr(textWithin(linkTextLimits.title)),
  description: Schema.NullOr(textWithin(linkTextLimits.description)),
  reference: Schema.NullOr(textWithin(linkTextLimits.reference)),
  name: Schema.NullOr(FullName),
  email: Schema.NullOr(Email),
  phone: Schema.NullOr(Telephone),
  document: Schema.NullOr(Document),
  postcode: Schema.NullOr(PostalCode),
  number: Schema.NullOr(textWithin(addressLimits.number)),
})
export type CustomerEntry = typeof CustomerEntry.Type

/** Why no link was made for a customer, for good. Its sentence is written where it is shown. */
export const ItemFailure = Schema.Literals(["rule_not_found", "terms_not_accepted"])
export type ItemFailure = typeof ItemFailure.Type

/** A place on the list for which no link was made, and why. */
export const FailedItem = Schema.Struct({ position: ItemPosition, reason: ItemFailure })
/** A place on the list for which no link was made, and why. */
export type FailedItem = typeof FailedItem.Type
