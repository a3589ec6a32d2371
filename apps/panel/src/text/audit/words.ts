/**
 * What the page of who changed what says, in one language. It comes with that page.
 */
import type { AuditAction } from "@vintem/domain/audit"

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
  readonly facts: string
  readonly before: string
  readonly after: string
  readonly noFacts: string
  readonly from: (address: string) => string
  readonly export: string
}
