/**
 * Tells that something has changed, for whoever shows it: which order, batch or delivery of which company, and nothing of what is in it.
 *
 * Told is what `OrderRepository.add` and `save`, `BatchRepository.add` and `save`, and `WebhookDeliveryRepository.add`, `save` and
 * `saveAsRead` have written:
 *
 * - Once it is committed, and never before: whoever reads then finds it. Of a unit that did not succeed, of a conflict, and of a call that
 *   wrote nothing, nothing is told.
 * - Whoever committed it: another process, too, or a command. Where a store only learns that somebody else wrote, and not what, it has
 *   everybody read again.
 * - By the store, with the commit: no use case can forget it. It costs the unit a note of what it wrote, and no statement.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { BatchToken } from "../identifiers/batch.ts"
import { CompanyId } from "../identifiers/company.ts"
import { OrderNumber } from "../identifiers/order.ts"
import { WebhookEventId } from "../webhook/webhook-delivery.ts"

/** What may change. */
export const ChangedKind = Schema.Literals(["order", "batch", "delivery"])
/** What may change. */
export type ChangedKind = typeof ChangedKind.Type

/** Something is not what it was, or was not there before. What it is now has to be read. */
export const Change = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("order"), company: CompanyId, id: OrderNumber }),
  Schema.Struct({ kind: Schema.Literal("batch"), company: CompanyId, id: BatchToken }),
  /** Of a webhook; `order` is the one it tells of. */
  Schema.Struct({ kind: Schema.Literal("delivery"), company: CompanyId, id: WebhookEventId, order: OrderNumber }),
])
export type Change = typeof Change.Type

/** As many changes wait for a listener at most; where there are more, it has to read again. */
export const changesWaitingMax = 256

/** As many changes, of all companies, are kept at least for whoever resumes. */
export const changesKeptMin = 4_096

/** What has changed since a listener was told the last time. */
export interface ToldChanges {
  /**
   * Each once, however often it changed, in the order in which each changed first; none where nothing has changed. Null where not all
   * is known: whatever was read before may have changed.
   */
  readonly changes: ReadonlyArray<Change> | null
  /** Where the listener stands now, for `WantedChanges.after`: at most 64 letters, digits, points and hyphens. */
  readonly position: string
}

/** Which changes somebody wants to be told of. */
export interface WantedChanges {
  readonly company: CompanyId
  readonly kinds: ReadonlySet<ChangedKind>
  /**
   * The position of an earlier listener to go on from, as it came back from whoever kept it; null to begin. Whoever begins, and whoever
   * comes with a position that is not known, not known any more, or of another process, is told to read again first.
   */
  readonly after: string | null
}

/** Hears of changes, from when it began until its scope ends. What it does not take waits, in bounded space. */
export interface ChangeListener {
  /** Waits until there is something to take. */
  readonly arrival: Effect.Effect<void>
  /** What there is, which does not wait any more then. */
  readonly take: Effect.Effect<ToldChanges>
}

export class ChangeFeed extends Context.Service<
  ChangeFeed,
  {
    /** Listens until the scope ends, whether or not other processes can be heard at the moment. Any number may listen. */
    readonly listen: (wanted: WantedChanges) => Effect.Effect<ChangeListener, never, Scope.Scope>
    /**
     * Has every listener, of every process, read again: to be called where something may not have been told, as after a process was
     * killed between a commit and its telling other processes.
     */
    readonly readAgain: Effect.Effect<void>
  }
>()("@vintem/domain/ports/ChangeFeed") {}
