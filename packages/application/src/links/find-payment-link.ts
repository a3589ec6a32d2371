/**
 * Finds a link for the company that made it.
 */
import type { CompanyId, LinkSlug } from "@vintem/domain/identifiers"
import { PaymentLinkRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { NoSuchLink } from "./no-such-link.ts"

/** Fails with `NoSuchLink`: of a removed link its company knows no more than of one that never was. */
export const findPaymentLink = Effect.fnUntraced(function* (company: CompanyId, slug: LinkSlug) {
  const links = yield* PaymentLinkRepository
  const found = yield* links.find(company, slug)
  if (Option.isNone(found) || found.value.removedAt !== null) return yield* new NoSuchLink({ slug })
  return found.value
})
