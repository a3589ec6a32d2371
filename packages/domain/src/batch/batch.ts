/**
 * A batch makes links in bulk, one for each customer on its list.
 *
 * The list may grow without a limit, so it is not part of the batch. Items are taken in the order of their positions.
 * The counts therefore give the state of each item: waiting, in flight or done.
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

/** Bounds of a batch's name, in code points. The API document shows them. */
export const batchNameLimits = { min: 1, max: 150 } as const

/** Fewest and most customers of one request. */
export const customersPerRequest = { min: 1, max: 50 } as const

/** Most customers of a batch, which is read with all its links. Our own choice. */
export const customersOfBatchMax = 10_000

/** Values for every link of a batch, unless its customer has their own. */
export const BatchDefaults = Schema.Struct({
  title: Schema.NullOr(textWithin(linkTextLimits.title)),
  /** Centavos, at least one; `null` if every customer has an amount. */
  amount: Schema.NullOr(AskedAmount),
  ...linkOptions,
})
export type BatchDefaults = typeof BatchDefaults.Type

/** The parts of a batch that never change. */
export const BatchDetails = Schema.Struct({
  company: CompanyId,
  token: BatchToken,
  secret: BatchSecret,
  /** Null if the request gave none: see `batchName`. */
  name: Schema.NullOr(textWithin(batchNameLimits)),
  defaults: BatchDefaults,
  createdAt: Instant,
})
export type BatchDetails = typeof BatchDetails.Type

/** The progress of a batch. `StoredBatchProgress` is its stored form. */
export interface BatchProgress {
  readonly items: ItemCounts
  /** True if a worker has started since the batch was created, or since customers were added to a finished batch. */
  readonly isStarted: boolean
  readonly canceledAt: Instant | null
  readonly updatedAt: Instant
}

/** A batch as it is now. */
export interface Batch extends BatchProgress {
  readonly details: BatchDetails
  /** The number of the batch's last event. A writer compares it before writing. */
  readonly version: number
}

/** A customer on the list. Null fields take the batch's value, or are left to the payer. */
export const CustomerEntry = Schema.Struct({
  /** Centavos, at least one: the customer's amount or else the batch's, settled when the request was accepted. */
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

/** Why a customer's link could never be made. The sentence for it is written where it is shown. */
export const ItemFailure = Schema.Literals(["rule_not_found", "terms_not_accepted"])
export type ItemFailure = typeof ItemFailure.Type

/** A position on the list that got no link, and why. */
export const FailedItem = Schema.Struct({ position: ItemPosition, reason: ItemFailure })
/** A position on the list that got no link, and why. */
export type FailedItem = typeof FailedItem.Type
