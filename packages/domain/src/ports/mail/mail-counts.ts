/**
 * How many messages a person was sent in a day. Whose they were is a keyed hash: no address is stored.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LocalDate } from "../../calendar/local-date.ts"
import type { MailCap, MailKind } from "../../customer/mail-caps.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** What is counted: the messages of one kind to one recipient in a day, under one cap. */
export interface MailCount {
  /** Keyed hash of the recipient and, under the cap of a company, the company. */
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
     * Counts one more message, unless so many are counted; false if they are. If many count at once, no more than `max` are told
     * true. Joins the unit of work around it.
     */
    readonly take: (count: MailCount, max: number) => Effect.Effect<boolean, StorageUnavailable>
    /** Counts one message less: it certainly was not sent. Nothing to do if none is counted. Joins the unit of work around it. */
    readonly giveBack: (count: MailCount) => Effect.Effect<void, StorageUnavailable>
    /** Forgets up to `limit` counts of days before a day. @returns how many */
    readonly forget: (before: LocalDate, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/MailCounts") {}
