/**
 * The pages on subscriptions.
 */
import { CancelReason, dunningDays, noticeDays, retryDays } from "@vintem/domain/subscription"
import { refusalsPage } from "../machine/refusals-page.ts"
import { statusesPage } from "../machine/statuses-page.ts"
import { transitionsPage } from "../machine/transitions-page.ts"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import { subscriptionReference } from "./subscription-reference.ts"

const reasonMeaning: Readonly<Record<CancelReason, string>> = {
  asked: "the company canceled it",
  dunning: `a renewal was overdue for ${dunningDays} days`,
  cycles: "every agreed cycle is paid, and the last one is over",
}

const clock = `## What the clock does

Days begin at midnight in São Paulo; those of a failure are counted in 24 hours from the first one.

${markdownTable(
  ["when", "what"],
  [
    ["the day of the next charge", "a card is charged"],
    [`${noticeDays} days before it`, "a Pix or slip is issued, due on the day"],
    [
      `days ${retryDays.join(", ")} after the first failure`,
      "a card that was refused, but not for good, is charged again",
    ],
    [`day ${dunningDays} after the first failure`, "the subscription ends"],
    ["the end of the last cycle", "the subscription ends"],
  ],
)}
Between two charges of one card lies a day at least, however late they are made: a retry that was missed is left out.

## Why it ended

${markdownTable(
  ["reason", "means"],
  CancelReason.literals.map((reason) => [code(reason), reasonMeaning[reason]]),
)}`

export const subscriptionPages = (): ReadonlyArray<ReferencePage> => [
  statusesPage(subscriptionReference, {
    intro: "It follows from the renewal that is open, and from whether the subscription has ended.",
    more: clock,
  }),
  transitionsPage(subscriptionReference),
  refusalsPage(subscriptionReference, {
    about:
      "A refused command writes nothing. Where several reasons hold, the first of this list is told. With it come the status and what could be\ndone instead. Opening a renewal that is open, naming the card that pays already and canceling again are not refused: they do nothing.",
  }),
]
