/**
 * What the page of the state of the service says, in one language. It comes with that page.
 */
export interface StateWords {
  readonly again: string
  readonly needsNobody: string
  readonly needs: string
  /** By the name of a finding; one that is not here is shown as the service says it. */
  readonly findings: Readonly<Partial<Record<string, string>>>
  /** By the kind of a job; one that is not here is shown by its name. */
  readonly jobs: Readonly<Partial<Record<string, string>>>
  readonly facts: string
  readonly state: string
  readonly states: Readonly<Record<"ready" | "not_ready" | "silent", string>>
  readonly at: string
  readonly charged: string
  readonly never: string
  readonly charges: (orders: number) => string
  readonly refunds: string
  readonly due: string
  readonly dueIn: (work: number, webhooks: number) => string
  readonly inHand: string
  readonly givenUp: string
  readonly oldest: (count: number, since: string) => string
  readonly kinds: string
  readonly kind: string
  readonly count: string
  readonly first: string
  readonly nothingDue: string
  readonly disabled: string
  readonly none: string
  readonly backup: string
  readonly noBackup: string
  readonly version: string
  readonly database: string
  readonly delay: string
  readonly delayOf: (median: number, p99: number, max: number) => string
  readonly noDelay: string
  readonly unknown: string
  readonly unknownSays: string
  readonly askNow: string
  readonly askedNow: string
  readonly noUnknown: string
  readonly since: string
}
