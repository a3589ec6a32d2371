/**
 * The page on refusals: why a command to an order may be refused, and when it is, found by trying.
 */
import {
  instant,
  methodRules,
  type Order,
  type OrderCommand,
  OrderCommandName,
  OrderRefusal,
  type OrderStatus,
  orderRefusalMeaning,
  PaymentMethod,
  Verdict,
} from "@vintem/domain"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import {
  cancel,
  complete,
  contest,
  plainAmount,
  plainNow,
  requestRefund,
  resolveByHand,
  startAttempt,
} from "./plain-order.ts"
import { type Trial, tryMove } from "./trial.ts"
import { waysToAll } from "./ways.ts"

export const orderRefusalsPage = (): ReferencePage => ({
  name: "order-refusals.md",
  title: "Refusals of an order",
  about: "Why a command to an order is refused, by precedence.",
  body: `A refused command writes nothing. Where several reasons hold, the first of this list is told; with it come the status, what could be
done instead and what could still be refunded. Doing again what is done already is not refused: it does nothing.

${markdownTable(
  ["rank", "refusal", "means", "refuses"],
  OrderRefusal.literals.map((reason, index) => [
    index + 1,
    code(reason),
    orderRefusalMeaning[reason],
    commandsRefused(reason).map(code).join(", "),
  ]),
)}
## By status

What came of trying each command on orders of each status: by every method, of amounts that fit and do not, in time and too late, of
a payment that came and of one that did not. \`accepted\`: in one form at least. \`=\`: done already, so that nothing is left to do.

${markdownTable(
  ["status", ...OrderCommandName.literals.map(code)],
  waysToAll.map(({ status }) => [
    code(status),
    ...OrderCommandName.literals.map((command) => answersTo(command, status).join(", ")),
  ]),
)}`,
})

/** The commands that are refused for this reason. */
const commandsRefused = (reason: OrderRefusal): ReadonlyArray<OrderCommandName> =>
  OrderCommandName.literals.filter((command) =>
    waysToAll.some(({ status }) => trials(command, status).some(({ refusal }) => refusal?.reason === reason)),
  )

/** Acceptance first, then reasons by rank, each once. */
const answersTo = (command: OrderCommandName, status: OrderStatus): ReadonlyArray<string> => {
  const all = trials(command, status)
  return [
    ...(all.some(({ changes }) => changes.length > 0) ? ["accepted"] : []),
    ...(all.some(({ changes, refusal }) => changes.length === 0 && refusal === null) ? ["="] : []),
    ...OrderRefusal.literals.filter((reason) => all.some(({ refusal }) => refusal?.reason === reason)),
  ]
}

const trials = (command: OrderCommandName, status: OrderStatus): ReadonlyArray<Trial> =>
  waysToAll
    .flatMap((one) => (one.status === status ? one.orders : []))
    .flatMap((order) => formsOf[command](order).map((form) => tryMove(order, form)))

/** Used by no order, and so never a repetition. */
const unusedRefund = 9

const tooLate = instant(plainNow + methodRules.credit.refundWindowMillis + 1)

/** Every kind of argument that may make a difference. */
const formsOf: Readonly<Record<OrderCommandName, (order: Order) => ReadonlyArray<OrderCommand>>> = {
  StartAttempt: ({ attempts }) => PaymentMethod.literals.map((method) => startAttempt(attempts.length + 1, method)),
  Cancel: () => [cancel],
  Complete: () => [complete],
  Contest: () => [contest],
  Resolve: ({ attempts }) =>
    [...attempts.map(({ id }) => id), attempts.length + 1].flatMap((attempt) =>
      Verdict.literals.map((verdict) => resolveByHand(attempt, verdict)),
    ),
  RequestRefund: ({ attempts }) =>
    [...attempts.map(({ id }) => id), attempts.length + 1].flatMap((attempt) =>
      [0, 1, plainAmount + 1].flatMap((amount) =>
        [plainNow, tooLate].map((at) => requestRefund(unusedRefund, { attempt, amount, at })),
      ),
    ),
}
