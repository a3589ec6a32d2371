/**
 * What the link of a customer offers: the customer's own if the list says something, else what holds for the whole batch. Texts of a
 * customer have the bounds of a link's. A postal code that cannot be looked up leaves the address to the payer, and is no fault.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { FoundAddress } from "../customer/found-address.ts"
import { type Centavos, centavosMax } from "../money/centavos.ts"
import type { LinkTerms } from "../payment-link/payment-link.ts"
import type { BatchDefaults, BatchDetails, CustomerEntry } from "./batch.ts"

/** A customer as a request lists one: perhaps without an amount. */
export type EntryDraft = Omit<CustomerEntry, "amount"> & { readonly amount: Centavos | null }

/**
 * The customer would have nothing to pay; the sender of the list can correct it.
 *
 * `amount_missing`: neither the customer nor the batch has one. `amount_out_of_range`: with what the batch adds to it, it is no
 * longer below 10¹¹ reais.
 */
export class EntryRefused extends Data.TaggedClass("EntryRefused")<{
  readonly reason: "amount_missing" | "amount_out_of_range"
}> {}

/** Settles what a customer is asked for, so that nothing about it can be missing once the request is answered. */
export const entryFrom = (
  { amount: defaultAmount, additionalAmount }: Pick<BatchDefaults, "amount" | "additionalAmount">,
  draft: EntryDraft,
): Result.Result<CustomerEntry, EntryRefused> => {
  const amount = draft.amount ?? defaultAmount
  if (amount === null) return Result.fail(new EntryRefused({ reason: "amount_missing" }))
  return amount + additionalAmount > centavosMax
    ? Result.fail(new EntryRefused({ reason: "amount_out_of_range" }))
    : Result.succeed({ ...draft, amount })
}

/** What a link is called if neither its customer nor its batch says anything: "charge". */
const titleOfLast = "Cobrança"

/**
 * The title is the customer's, else the batch's, else the name that the batch was given, else `Cobrança`.
 *
 * @param address - what a lookup found for the customer's postal code, or null
 */
export const itemTerms = (
  { name: batchName, defaults }: Pick<BatchDetails, "name" | "defaults">,
  entry: CustomerEntry,
  address: FoundAddress | null,
): LinkTerms => {
  const { title: defaultTitle, amount: _settled, ...options } = defaults
  const { amount, title, description, reference, ...customer } = entry
  return {
    ...options,
    title: title ?? defaultTitle ?? batchName ?? titleOfLast,
    description: description ?? options.description,
    amount,
    reference,
    customer: { ...customer, address },
  }
}
