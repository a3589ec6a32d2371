/**
 * Payment links and their logs in memory.
 */
import type { CompanyId, LinkSlug } from "@vintem/domain/identifiers"
import { type LinkEvent, linkCreated, type PaymentLink } from "@vintem/domain/payment-link"
import { LinkConflict, PaymentLinkRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { newLinkChanges } from "../changes/link-changes.ts"
import { areNew, requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  PaymentLinkRepository,
  Effect.gen(function* () {
    const { batches, changes, companies, linkByItem, linkEvents, links, undoLog } = yield* Tables

    const put = (link: PaymentLink, versionRead: number, events: ReadonlyArray<LinkEvent>): void => {
      links.put(link.details.slug, link)
      for (const [n, event] of events.entries()) {
        linkEvents.put(compositeKey(link.details.slug, versionRead + n + 1), event)
      }
    }

    const find = (company: CompanyId, slug: LinkSlug): PaymentLink | undefined => {
      const link = links.get(slug)
      return link?.details.company === company ? link : undefined
    }

    return PaymentLinkRepository.of({
      add: (created) =>
        Effect.sync(() => {
          const items = created.flatMap(({ details: { batch } }) =>
            batch === null ? [] : [compositeKey(batch.token, batch.position)],
          )
          const slugs = created.map(({ details }) => details.slug)
          requireAll([
            ["payment_link.company exists", created.every(({ details }) => companies.has(details.company))],
            [
              "payment_link.batch exists",
              created.every(({ details: { batch } }) => batch === null || batches.has(batch.token)),
            ],
            ["payment_link.slug is unique", areNew(slugs, (slug) => links.has(slug))],
            ["payment_link.batch has one an item", areNew(items, (item) => linkByItem.has(item))],
          ])
          for (const event of created) put(linkCreated(event), 0, [event])
          for (const item of items) linkByItem.put(item, true)
          undoLog.onceFinal(() => changes.tell(newLinkChanges(created)))
        }),

      save: (link, events) =>
        Effect.suspend(() => {
          if (events.length === 0) return Effect.void
          const { company, slug } = link.details
          const versionRead = link.version - events.length
          const held = links.get(slug)
          if (held?.version !== versionRead) return Effect.fail(new LinkConflict({ slug, versionRead }))
          put({ ...link, details: held.details }, versionRead, events)
          undoLog.onceFinal(() => changes.tell([{ kind: "link", company, id: slug }]))
          return Effect.void
        }),

      find: (company, slug) => Effect.sync(() => Option.fromUndefinedOr(find(company, slug))),

      list: (company, page) =>
        Effect.sync(() =>
          pageOf(
            links.newestFirst().filter(({ details, removedAt }) => details.company === company && removedAt === null),
            page,
          ),
        ),

      ofBatch: (company, batch, { after, limit }) =>
        Effect.sync(() =>
          links
            .newestFirst()
            .filter(({ details, removedAt }) => details.company === company && removedAt === null)
            .flatMap((link) => {
              const item = link.details.batch
              return item?.token === batch && item.position > after ? [{ link, position: item.position }] : []
            })
            .sort((left, right) => left.position - right.position)
            .slice(0, limit)
            .map(({ link }) => link),
        ),

      ofRule: (company, rule, expiredAt, { after, limit }) =>
        Effect.sync(() =>
          links
            .newestFirst()
            .filter(
              ({ details, removedAt, terms }) =>
                details.company === company &&
                removedAt === null &&
                terms.ruleToken === rule &&
                terms.expiredAt === expiredAt &&
                (after === null || details.slug > after),
            )
            .sort((left, right) => (left.details.slug < right.details.slug ? -1 : 1))
            .slice(0, limit),
        ),

      latestEvents: (company, slug, limit) =>
        Effect.sync(() => {
          const last = find(company, slug)?.version ?? 0
          const first = Math.max(1, last - limit + 1)
          return Array.from({ length: last - first + 1 }, (_, n) => first + n).flatMap((sequence) => {
            const event = linkEvents.get(compositeKey(slug, sequence))
            return event === undefined ? [] : [{ sequence, event }]
          })
        }),

      history: (company, slug) =>
        Effect.sync(() =>
          Array.from({ length: find(company, slug)?.version ?? 0 }, (_, n) =>
            linkEvents.get(compositeKey(slug, n + 1)),
          ).filter((event) => event !== undefined),
        ),
    })
  }),
)
