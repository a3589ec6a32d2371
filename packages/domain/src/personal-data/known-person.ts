/**
 * Recognises a person in a payer's prefilled data. Links and lists of batches name no customer: a company types the
 * data of somebody, and may leave parts out.
 */
import type { CustomerDetails } from "../customer/customer.ts"
import { emailKey } from "../customer/email.ts"
import type { PrefilledCustomer } from "../payment-link/payment-link.ts"

/** A person's known data: everything that they ever gave the company. */
export interface KnownPerson {
  readonly documents: ReadonlySet<string>
  /** By `emailKey`. */
  readonly emails: ReadonlySet<string>
  readonly telephones: ReadonlySet<string>
  readonly names: ReadonlySet<string>
}

/** The data that a person gave at some time. */
export type GivenDetails = Readonly<Record<keyof CustomerDetails, string>>

/** Collects a person's data piece by piece, if it is too much to hold at once. */
export interface PersonLearner {
  /** The data collected so far. */
  readonly person: KnownPerson
  /** Adds another set of the person's data. */
  readonly learn: (given: GivenDetails) => void
}

/** Begins without any data. */
export const personLearner = (): PersonLearner => {
  const documents = new Set<string>()
  const emails = new Set<string>()
  const telephones = new Set<string>()
  const names = new Set<string>()
  const learn = ({ document, email, fullname, telephone }: GivenDetails): void => {
    documents.add(document)
    emails.add(emailKey(email))
    telephones.add(telephone)
    names.add(fullname)
  }
  return { person: { documents, emails, telephones, names }, learn }
}

/**
 * A person's known data.
 *
 * @param given - the customer's current details, and those of every order and subscription
 */
export const knownPerson = (given: ReadonlyArray<GivenDetails>): KnownPerson => {
  const { learn, person } = personLearner()
  given.forEach(learn)
  return person
}

/** The prefilled data of the payer. */
export type Prefilled = Pick<PrefilledCustomer, "document" | "email" | "phone" | "name">

/**
 * True if the data is that person's. The first of document, e-mail, telephone and name that is present decides: a
 * family may share an address, but not a document.
 */
export const isOfPerson = (person: KnownPerson, { document, email, phone, name }: Prefilled): boolean => {
  if (document !== null) return person.documents.has(document)
  if (email !== null) return person.emails.has(emailKey(email))
  if (phone !== null) return person.telephones.has(phone)
  return name !== null && person.names.has(name)
}
