/** The changes that new payment links cause. */
import type { LinkCreated } from "@vintem/domain/payment-link"
import type { Change } from "@vintem/domain/ports"

/** Links of a batch are reported by the batch's change. */
export const newLinkChanges = (created: ReadonlyArray<LinkCreated>): ReadonlyArray<Change> =>
  created.flatMap(({ details: { batch, company, slug } }) =>
    batch === null ? [{ kind: "link", company, id: slug }] : [],
  )
