/** Adds the address of a postal code to a prefilled customer. */
import type { LinkTerms, PrefilledCustomer } from "@vintem/domain/payment-link"
import { AddressLookup } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/**
 * The terms with the address of their postal code. Call it before any unit.
 *
 * @param known - a customer whose address was found before: the same code is not looked up again
 */
export const withFoundAddress = Effect.fnUntraced(function* (
  terms: LinkTerms,
  known: PrefilledCustomer | null = null,
): Effect.fn.Return<LinkTerms, never, AddressLookup> {
  const { postcode } = terms.customer
  if (postcode === null) return { ...terms, customer: { ...terms.customer, address: null } }
  if (known?.postcode === postcode && known.address !== null) {
    return { ...terms, customer: { ...terms.customer, address: known.address } }
  }
  const { find } = yield* AddressLookup
  const address = Option.getOrNull(yield* find(postcode))
  return { ...terms, customer: { ...terms.customer, address } }
})
