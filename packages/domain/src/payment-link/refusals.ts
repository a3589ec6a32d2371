/**
 * Why a command to a link was refused, by name and by rank: if several reasons hold, the first in the list is told.
 */
import * as Schema from "effect/Schema"
import { OrderNumber } from "../identifiers/order.ts"
import { LinkStatus } from "./link-status.ts"

/** The commands by name. */
export const LinkCommandName = Schema.Literals(["Update", "Remove", "StartPayment"])
/** The commands by name. */
export type LinkCommandName = typeof LinkCommandName.Type

/** `linkRefusalMeaning` explains each. */
export const LinkRefusal = Schema.Literals([
  "AlreadyRemoved",
  "AlreadyPaid",
  "LinkExpired",
  "MethodNotAccepted",
  "TooManyInstallments",
  "PaymentInFlight",
  "InstrumentOpen",
])
export type LinkRefusal = typeof LinkRefusal.Type

/** The reason for a refusal, in words. It completes "refused, because …". */
export const linkRefusalMeaning: Readonly<Record<LinkRefusal, string>> = {
  AlreadyRemoved: "a deleted link is neither changed nor paid",
  AlreadyPaid: "a payment is confirmed: the link cannot be deleted or, if it takes one payment, paid again",
  LinkExpired: "its last day has passed",
  MethodNotAccepted: "the link is not paid by this method",
  TooManyInstallments: "the link is paid in fewer installments",
  PaymentInFlight: "a payment has no outcome yet: try again later",
  InstrumentOpen: "a Pix or slip can still be paid: void it first",
}

/** The command cannot be done now; nothing was written. `allowed` names what could be done instead. */
export class LinkRefused extends Schema.TaggedError<LinkRefused>()("LinkRefused", {
  command: LinkCommandName,
  reason: LinkRefusal,
  status: LinkStatus,
  allowed: Schema.Array(LinkCommandName),
  /** Orders whose Pix or slip can still be paid, to be voided before the link is removed. */
  open: Schema.Array(OrderNumber),
}) {}
