/**
 * What must be true of the whole service, whoever used it.
 */
import type { Check } from "../check.ts"
import { booksAgree, everyChargeHasItsOrder } from "./acquirer-books.ts"
import { eventLogs } from "./event-logs.ts"
import { integrity } from "./integrity.ts"
import { nothingInFlight, nothingOverdue } from "./nothing-left.ts"
import { vintemCheck } from "./vintem-check.ts"

export const wholeService: ReadonlyArray<Check> = [
  integrity,
  eventLogs,
  nothingInFlight,
  nothingOverdue,
  everyChargeHasItsOrder,
  booksAgree,
  vintemCheck,
]
