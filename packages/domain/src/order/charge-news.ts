/**
 * What an acquirer tells of a charge of its own accord: later, more than once, and in any order.
 */
import type { Instant } from "../calendar/instant.ts"
import type { OrderNews } from "./commands.ts"
import type { AttemptId } from "./identifiers.ts"

/** An order's news without its place in the order and the hour, which whoever records it adds. */
export type ChargeNews = WithoutPlace<Exclude<OrderNews, { readonly _tag: "AbandonTimer" | "DuplicateNews" }>>
type WithoutPlace<News> = News extends OrderNews ? Omit<News, "attempt" | "at"> : never

/** @param attempt - position in the order of the attempt whose charge it is about */
export const orderNewsFrom = (news: ChargeNews, attempt: AttemptId, at: Instant): OrderNews => ({
  ...news,
  attempt,
  at,
})
