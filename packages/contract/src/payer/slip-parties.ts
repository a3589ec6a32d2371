/** The receiver and the payer of a bank slip, as its page prints them. */
import type { Company } from "@vintem/domain/company"
import { type Document, documentKind, formatDocument } from "@vintem/domain/documents"
import type { OfferedOrder } from "./payer-order-view.ts"

interface Party {
  readonly name: string
  /** With punctuation. Null if it is unknown or hidden. */
  readonly document: string | null
}

export interface SlipParties {
  readonly beneficiary: Party
  /** Null if the link hides its customer from readers of the page. */
  readonly payer: Party | null
}

export const slipParties = ({
  company,
  link,
  order,
}: Pick<OfferedOrder, "company" | "link" | "order">): SlipParties => {
  const { document, fullname } = order.details.customer
  const isHidden = link?.terms.hideCustomerFields ?? false
  return {
    beneficiary: beneficiaryOf(company),
    payer: isHidden ? null : { name: fullname, document: maskedDocument(document) },
  }
}

const beneficiaryOf = ({ document, name }: Company): Party => ({
  name,
  document: document === null ? null : formatDocument(document),
})

/**
 * A company's document is public. Of a person's document only the six digits in the middle are shown: `***.982.247-**`.
 */
const maskedDocument = (document: Document): string =>
  documentKind(document) === "cnpj"
    ? formatDocument(document)
    : formatDocument(document).replace(/^.{3}(.*).{2}$/u, "***$1**")
