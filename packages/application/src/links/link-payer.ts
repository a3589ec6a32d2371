/** The payer of a link: the company's prefilled data, and the payer's own. */
import type { Address, CustomerDetails } from "@vintem/domain/customer"
import type { LinkTerms, PrefilledCustomer } from "@vintem/domain/payment-link"

/** The payer's own data. Missing fields come from the link. */
export type GivenCustomer = Partial<CustomerDetails>

/** Fields of a customer that are missing in both the link and the payer's data. */
export type MissingCustomer = ReadonlyArray<keyof CustomerDetails>

/**
 * The customer of an order by a link. If the link hides its customer, the payer cannot change the prefilled data.
 * Otherwise the payer's data replaces it.
 *
 * @returns the customer, or the missing fields
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

/** The address of an order by a link: the payer's, or else the prefilled one, if it is complete. */
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
