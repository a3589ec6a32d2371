/** The scopes of idempotency keys. */
import type { CompanyId, LinkSlug, PublicKey } from "@vintem/domain/identifiers"
import type { KeyScope } from "@vintem/domain/ports"

/** The scope of an integrator's keys: one for each company. */
export const companyScope = (company: CompanyId): KeyScope => ({ company, scope: "company" })

/** The scope of an operator's keys: one for each company, apart from its integrator's. */
export const operatorScope = (company: CompanyId): KeyScope => ({ company, scope: "admin" })

/**
 * The scope of a payer's keys on a link: that link only. A payer has no credential, so in the company's scope any payer
 * could use up the integrator's keys, or find out which are used.
 */
export const linkScope = (company: CompanyId, slug: LinkSlug): KeyScope => ({ company, scope: `link:${slug}` })

/** The scope of a payer's keys on an order: that order only, like those of a link. */
export const orderScope = (company: CompanyId, order: PublicKey): KeyScope => ({ company, scope: `order:${order}` })

/** The scope of keys for the platform. */
export const platformScope = (scope: "admin" | "panel"): KeyScope => ({ company: null, scope })
