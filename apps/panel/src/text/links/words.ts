/**
 * What the history of a payment link says, in one language. It comes with the pages of links.
 */
import type { LinkHistoryView, LinkRemovalRefusal } from "@vintem/contract"

type LinkEvent = LinkHistoryView["events"][number]

export interface LinkWords {
  readonly events: Readonly<Record<LinkEvent["type"], string>>
  /** How the payment of an order stands. */
  readonly standings: Readonly<Record<NonNullable<LinkEvent["standing"]>, string>>
  /** Messages to the payer. */
  readonly reminders: {
    readonly title: string
    readonly states: Readonly<Record<LinkHistoryView["reminders"][number]["state"], string>>
    readonly countHeldBack: (count: number) => string
  }
  /** Why it cannot be deleted now. */
  readonly keeps: Readonly<Record<LinkRemovalRefusal, string>>
  /** Choosing the rule that reminds payers. */
  readonly rule: {
    /** The link's own, where it is not among those that are shown. */
    readonly present: string
    readonly earlier: string
  }
}
