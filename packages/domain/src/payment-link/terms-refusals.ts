/**
 * Why terms that can be read are not given to a link or a batch: they name something that is not there, or a day that is over.
 *
 * Unlike the faults of a request by itself, these depend on the moment and on what the company has, so they are judged in the commit.
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import { isAfter, type LocalDate } from "../calendar/local-date.ts"
import { saoPauloDate } from "../calendar/sao-paulo.ts"

/** `UnknownRule`: the company has no such reminder rule. `ExpiryPassed`: the last day is over in São Paulo. Mend the request. */
export const LinkTermsRefusal = Schema.Literals(["ExpiryPassed", "UnknownRule"])
export type LinkTermsRefusal = typeof LinkTermsRefusal.Type

/** Whether a last payable day is over in São Paulo. Null is no last day. */
export const isExpiryPassed = (expiredAt: LocalDate | null, at: Instant): boolean =>
  expiredAt !== null && isAfter(saoPauloDate(at), expiredAt)

/**
 * Whether a link may be given this last day: none, one that is not over, or the one it has already. A new link whose last day is over could
 * not be paid. An old one keeps its day when something else about it is changed.
 *
 * @param before - the link's day until now; null if it has none, or is new
 */
export const isExpiryAccepted = (expiredAt: LocalDate | null, before: LocalDate | null, at: Instant): boolean =>
  expiredAt === before || !isExpiryPassed(expiredAt, at)
