/**
 * Reports changes to pages that show them: which order, batch, link, subscription or delivery of which company changed,
 * without its content.
 *
 * It reports what `add` and `save` of `OrderRepository`, `BatchRepository`, `PaymentLinkRepository` and
 * `SubscriptionRepository` wrote, and `WebhookDeliveryRepository.add`, `save` and `saveAsRead`:
 *
 * - After the commit, never before: a listener that reads then finds the change. A failed unit, a conflict, and a call
 *   that wrote nothing are not reported.
 * - From every writer, including other processes and commands. If a store only learns that another process wrote, but
 *   not what, it makes every listener read again.
 * - By the store, with the commit: no use case can forget it. The unit only notes what it wrote, and runs no further
 *   statement.
 *
 * A new link of a batch is not reported separately, because its batch is reported with it, and there may be a thousand.
 * Without a write there is no report: the end of a link's last day is not reported.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { BatchToken } from "../../identifiers/batch.ts"
import { CompanyId } from "../../identifiers/company.ts"
import { OrderNumber } from "../../identifiers/order.ts"
import { LinkSlug } from "../../identifiers/payment-link.ts"
import { SubscriptionToken } from "../../identifiers/subscription.ts"
import { WebhookEventId } from "../../webhook/webhook-delivery.ts"

/** The kinds of things that change. */
export const ChangedKind = Schema.Literals(["order", "batch", "link", "subscription", "delivery"])
/** The kinds of things that change. */
export type ChangedKind = typeof ChangedKind.Type

/** Something changed, or is new. Read it to learn its current state. */
export const Change = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("order"), company: CompanyId, id: OrderNumber }),
  Schema.Struct({ kind: Schema.Literal("batch"), company: CompanyId, id: BatchToken }),
  Schema.Struct({ kind: Schema.Literal("link"), company: CompanyId, id: LinkSlug }),
  Schema.Struct({ kind: Schema.Literal("subscription"), company: CompanyId, id: SubscriptionToken }),
  /** A webhook delivery; `order` is its order. */
  Schema.Struct({ kind: Schema.Literal("delivery"), company: CompanyId, id: WebhookEventId, order: OrderNumber }),
])
export type Change = typeof Change.Type

/** The most changes that wait for a listener. If there are more, it has to read again. */
export const changesWaitingMax = 256

/** At least this many changes, of all companies, are kept for listeners that resume. */
export const changesKeptMin = 4_096

/** The changes since a listener's last take. */
export interface ToldChanges {
  /**
   * Each changed thing once, in the order of its first change. Empty if nothing changed. Null if some changes are
   * unknown: everything read before may have changed.
   */
  readonly changes: ReadonlyArray<Change> | null
  /** The listener's current position, for `WantedChanges.after`: at most 64 letters, digits, points and hyphens. */
  readonly position: string
}

/** The changes that a listener wants. */
export interface WantedChanges {
  readonly company: CompanyId
  readonly kinds: ReadonlySet<ChangedKind>
  /**
   * The position of an earlier listener to resume from, as the client sent it back. Null to begin. A listener that
   * begins, or whose position is unknown, too old or from another process, first has to read again.
   */
  readonly after: string | null
}

/** Receives changes from its start until its scope ends. At most `changesWaitingMax` changes wait for it. */
export interface ChangeListener {
  /** Waits until there is something to take. Returns at once if there is. */
  readonly arrival: Effect.Effect<void>
  /** Takes the waiting changes. */
  readonly take: Effect.Effect<ToldChanges>
}

/** Reports changes to pages after their commit. */
export class ChangeFeed extends Context.Service<
  ChangeFeed,
  {
    /** Listens until the scope ends, even if other processes cannot be reached at the moment. Any number may listen. */
    readonly listen: (wanted: WantedChanges) => Effect.Effect<ChangeListener, never, Scope.Scope>
    /**
     * Makes every listener of every process read again. Call it if a change may not have been reported, for example
     * after a process was killed between a commit and its report to other processes.
     */
    readonly readAgain: Effect.Effect<void>
  }
>()("@vintem/domain/ports/ChangeFeed") {}
