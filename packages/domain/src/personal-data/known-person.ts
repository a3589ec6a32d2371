/**
 * Whether what was filled in for a payer is of a certain person. Links and lists of batches name no customer: a company types whom it has in
 * mind, and leaves out what it likes.
 */
import type { CustomerDetails } from "../customer/customer.ts"
import { emailKey } from "../customer/email.ts"
import type { PrefilledCustomer } from "../payment-link/payment-link.ts"

/** What a person is known by: everything that they ever gave the company. */
export interface KnownPerson {
  readonly documents: ReadonlySet<string>
  /** By `emailKey`. */
  readonly emails: ReadonlySet<string>
  readonly telephones: ReadonlySet<string>
  readonly names: ReadonlySet<string>
}

/**
 * What a person is known by.
 *
 * @param given - the customer's details of today, and those of every order and subscription
 */
export const knownPerson = (given: ReadonlyArray<CustomerDetails>): KnownPerson => ({
  documents: new Set(given.map(({ document }) => document)),
  emails: new Set(given.map(({ email }) => emailKey(email))),
  telephones: new Set(given.map(({ telephone }) => telephone)),
  names: new Set(given.map(({ fullname }) => fullname)),
})

/** The prefilled data of the payer. */
export type Prefilled = Pick<PrefilledCustomer, "document" | "email" | "phone" | "name">

/**
 * Whether it is that person's. The first of document, e-mail, telephone and name that was filled in decides: a family may share an address,
 * but not a document.
 */
export const isOfPerson = (person: KnownPerson, { document, email, phone, name }: Prefilled): boolean => {
  if (document !== null) return person.documents.has(document)
  if (email !== null) return person.emails.has(emailKey(email))
  if (phone !== null) return person.telephones.has(phone)
  return name !== null && person.names.has(name)
}
