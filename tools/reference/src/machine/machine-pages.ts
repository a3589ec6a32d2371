/**
 * The pages on order, payment link, batch and subscription.
 */
import { batchMachine, batchRefusalMeaning } from "@vintem/domain/batch"
import {
  AttemptFact,
  CaseFact,
  orderMachine,
  orderRefusalMeaning,
  orderStatuses,
  orderStatusTitle,
  RefundFact,
} from "@vintem/domain/order"
import { linkMachine, linkRefusalMeaning, PaymentFlag, type PaymentState } from "@vintem/domain/payment-link"
import {
  CancelReason,
  dunningDays,
  noticeDays,
  retryDays,
  subscriptionMachine,
  subscriptionRefusalMeaning,
} from "@vintem/domain/subscription"
import { code, markdownTable } from "../markdown.ts"
import { machinePage } from "./machine-page.ts"

/** Lightest first, as they are listed in the domain. */
const byWeight = (facts: ReadonlyArray<string>): string => facts.map(code).join(", ")

export const orderPage = machinePage({
  machine: orderMachine,
  name: "order",
  what: "an order",
  statuses:
    "The status follows from what is known about the order's money, no matter in what order that became known: there is no table of moves.",
  refusals:
    "With a refusal come the status, what could be done instead and what could still be refunded. Doing again what is done already is not refused: it does nothing.",
  meaning: orderRefusalMeaning,
  more: `## Titles

What a payer reads.

${markdownTable(
  ["status", "title"],
  orderStatuses.map(({ status }) => [code(status), orderStatusTitle[status]]),
)}
## Facts

Facts are collected, and none is forgotten. Of those known about one attempt, one refund or one case the heaviest decides. The lightest
stands first. \`approved\` and \`rejected\` count once \`review\` is known. Facts about a refund or a case wait until a payment is confirmed.
A charge that surely never left is \`refused\` at once, and \`voided\` when the acquirer is reached again.

${markdownTable(
  ["about", "facts"],
  [
    ["an attempt to charge", byWeight(AttemptFact.literals)],
    ["a refund: money moves on `settled`", byWeight(RefundFact.literals)],
    ["a case: `taken` and `lost` take the money", byWeight(CaseFact.literals)],
  ],
)}`,
})

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

export const linkPage = machinePage({
  machine: linkMachine,
  name: "payment-link",
  what: "a payment link",
  statuses: "None is stored: the status follows from the link and from the day in São Paulo.",
  refusals:
    "With a refusal come the status, what could be done instead, and the orders whose Pix or slip has to be voided before a removal.\nDoing again what is done already is not refused: it does nothing.",
  meaning: linkRefusalMeaning,
  more: `## What a link knows of its payments

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
)}`,
})

export const batchPage = machinePage({
  machine: batchMachine,
  name: "batch",
  what: "a batch",
  statuses: "The status follows from how far the batch has come.",
  refusals:
    "With a refusal come the status and what could be done instead.\nCanceling a canceled batch is not refused: it does nothing.",
  meaning: batchRefusalMeaning,
  more: `## The counts the rules go by

Items are claimed and done in the order of their positions, so that three counts say of each item where it stands.

${markdownTable(
  ["position", "the item"],
  [
    ["up to `processed`", "is done: its link is made, or it failed for good, which `failed` counts"],
    ["from there up to `claimed`", "is in flight: a worker was given it"],
    ["from there up to `total`", "waits"],
  ],
)}`,
})

const reasonMeaning: Readonly<Record<CancelReason, string>> = {
  asked: "the company canceled it",
  dunning: `a renewal was overdue for ${dunningDays} days`,
  cycles: "every agreed cycle is paid, and the last one is over",
}

export const subscriptionPage = machinePage({
  machine: subscriptionMachine,
  name: "subscription",
  what: "a subscription",
  statuses: "The status follows from the renewal that is open, and from whether the subscription has ended.",
  refusals:
    "With a refusal come the status and what could be done instead.\nOpening a renewal that is open, naming the card that pays already and canceling again are not refused: they do nothing.",
  meaning: subscriptionRefusalMeaning,
  more: `## What the clock does

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
)}`,
})
