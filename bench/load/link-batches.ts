/**
 * Batches of payment links, and payers who pay them by card.
 */
import { createBatch, orderByLink } from "@vintem/application"
import type { CustomerEntry } from "@vintem/domain/batch"
import type { Company } from "@vintem/domain/company"
import { BatchToken, type CompanyId, LinkSlug } from "@vintem/domain/identifiers"
import type { StoredAnswer } from "@vintem/domain/ports"
import { exampleBatchDefaults, exampleCustomer, exampleEntry } from "@vintem/testing"
import { Effect } from "effect"
import { cardPayment } from "./subscribers.ts"

/** How many customers a request may have. */
export const customersMax = 50

/** This many customers, in pieces that fit in a request. */
export const customerEntries = (count: number): ReadonlyArray<ReadonlyArray<CustomerEntry>> =>
  Array.from({ length: Math.ceil(count / customersMax) }, (_, piece) =>
    Array.from({ length: Math.min(customersMax, count - piece * customersMax) }, (__, index) =>
      exampleEntry(piece * customersMax + index + 1, {
        name: exampleCustomer.fullname,
        email: exampleCustomer.email,
        phone: exampleCustomer.telephone,
        document: exampleCustomer.document,
      }),
    ),
  )

/** Requests links for these customers; the queue makes them. */
export const newBatch = Effect.fnUntraced(function* (company: CompanyId, entries: ReadonlyArray<CustomerEntry>) {
  const created = yield* createBatch({
    company,
    name: "Mensalidades de novembro",
    defaults: exampleBatchDefaults(),
    entries,
    keyed: null,
    encode: (outcome) => answer(outcome._tag === "Created" ? outcome.batch.details.token : outcome._tag),
  })
  return BatchToken.make(created.answer.body)
})

/**
 * Pays each of these links by an approved card, from different addresses: only few cards may be in flight from one
 * address.
 */
export const payLinks = (company: Company, slugs: ReadonlyArray<string>, concurrency: number) =>
  Effect.forEach(
    slugs,
    (slug, index) =>
      orderByLink({
        company,
        slug: LinkSlug.make(slug),
        customer: exampleCustomer,
        address: null,
        payment: cardPayment,
        total: null,
        visitor: `10.0.${index >> 8}.${index & 255}`,
        keyed: null,
        encode: ({ _tag }) => answer(_tag),
      }),
    { concurrency, discard: true },
  )

export const answer = (body: string): StoredAnswer => ({ status: 202, body })
