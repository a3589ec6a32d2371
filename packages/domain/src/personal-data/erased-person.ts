/**
 * The values that replace an erased person's data: every schema accepts them, and they are clearly no person's.
 *
 * @see docs/decisions/storage.md#0257
 */
import type { CustomerDetails } from "../customer/customer.ts"
import { Email } from "../customer/email.ts"
import { FullName } from "../customer/full-name.ts"
import { Telephone } from "../customer/telephone.ts"
import { cnpjCheckDigits, Document, isReservedDocument, reservedDocumentRoot } from "../documents/document.ts"
import type { CustomerId } from "../identifiers/customer.ts"

/** The length of a CNPJ without its two check digits. */
const baseLength = 12

/**
 * The document of an erased customer, made from the customer's id, so that no two customers of a company share one. It
 * looks like a CNPJ, with a root that this service never accepts.
 */
export const erasedDocument = (customer: CustomerId): Document => {
  const base = `${reservedDocumentRoot}${customer
    .toString(36)
    .toUpperCase()
    .padStart(baseLength - reservedDocumentRoot.length, "0")}`
  return Document.make(`${base}${cnpjCheckDigits(base)}`)
}

/** The domain `.invalid` can never be registered (RFC 2606). */
export const erasedEmail = Email.make("apagado@vintem.invalid")

/** The stored customer after the person is erased. */
export const erasedDetails = (customer: CustomerId): CustomerDetails => ({
  fullname: FullName.make("Cliente apagado"),
  email: erasedEmail,
  document: erasedDocument(customer),
  telephone: Telephone.make("1100000000"),
})

/** True if these are the details of an erased person. */
export const isErasedPerson = ({ document }: Pick<CustomerDetails, "document">): boolean => isReservedDocument(document)

/** The body of a webhook after its person is erased. It is not sent. */
export const erasedWebhookBody = '{"erased":true}'

/** The answer to a repeated request after its person is erased, if the original answer contained their data. */
export const erasedAnswer = {
  status: 410,
  body: '{"hasError":true,"response":"The customer data of this request was erased."}',
} as const
