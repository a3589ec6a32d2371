/** Numbered payment links and a batch of a company. */
import { type BatchChange, batchCreated, evolveBatch } from "@vintem/domain/batch"
import { type BatchToken, ItemPosition, LinkSlug } from "@vintem/domain/identifiers"
import { evolveLink, type LinkChange, linkCreated } from "@vintem/domain/payment-link"
import { BatchRepository, PageNumber, PaymentLinkRepository } from "@vintem/domain/ports"
import {
  customersAdded,
  exampleBatchCreated,
  exampleBatchToken,
  exampleEntries,
  exampleLastDay,
  exampleLinkCreated,
  itemsClaimed,
  itemsDone,
  linkRemoved,
  paymentStarted,
} from "@vintem/testing"
import { Effect } from "effect"
import { tokenOfRule } from "./sqlite-catalogue.ts"
import type { Shop } from "./sqlite-shop.ts"

type Owner = Pick<Shop, "company">

export const tokenOfBatch = (n: number): BatchToken => exampleBatchToken(n)

/** The link of an item of the batch of this number, or, without a position, the single link. */
export const slugOfLink = (n: number, position = 0): LinkSlug =>
  LinkSlug.make(`exempl0${String(n).padStart(9, "0")}x${String(position).padStart(4, "0")}`)

const creation = ({ company }: Owner, n: number, position: number) =>
  exampleLinkCreated({
    details: {
      company,
      slug: slugOfLink(n, position),
      batch: position === 0 ? null : { token: tokenOfBatch(n), position: ItemPosition.make(position) },
    },
    terms: { ruleToken: tokenOfRule(n % 3) },
  })

/** Stores a batch of two customers, one of them with a link, and a single link. */
export const storeLinks = Effect.fnUntraced(function* (owner: Owner, n: number) {
  const links = yield* PaymentLinkRepository
  const batches = yield* BatchRepository
  const created = exampleBatchCreated(2, { company: owner.company, token: tokenOfBatch(n) })
  yield* batches.add(created, exampleEntries(2))
  const work: ReadonlyArray<BatchChange> = [itemsClaimed(2), itemsDone(1, 2, 2)]
  const batch = work.reduce(evolveBatch, batchCreated(created))
  yield* batches.save(batch, work)
  yield* links.add([creation(owner, n, 0), creation(owner, n, 1)])
  return { batch, link: linkCreated(creation(owner, n, 0)) }
})

/** Calls every other method for the objects of a number. */
export const useLinks = Effect.fnUntraced(function* (owner: Owner, n: number) {
  const links = yield* PaymentLinkRepository
  const batches = yield* BatchRepository
  const { company } = owner
  const { batch, link } = yield* storeLinks(owner, n)
  const window = { after: 0, limit: 15 }
  yield* links.add(Array.from({ length: 100 }, (_, position) => creation(owner, n + 2 + position, 0)))
  yield* links.find(company, link.details.slug)
  yield* links.latestEvents(company, link.details.slug, 10)
  yield* links.history(company, link.details.slug)
  yield* links.ofBatch(company, batch.details.token, window)
  yield* links.ofRule(company, tokenOfRule(1), exampleLastDay, { after: null, limit: 15 })
  const changes: ReadonlyArray<LinkChange> = [paymentStarted(1), linkRemoved]
  yield* links.save(changes.reduce(evolveLink, link), changes)
  yield* batches.find(company, batch.details.token)
  yield* batches.items(company, batch.details.token, window)
  yield* batches.failures(company, batch.details.token, window)
  yield* batches.history(company, batch.details.token)
  const more = customersAdded(1)
  yield* batches.save(evolveBatch(batch, more), [more], exampleEntries(1))
  for (const page of [1, 3, 1_000_000]) {
    yield* links.list(company, { page: PageNumber.make(page), size: 15 })
    yield* batches.list(company, { page: PageNumber.make(page), size: 15 })
  }
})
