/** Finds a link for its company. */
import { type CompanyId, LinkSlug } from "@vintem/domain/identifiers"
import type { PaymentLink } from "@vintem/domain/payment-link"
import { PaymentLinkRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Schema } from "effect"

/** The company has no such link; other companies' links and removed ones do not count. Nothing was done. */
export class NoSuchLink extends Schema.TaggedError<NoSuchLink>()("NoSuchLink", { slug: LinkSlug }) {}

/** Fails with `NoSuchLink`, even if the link was removed. */
export const findPaymentLink = Effect.fnUntraced(function* (
  company: CompanyId,
  slug: LinkSlug,
): Effect.fn.Return<PaymentLink, NoSuchLink | StorageUnavailable, PaymentLinkRepository> {
  const links = yield* PaymentLinkRepository
  const found = yield* links.find(company, slug)
  if (Option.isNone(found) || found.value.removedAt !== null) return yield* new NoSuchLink({ slug })
  return found.value
})
