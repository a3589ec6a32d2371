/** A company's facts in the audit log. */
import type { Company } from "@vintem/domain/company"
import { formatDocument } from "@vintem/domain/documents"
import type { FeeTerms } from "@vintem/domain/fees"
import { forEachIssuedMethod } from "@vintem/domain/method"
import { decimalString, percentNumber } from "@vintem/domain/money"

/** Without its moderation, which is a separate change. */
export const companyFacts = ({
  blockCloud,
  city,
  document,
  fees,
  logoUrl,
  minimumInstallment,
  name,
  pages,
}: Company): object => ({
  name,
  document: document === null ? null : formatDocument(document),
  city,
  logoUrl,
  blockCloud,
  fees: {
    ...forEachIssuedMethod((method) => termsFacts(fees[method])),
    credit: fees.credit.map(({ upTo, ...terms }) => ({ upTo, ...termsFacts(terms) })),
    interest: percentNumber(fees.interest),
  },
  minimumInstallment: minimumInstallment === null ? null : decimalString(minimumInstallment),
  pages,
})

const termsFacts = ({ fixed, percent }: FeeTerms): object => ({
  percent: percentNumber(percent),
  fixed: decimalString(fixed),
})
