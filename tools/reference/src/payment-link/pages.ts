/**
 * The pages on payment links.
 */
import { PaymentFlag, type PaymentState } from "@vintem/domain/payment-link"
import { refusalsPage } from "../machine/refusals-page.ts"
import { statusesPage } from "../machine/statuses-page.ts"
import { transitionsPage } from "../machine/transitions-page.ts"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import { linkReference } from "./link-reference.ts"

const stateMeaning: Readonly<Record<PaymentState["_tag"], string>> = {
  in_flight: "sent, unknown, in review or approved: the acquirer has been asked and has not decided",
  open: "a Pix or slip can be paid",
  ended: "no money is on its way",
  confirmed: "money was received",
}

const flagMeaning: Readonly<Record<PaymentFlag, string>> = {
  duplicate:
    "the link is paid once, and another order had paid it before, by the instant of the confirmation: the order owes a refund",
  after_removal: "it was confirmed after the link was removed",
  after_expiry: "it was confirmed after the link's last day",
}

const payments = `## What a link knows of its payments

Where the money of each order stands, as far as the link has to know. Orders that may still bring money are kept, the first payment,
and those that are flagged; the orders themselves tell the rest.

${markdownTable(
  ["state", "means"],
  Object.entries(stateMeaning).map(([state, meaning]) => [code(state), meaning]),
)}
Money is never refused. What the link no longer asked for is flagged. Late money is kept, and for a person to look at:

${markdownTable(
  ["flag", "means"],
  PaymentFlag.literals.map((flag) => [code(flag), flagMeaning[flag]]),
)}`

export const linkPages = (): ReadonlyArray<ReferencePage> => [
  statusesPage(linkReference, {
    intro: "None is stored: it follows from the link and from the day in São Paulo.",
    more: payments,
  }),
  transitionsPage(linkReference),
  refusalsPage(linkReference, {
    about:
      "A refused command writes nothing. Where several reasons hold, the first of this list is told. With it come the status, what could be\ndone instead, and the orders whose Pix or slip has to be voided before a removal. Doing again what is done already is not refused: it\ndoes nothing.",
  }),
]
