/**
 * A page of a list, newest first. Lists are never returned whole.
 *
 * Newest first means that the entry stored last comes first, whatever its time, also among entries stored together. A
 * change makes no entry newer. If a list has another order, its port says so.
 */
import * as Schema from "effect/Schema"

/** Entries on a page of the API. */
export const perPage = 15

/** The requested page, from 1. */
export const PageNumber = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).pipe(Schema.brand("PageNumber"))
export type PageNumber = typeof PageNumber.Type

/** The default page. */
export const firstPage = PageNumber.make(1)

/** The requested part of a list. */
export interface PageRequest {
  readonly page: PageNumber
  /** Entries a page, at least 1. */
  readonly size: number
}

/**
 * `total` counts the whole list at the time the page was read, and never less than what is shown up to the end of this page; a page past its
 * end has no entries. The two need not be one moment: what others take off the list meanwhile may be counted and not shown.
 */
export interface Page<A> {
  readonly entries: ReadonlyArray<A>
  readonly total: number
}
