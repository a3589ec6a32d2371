/**
 * What is told of new payment links.
 */
import type { LinkCreated } from "@vintem/domain/payment-link"
import type { Change } from "@vintem/domain/ports"

/** Those of a batch are told with the batch. */
export const newLinkChanges = (created: ReadonlyArray<LinkCreated>): ReadonlyArray<Change> =>
  created.flatMap(({ details: { batch, company, slug } }) =>
    batch === null ? [{ kind: "link", company, id: slug }] : [],
  )
