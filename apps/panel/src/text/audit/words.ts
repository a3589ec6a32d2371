/**
 * What the page of who changed what says, in one language. It comes with that page.
 */
import type { OrderEventKind } from "@vintem/contract"
import type { AuditAction, AuditFactName } from "@vintem/domain/audit"
import type { RecurrenceUnit, ReminderChannel } from "@vintem/domain/catalogue"
import type { PageLanguage } from "@vintem/domain/company"

export interface AuditWords {
  readonly says: string
  readonly none: string
  readonly noneFound: string
  readonly at: string
  readonly who: string
  readonly anybody: string
  readonly actors: Readonly<Record<"administration" | "command" | "system", string>>
  readonly userNumber: (id: number) => string
  readonly key: (id: number) => string
  readonly what: string
  readonly anything: string
  readonly actions: Readonly<Record<AuditAction, string>>
  readonly subject: string
  readonly subjectHint: string
  /** What an entry tells of its subject, by its name there. */
  readonly fields: Readonly<Record<AuditFactName, string>>
  /** Values that only this page has words for. */
  readonly values: Readonly<Record<RecurrenceUnit | ReminderChannel | PageLanguage | OrderEventKind, string>>
  /** A detail, or its value, that has no words. */
  readonly otherField: string
  readonly otherValue: string
  readonly facts: string
  readonly before: string
  readonly after: string
  readonly noFacts: string
  readonly from: (address: string) => string
  readonly export: string
}
