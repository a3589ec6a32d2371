/**
 * Who pays by a link: what the company filled in beforehand, and what the payer says.
 */
import type { Address, CustomerDetails } from "@vintem/domain/customer"
import type { LinkTerms, PrefilledCustomer } from "@vintem/domain/payment-link"

/** What the payer entered; absent fields come from the link. */
export type GivenCustomer = Partial<CustomerDetails>

/** Fields of a customer that neither the link nor the payer has filled in. */
export type MissingCustomer = ReadonlyArray<keyof CustomerDetails>

/**
 * The customer of an order by a link. If the link hides its customer, the payer cannot change what the company filled in. Otherwise what
 * the payer enters replaces it.
 *
 * @returns the customer, or the fields that neither the payer nor the link has filled in
 */
export const customerOf = (
  { customer, hideCustomerFields }: Pick<LinkTerms, "customer" | "hideCustomerFields">,
  given: GivenCustomer,
): CustomerDetails | MissingCustomer => {
  const filled = filledIn(customer)
  const { document, email, fullname, telephone } = hideCustomerFields
    ? { ...given, ...filled }
    : { ...filled, ...given }
  if (fullname === undefined || email === undefined || document === undefined || telephone === undefined) {
    const parts = { email, fullname, document, telephone }
    return customerFields.filter((field) => parts[field] === undefined)
  }
  return { fullname, email, document, telephone }
}

/** The address of an order by a link: the payer's, or else the one that the company filled in, if it is complete. */
export const addressOf = ({ customer }: Pick<LinkTerms, "customer">, given: Address | null): Address | null => {
  if (given !== null) return given
  const { address, number, postcode } = customer
  if (address === null || number === null || postcode === null) return null
  const { street, district } = address
  return street === "" || district === "" ? null : { ...address, street, district, postcode, number, complement: "" }
}

const customerFields = ["email", "fullname", "document", "telephone"] as const

const filledIn = ({ name, email, document, phone }: PrefilledCustomer): GivenCustomer => ({
  ...(name === null ? {} : { fullname: name }),
  ...(email === null ? {} : { email }),
  ...(document === null ? {} : { document }),
  ...(phone === null ? {} : { telephone: phone }),
})
