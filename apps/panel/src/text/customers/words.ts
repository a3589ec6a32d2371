/**
 * What the pages of customers say, in one language. It comes with those pages.
 */
import type { ErasurePreviewView } from "@vintem/contract"

/** What has to end before a customer can be erased. */
type Obstacle = NonNullable<ErasurePreviewView["prevented_by"]>["reason"]

export interface CustomerWords {
  readonly none: string
  readonly noneFound: string
  readonly search: string
  readonly searchHint: string
  readonly searchWrong: string
  readonly all: string
  readonly person: string
  readonly erased: (when: string) => string
  readonly orders: string
  readonly noOrders: string
  readonly ordersOfErased: string
  readonly subscriptions: string
  readonly noSubscriptions: string
  readonly links: string
  readonly noLinks: string
  readonly cards: string
  readonly noCards: string
  readonly card: string
  readonly saved: string
  /** @param count - how many of a kind are shown */
  readonly latest: (count: number) => string
  readonly export: {
    readonly verb: string
    readonly says: (name: string) => string
    readonly done: string
  }
  readonly erase: {
    readonly verb: string
    readonly says: (name: string) => string
    readonly goes: string
    readonly counts: Readonly<
      Record<"orders" | "subscriptions" | "payment_links" | "batch_entries" | "saved_cards", (count: number) => string>
    >
    readonly stays: string
    readonly exportFirst: string
    readonly done: string
    /** Why it cannot be done now, and what to do first. */
    readonly prevented: Readonly<Record<Obstacle, string>>
    readonly more: (count: number) => string
  }
}
