/**
 * The page on transitions: what an order shows after each event, from each status, found by trying.
 */
import {
  isConfirmed,
  ledgerOf,
  type Obligation,
  OrderStatus,
  obligationsOf,
  orderRefusalMeaning,
  statusOf,
} from "@vintem/domain"
import { code, either, footnotes, markdownTable, superscript } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import { diagramAfterPayment, diagramBeforePayment } from "./diagram.ts"
import { type Cell, transitionTable } from "./happenings.ts"
import type { Trial } from "./trial.ts"

export const orderTransitionsPage = (): ReferencePage => {
  const notes = allNotes()
  return {
    name: "order-transitions.md",
    title: "Transitions of an order",
    about: "What an order shows after each event, from each status.",
    body: `What comes of each event when facts arrive in the usual order. In any other they lead to the same end: the status follows from
[the rules](order-statuses.md), which know no transitions. A command may be refused; everything else is a fact and is recorded.

- a status: what the order shows next
- \`=\`: recorded, or known already; the status stays
- \`×\`: refused, and nothing is written; the [refusal](order-refusals.md) stands beside it
- \`p\`: parked; recorded, and effective once a payment is
- several: what the order shows depends on what else is known of it

News of an attempt such an order does not have is tried on a further one, started for the purpose.

${markdownTable(
  ["event ↓ / status →", ...OrderStatus.literals],
  transitionTable.map(({ event, cells }) => [event, ...cells.map((cell) => printed(cell, notes))]),
)}
${footnotes(notes)}
## Until a payment is confirmed

${diagramBeforePayment()}
## Once a payment is confirmed

${diagramAfterPayment()}`,
  }
}

const printed = (cell: Cell, notes: ReadonlyArray<string>): string =>
  [
    outcome(cell),
    ...notesOf(cell)
      .map((note) => notes.indexOf(note) + 1)
      .toSorted((one, other) => one - other)
      .map(superscript),
  ].join(" ")

const outcome = ({ status, usual, others }: Cell): string => {
  if (usual.refusal !== null) return `× ${usual.refusal.reason}`
  if (isParked(usual)) return "p"
  const shown = [usual, ...others.filter(({ refusal }) => refusal === null)].map(({ after }) => statusOf(after))
  return either([...new Set(shown)].map((one) => (one === status ? "=" : one)))
}

/** Money that goes back before it is known to have come. */
const isParked = ({ move, changes, after }: Trial): boolean =>
  (move._tag === "RefundUpdate" || move._tag === "CaseUpdate") && changes.length > 0 && !isConfirmed(after)

/** What there is to say about a cell beside its outcome, or null where it does not apply. */
const remarks: ReadonlyArray<(cell: Cell) => string | null> = [
  ({ usual, others }) => {
    const refusal = others.find((other) => other.refusal !== null)?.refusal
    return usual.refusal !== null || refusal === null || refusal === undefined
      ? null
      : `May also be refused, ${code(refusal.reason)}: ${orderRefusalMeaning[refusal.reason]}.`
  },
  (cell) =>
    outcome(cell).includes(" or ") ? "What the other facts of the order give; the usual outcome stands first." : null,
  ({ status, usual: { before, after } }) =>
    statusOf(after) === status && statusOf(before) !== status
      ? `Of a further attempt, and as long as that was under way the order showed ${code(statusOf(before))}.`
      : null,
  ({ usual }) =>
    addedObligations(usual, "RefundDuplicate") > 0 ? "A second payment: it is owed back to the payer." : null,
  ({ usual: { before, after } }) =>
    before.canceledAt !== null && isConfirmed(after) && !isConfirmed(before)
      ? "Late money is money: the order had been canceled, and is paid."
      : null,
  ({ usual, others }) =>
    [usual, ...others].some((trial) => addedObligations(trial, "VoidAttempt") > 0)
      ? "What is open or held at the acquirer has to be voided there."
      : null,
  ({ usual: { before, after } }) =>
    statusOf(after) === statusOf(before) && ledgerOf(after).refundable < ledgerOf(before).refundable
      ? "The status stays, and less is left that can be refunded."
      : null,
  ({ usual: { before, after } }) =>
    ledgerOf(after).excess > ledgerOf(before).excess
      ? "More is reported to have gone back than came in: what does not fit is kept apart, for a person to look at."
      : null,
  ({ usual: { before, after, webhooks } }) =>
    statusOf(after) === statusOf(before) && webhooks.length > 0
      ? `The status stays, and the webhook ${webhooks.map(code).join(" and ")} is sent.`
      : null,
]

const addedObligations = ({ before, after }: Trial, tag: Obligation["_tag"]): number =>
  obligationsOf(after).filter(({ _tag }) => _tag === tag).length -
  obligationsOf(before).filter(({ _tag }) => _tag === tag).length

const notesOf = (cell: Cell): ReadonlyArray<string> => remarks.flatMap((remark) => remark(cell) ?? [])

/** In the order in which a reader meets them. */
const allNotes = (): ReadonlyArray<string> => [
  ...new Set(transitionTable.flatMap(({ cells }) => cells.flatMap(notesOf))),
]
