/** Promises of the whole service that have to hold after any scenario. */
import type { Check } from "../check.ts"
import { booksAgree, everyChargeHasItsOrder } from "./acquirer-books.ts"
import { nothingIsTakenAfterTheCancel, oneLinkPerItem } from "./batch-links.ts"
import { cardAttemptsCountAsTheyEnded } from "./card-attempts.ts"
import { couponsAreHeldByOrders } from "./coupon-uses.ts"
import { batchLogs, linkLogs, orderLogs } from "./event-logs.ts"
import { integrity } from "./integrity.ts"
import { linksArePaidByTheirOrders, linksKnowWhoMayPay, noLinkIsPaidTwice } from "./link-payments.ts"
import { nothingInFlight, nothingOverdue } from "./nothing-left.ts"
import { vintemCheck } from "./vintem-check.ts"

export const wholeService: ReadonlyArray<Check> = [
  integrity,
  orderLogs,
  batchLogs,
  linkLogs,
  nothingInFlight,
  nothingOverdue,
  everyChargeHasItsOrder,
  booksAgree,
  couponsAreHeldByOrders,
  cardAttemptsCountAsTheyEnded,
  oneLinkPerItem,
  nothingIsTakenAfterTheCancel,
  linksArePaidByTheirOrders,
  linksKnowWhoMayPay,
  noLinkIsPaidTwice,
  vintemCheck,
]
