/**
 * What the pages of who works where say, and one's own account, in one language. It comes with those pages.
 */
import type { CompanyRole } from "@vintem/domain/access"
import type { Deed } from "../words.ts"

export interface PeopleWords {
  readonly none: string
  readonly you: string
  readonly invite: string
  readonly inviteSays: string
  readonly invited: (email: string) => string
  readonly linkFor: (email: string) => string
  readonly change: Deed
  readonly remove: Deed
  readonly refused: string
  readonly roleMeans: Readonly<Record<CompanyRole, string>>
  /** Those that wait to be accepted. */
  readonly invitations: {
    readonly title: string
    readonly sent: string
    readonly until: string
    readonly withdraw: {
      readonly verb: string
      readonly says: (email: string) => string
      readonly done: string
      /** It was not there any more. */
      readonly gone: string
    }
  }
  /** The companies that one works for oneself. */
  readonly own: {
    readonly title: string
    readonly leave: {
      readonly verb: string
      readonly says: (company: string) => string
      readonly done: (company: string) => string
      readonly lastOwner: string
      /** One had no role there any more. */
      readonly gone: string
    }
  }
}
