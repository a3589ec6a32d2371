/**
 * Whose idempotency keys are apart from whose.
 */
import type { CompanyId, LinkSlug, PublicKey } from "@vintem/domain/identifiers"

/** Whose keys an integrator's are: for each company a set of its own. */
export const companyScope = (company: CompanyId): string => `company:${company}`

/** The scope of an operator's keys: one for each company, apart from its integrator's. */
export const operatorScope = (company: CompanyId): string => `admin:${company}`

/**
 * The scope of a payer's keys: that link only. A payer has no credential, so in the company's scope any payer could use up the integrator's
 * keys, or find out which are used.
 */
export const linkScope = (company: CompanyId, slug: LinkSlug): string => `link:${company}:${slug}`

/** Whose keys a payer's are at an order: of that order alone, as those at a link are of the link. */
export const orderScope = (order: PublicKey): string => `order:${order}`
