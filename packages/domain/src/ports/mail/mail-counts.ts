/**
 * Counts the messages that a person gets in a day. The recipient is a keyed hash: no address is stored.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LocalDate } from "../../calendar/local-date.ts"
import type { MailCap, MailKind } from "../../customer/mail-caps.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** The key of a count: messages of one kind to one recipient in a day, under one cap. */
export interface MailCount {
  /** Keyed hash of the recipient and, for a company's cap, the company. */
  readonly recipient: string
  readonly kind: MailKind
  readonly cap: MailCap
  /** The day in São Paulo. */
  readonly day: LocalDate
}

/** Counts messages before they are sent. Contract: `mailCountsContract`. */
export class MailCounts extends Context.Service<
  MailCounts,
  {
    /**
     * Counts one more message, unless `max` are counted already; then returns false. Of several concurrent calls, at
     * most `max` return true. Joins the unit of work around it.
     */
    readonly take: (count: MailCount, max: number) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Counts one message less, because it certainly was not sent. Does nothing if none is counted. Joins the unit of
     * work around it.
     */
    readonly giveBack: (count: MailCount) => Effect.Effect<void, StorageUnavailable>
    /** Forgets up to `limit` counts of earlier days. @returns how many */
    readonly forget: (before: LocalDate, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/MailCounts") {}
