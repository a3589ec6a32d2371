/**
 * What the audit log tells of a company.
 */
import type { Company } from "@vintem/domain/company"
import { formatDocument } from "@vintem/domain/documents"

/** Without its moderation, which is a change of its own. */
export const companyFacts = ({ blockCloud, city, document, fees, logoUrl, name, pages }: Company): object => ({
  name,
  document: document === null ? null : formatDocument(document),
  city,
  logoUrl,
  blockCloud,
  fees,
  pages,
})
