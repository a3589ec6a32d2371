/** A customer for display. The service stores placeholders for an erased person: nobody should read those as data. */

import { isReservedDocument } from "@vintem/domain/documents"
import { erasedEmail } from "@vintem/domain/personal-data"
import { trimCode } from "@vintem/domain/text"

interface PersonWords {
  /** The name of an erased person. */
  readonly erasedCustomer: string
  /** Replaces erased data. */
  readonly erasedData: string
}

interface Person {
  readonly email: string
  readonly fullname?: string
  readonly taxvat?: string
  readonly telephone: string
}

const isErased = ({ email, taxvat }: Person): boolean =>
  email === erasedEmail || (taxvat !== undefined && isReservedDocument(trimCode(taxvat).replaceAll(/[./-]/gu, "")))

/** Shows a person's data, or words that say that the person was erased. */
export const shownPerson = <P extends Person>(person: P, { erasedCustomer, erasedData }: PersonWords): P =>
  isErased(person)
    ? {
        ...person,
        email: erasedData,
        telephone: erasedData,
        ...("fullname" in person ? { fullname: erasedCustomer } : {}),
        ...("taxvat" in person ? { taxvat: erasedData } : {}),
      }
    : person
