/**
 * Reasons against valid terms of a link or a batch: they name a missing rule, or a day that is over.
 *
 * Unlike other faults of a request, these depend on the moment and on the company's data, so the commit checks them.
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import { isAfter, type LocalDate } from "../calendar/local-date.ts"
import { saoPauloDate } from "../calendar/sao-paulo.ts"

/**
 * `UnknownRule`: the company has no such reminder rule. `ExpiryPassed`: the last day is over in São Paulo. Correct the
 * request.
 */
export const LinkTermsRefusal = Schema.Literals(["ExpiryPassed", "UnknownRule"])
export type LinkTermsRefusal = typeof LinkTermsRefusal.Type

/** True if a last payable day is over in São Paulo. Null means no last day. */
export const isExpiryPassed = (expiredAt: LocalDate | null, at: Instant): boolean =>
  expiredAt !== null && isAfter(saoPauloDate(at), expiredAt)

/**
 * True if a link may get this last day: none, one that is not over, or its current one. A new link whose last day is
 * over could not be paid. An old one keeps its day if other terms change.
 *
 * @param before - the link's current day; null if it has none, or is new
 */
export const isExpiryAccepted = (expiredAt: LocalDate | null, before: LocalDate | null, at: Instant): boolean =>
  expiredAt === before || !isExpiryPassed(expiredAt, at)
