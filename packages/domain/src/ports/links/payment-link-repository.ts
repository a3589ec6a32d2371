/**
 * Stores payment links, with their logs.
 *
 * `UnitOfWork` lists the promises of every store.
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

/** Stores payment links with their logs. Compares versions when saving. */
export class PaymentLinkRepository extends Context.Service<
  PaymentLinkRepository,
  {
    /**
     * Stores new links in their order, all or none. Slugs are unique in their company, and a batch has one link an
     * item. Using either twice is a defect, because it would be a second bill.
     */
    readonly add: (created: ReadonlyArray<LinkCreated>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores a changed link together with the events that changed it, or neither. `link.version` minus the number of
     * events is the version that the caller read. If the store holds another version, or no such link, nothing is
     * written. If several callers save changes to one version, one succeeds and the others get `LinkConflict`. Without
     * events nothing is written or compared.
     */
    readonly save: (
      link: PaymentLink,
      events: ReadonlyArray<LinkChange>,
    ) => Effect.Effect<void, LinkConflict | StorageUnavailable>
    /** A company's link, even if it is removed. None if it is another company's. */
    readonly find: (company: CompanyId, slug: LinkSlug) => Effect.Effect<Option.Option<PaymentLink>, StorageUnavailable>
    /**
     * A company's links that are not removed, latest stored first; `total` counts only these. A late page costs about
     * as much as the first one.
     */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<PaymentLink>, StorageUnavailable>
    /**
     * The links of a company's batch that are not removed, by position: the first `limit` of them after position
     * `after`; 0 for the start. Empty for another company.
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
    /**
     * The last `limit` events of a link in sequence, each with its number in the log, from 1. Empty if the company has
     * no such link.
     */
    readonly latestEvents: (
      company: CompanyId,
      slug: LinkSlug,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<{ readonly sequence: number; readonly event: LinkEvent }>, StorageUnavailable>
    /**
     * The log of a link in sequence, beginning with its creation, for `foldLink`. Empty if the company has no such
     * link.
     */
    readonly history: (
      company: CompanyId,
      slug: LinkSlug,
    ) => Effect.Effect<ReadonlyArray<LinkEvent>, StorageUnavailable>
  }
>()("@vintem/domain/ports/PaymentLinkRepository") {}
