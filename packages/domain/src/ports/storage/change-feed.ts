/**
 * Reports that something has changed, for pages that show it: which order, batch, link, subscription or delivery of which company, and not
 * what is in it.
 *
 * It reports what `add` and `save` of `OrderRepository`, `BatchRepository`, `PaymentLinkRepository` and `SubscriptionRepository` wrote, and
 * `WebhookDeliveryRepository.add`, `save` and `saveAsRead`:
 *
 * - After the commit, never before: a listener that reads then finds the change. A unit that did not succeed, a conflict, and a call that
 *   wrote nothing are not reported.
 * - From every writer: another process and a command, too. If a store only learns that another process wrote, and not what, it tells
 *   every listener to read again.
 * - By the store, with the commit: no use case can forget it. It costs the unit a note of what it wrote, and no statement.
 *
 * A new link of a batch is not reported by itself, for its batch is reported with it, and there may be a thousand. If nothing is written,
 * nothing is reported: the last day of a link passes without.
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

/** What may change. */
export const ChangedKind = Schema.Literals(["order", "batch", "link", "subscription", "delivery"])
/** What may change. */
export type ChangedKind = typeof ChangedKind.Type

/** Something is not what it was, or was not there before. What it is now has to be read. */
export const Change = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("order"), company: CompanyId, id: OrderNumber }),
  Schema.Struct({ kind: Schema.Literal("batch"), company: CompanyId, id: BatchToken }),
  Schema.Struct({ kind: Schema.Literal("link"), company: CompanyId, id: LinkSlug }),
  Schema.Struct({ kind: Schema.Literal("subscription"), company: CompanyId, id: SubscriptionToken }),
  /** A webhook delivery; `order` is its order. */
  Schema.Struct({ kind: Schema.Literal("delivery"), company: CompanyId, id: WebhookEventId, order: OrderNumber }),
])
export type Change = typeof Change.Type

/** How many changes wait for a listener at most; if there are more, it has to read again. */
export const changesWaitingMax = 256

/** How many changes, of all companies, are kept at least for listeners that resume. */
export const changesKeptMin = 4_096

/** What has changed since a listener last took changes. */
export interface ToldChanges {
  /**
   * Each once, however often it changed, in the order of their first change; none if nothing has changed. Null if not all
   * is known: whatever was read before may have changed.
   */
  readonly changes: ReadonlyArray<Change> | null
  /** Where the listener stands now, for `WantedChanges.after`: at most 64 letters, digits, points and hyphens. */
  readonly position: string
}

/** Which changes a listener wants. */
export interface WantedChanges {
  readonly company: CompanyId
  readonly kinds: ReadonlySet<ChangedKind>
  /**
   * The position of an earlier listener to resume from, as the client sent it back; null to begin. A listener that begins, or whose position
   * is unknown, too old or of another process, is told to read again first.
   */
  readonly after: string | null
}

/** Receives changes from its start until its scope ends. Changes that it has not taken yet wait, at most `changesWaitingMax` of them. */
export interface ChangeListener {
  /** Waits until there is something to take. Returns at once if there is. */
  readonly arrival: Effect.Effect<void>
  /** Takes what is waiting. */
  readonly take: Effect.Effect<ToldChanges>
}

/** Tells pages what changed, after it was committed. */
export class ChangeFeed extends Context.Service<
  ChangeFeed,
  {
    /** Listens until the scope ends, whether or not other processes can be reached at the moment. Any number may listen. */
    readonly listen: (wanted: WantedChanges) => Effect.Effect<ChangeListener, never, Scope.Scope>
    /**
     * Tells every listener, of every process, to read again. Call it if a change may not have been reported, as after a process was
     * killed between a commit and its report to other processes.
     */
    readonly readAgain: Effect.Effect<void>
  }
>()("@vintem/domain/ports/ChangeFeed") {}
