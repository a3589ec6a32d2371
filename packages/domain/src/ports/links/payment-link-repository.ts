/**
 * Stores payment links, with the log of what happened to them.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { LocalDate } from "../../calendar/local-date.ts"
import type { ReminderRuleToken } from "../../catalogue/reminder-rule.ts"
import type { BatchToken } from "../../identifiers/batch.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import { LinkSlug } from "../../identifiers/payment-link.ts"
import type { LinkChange, LinkCreated, LinkEvent } from "../../payment-link/machine.ts"
import type { PaymentLink } from "../../payment-link/payment-link.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Another unit saved the link after this one had read it: read again, decide again. */
export class LinkConflict extends Schema.TaggedError<LinkConflict>()("LinkConflict", {
  slug: LinkSlug,
  versionRead: Schema.Int,
}) {}

/** Keeps payment links, compares their versions as they are saved, and has their logs. */
export class PaymentLinkRepository extends Context.Service<
  PaymentLinkRepository,
  {
    /**
     * Stores new links, any number of them, all or none, in their order. Slugs are unique in their company, and a batch has one link an item: a
     * second use of either is a defect of the caller: it would be a second bill.
     */
    readonly add: (created: ReadonlyArray<LinkCreated>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores what became of a link together with the events that made it so, or neither. `link.version` less the number of
     * events is the version that was read: if the store holds another one, or no such link, nothing is written. Of any number that save
     * what they made of one version, one succeeds and the others are told `LinkConflict`. Without events nothing is written and nothing
     * is compared.
     */
    readonly save: (
      link: PaymentLink,
      events: ReadonlyArray<LinkChange>,
    ) => Effect.Effect<void, LinkConflict | StorageUnavailable>
    /** A company's link, be it removed; another company's is absent. */
    readonly find: (company: CompanyId, slug: LinkSlug) => Effect.Effect<Option.Option<PaymentLink>, StorageUnavailable>
    /**
     * A company's links that are not removed, latest stored first; `total` counts these. A late page costs about what the first one does.
     */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<PaymentLink>, StorageUnavailable>
    /**
     * The links of a company's batch that are not removed, by position: the first `limit` of those after position `after`, which is 0 for
     * the start. Empty for another company.
     */
    readonly ofBatch: (
      company: CompanyId,
      batch: BatchToken,
      window: { readonly after: number; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<PaymentLink>, StorageUnavailable>
    /**
     * The links of a company's reminder rule that are not removed and end on a day, by their terms as they are now, in the order of their slugs: the
     * first `limit` of those whose slug comes after `after`, which is null for the start.
     */
    readonly ofRule: (
      company: CompanyId,
      rule: ReminderRuleToken,
      expiredAt: LocalDate,
      window: { readonly after: LinkSlug | null; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<PaymentLink>, StorageUnavailable>
    /** The last `limit` events of a link, each with its position in the log, from 1, in sequence; none if the company has no such link. */
    readonly latestEvents: (
      company: CompanyId,
      slug: LinkSlug,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<{ readonly sequence: number; readonly event: LinkEvent }>, StorageUnavailable>
    /** The log of a link in sequence, its creation first, for `foldLink`; empty if the company has no such link. */
    readonly history: (
      company: CompanyId,
      slug: LinkSlug,
    ) => Effect.Effect<ReadonlyArray<LinkEvent>, StorageUnavailable>
  }
>()("@vintem/domain/ports/PaymentLinkRepository") {}
