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

/** What a person gave at some time. */
export type GivenDetails = Readonly<Record<keyof CustomerDetails, string>>

/** A person about whom more is learned piece by piece: for details that are too many to be held at once. */
export interface PersonLearner {
  /** All that is known by now. */
  readonly person: KnownPerson
  /** Adds what the person gave once more. */
  readonly learn: (given: GivenDetails) => void
}

/** Begins with a person of whom nothing is known. */
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
 * What a person is known by.
 *
 * @param given - the customer's details of today, and those of every order and subscription
 */
export const knownPerson = (given: ReadonlyArray<GivenDetails>): KnownPerson => {
  const { learn, person } = personLearner()
  given.forEach(learn)
  return person
}

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
