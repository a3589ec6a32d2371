/**
 * The terms of a customer's link: the customer's own values, or else the batch's. A customer's texts have the bounds of
 * a link's. If a postal code cannot be looked up, the payer enters the address; that is no failure.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { FoundAddress } from "../customer/found-address.ts"
import { type Centavos, centavosMax } from "../money/centavos.ts"
import type { LinkTerms } from "../payment-link/payment-link.ts"
import type { BatchDefaults, BatchDetails, CustomerEntry } from "./batch.ts"

/** A customer as a request lists one, possibly without an amount. */
export type EntryDraft = Omit<CustomerEntry, "amount"> & { readonly amount: Centavos | null }

/**
 * The customer would have nothing to pay. The sender can correct the list.
 *
 * `amount_missing`: neither the customer nor the batch has one. `amount_out_of_range`: with the batch's additions the
 * total reaches 10¹¹ reais.
 */
export class EntryRefused extends Data.TaggedClass("EntryRefused")<{
  readonly reason: "amount_missing" | "amount_out_of_range"
}> {}

/** Settles the customer's amount, so that nothing can be missing after the request is answered. */
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

/** The title if neither the customer nor the batch has one: "charge". */
const titleOfLast = "Cobrança"

/**
 * The title is the customer's, else the batch's, else the batch's name, else `Cobrança`.
 *
 * @param address - the result of looking up the customer's postal code, or null
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
