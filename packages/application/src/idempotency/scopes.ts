/**
 * Whose idempotency keys are apart from whose.
 */
import type { CompanyId, LinkSlug, PublicKey } from "@vintem/domain/identifiers"
import type { KeyScope } from "@vintem/domain/ports"

/** Whose keys an integrator's are: for each company a set of its own. */
export const companyScope = (company: CompanyId): KeyScope => ({ company, scope: "company" })

/** The scope of an operator's keys: one for each company, apart from its integrator's. */
export const operatorScope = (company: CompanyId): KeyScope => ({ company, scope: "admin" })

/**
 * The scope of a payer's keys: that link only. A payer has no credential, so in the company's scope any payer could use up the integrator's
 * keys, or find out which are used.
 */
export const linkScope = (company: CompanyId, slug: LinkSlug): KeyScope => ({ company, scope: `link:${slug}` })

/** Whose keys a payer's are at an order: of that order alone, as those at a link are of the link. */
export const orderScope = (company: CompanyId, order: PublicKey): KeyScope => ({ company, scope: `order:${order}` })

/** Whose keys they are who act for the platform. */
export const platformScope = (scope: "admin" | "panel"): KeyScope => ({ company: null, scope })
