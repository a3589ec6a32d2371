/** An operator's commands to an order, and the answers if they are refused. */
import type { SubscriptionToken } from "@vintem/domain/identifiers"
import { centavos, centavosMax, decimalNumber } from "@vintem/domain/money"
import { type OrderCommandName, type OrderRefused, orderRefusalMeaning, Verdict } from "@vintem/domain/order"
import { amount } from "../input/amount.ts"
import { choice } from "../input/choice.ts"
import { described, object, optional, orNull, required } from "../input/codec.ts"
import { type Fault, fault, type InvalidFields, invalidFields } from "../input/fault.ts"
import { type CommandWords, statusFault } from "../input/status-fault.ts"

/** The effects of the commands that both companies and operators give, for the API descriptions. */
export const orderCommandAbout = {
  refund:
    "Refunds the payer: all that is left of the payment, or a part. Pix can be refunded for 90 days, a card charge for 180; a slip by " +
    "transfer. The body may be left out. If the acquirer does not answer in time, the amount stays reserved and " +
    "the service asks again until it does. 422 if the order does not allow it or the acquirer did not do it.",
  cancel:
    "Cancels an order that is not paid. The service first withdraws open charges at the acquirer. 422 if money was received or an outcome is " +
    "unknown. Money that still arrives is kept: the order is " +
    "then `paid`.",
  complete: "Records that the company has delivered. 422 if the order is not paid, or was refunded or disputed.",
} as const

/** The amount to refund. */
export const refundBody = described(
  object({
    /** Centavos. */
    amount: optional(orNull(amount({ min: centavos(1), max: centavos(centavosMax) })), {
      description: "Reais, at least 0.01; if absent, all that is left of the payment.",
      examples: [59.9],
    }),
  }),
  { identifier: "RefundRequest", examples: [{ amount: 59.9 }, {}] },
)

/** The outcome of an attempt that the acquirer has not reported. */
export const resolveBody = described(object({ outcome: required(choice(Verdict)) }), {
  identifier: "ResolveRequest",
  examples: [{ outcome: "paid" }],
})

/** Why a command was refused, as a fault of `status`, or of `amount` if another amount would be possible. */
export const orderRefused = (refused: OrderRefused): InvalidFields =>
  isAboutAmount(refused) ? invalidFields([amountFault(refused)]) : refusedInStatus(refused)

/** The order charges a period of a running subscription: cancel the subscription instead. */
export const renewalOpen = (subscription: SubscriptionToken): InvalidFields =>
  invalidFields([fault("status", { code: "renewal_open", subscription })])

/** The acquirer refused the refund. */
export const refundFailed = (reason: string | null): InvalidFields =>
  invalidFields([fault("refund", { code: "refund_failed", detail: reason })])

const isAboutAmount = ({ reason, refundable }: OrderRefused): boolean =>
  reason === "AmountNotPositive" || (reason === "AmountAboveRefundable" && refundable > 0)

const amountFault = ({ reason, refundable }: OrderRefused): Fault =>
  fault(
    "amount",
    reason === "AmountNotPositive"
      ? { code: "amount_too_small", min: 0.01 }
      : { code: "amount_above_refundable", max: decimalNumber(centavos(refundable)) },
  )

const refusedInStatus = ({ reason, ...refused }: OrderRefused): InvalidFields =>
  statusFault({
    ...refused,
    reason,
    what: "order",
    why: reason === "AmountAboveRefundable" ? everythingIsOnItsWay : orderRefusalMeaning[reason],
    words: commandWords,
  })

const everythingIsOnItsWay = "all that was received is on its way back or went back"

/** The API's word for each command, and for the order after it. */
const commandWords: Readonly<Record<OrderCommandName, CommandWords>> = {
  StartAttempt: { verb: "pay", done: "charged" },
  Cancel: { verb: "cancel", done: "canceled" },
  Complete: { verb: "complete", done: "completed" },
  Contest: { verb: "contest", done: "contested" },
  Resolve: { verb: "resolve", done: "resolved by hand" },
  RequestRefund: { verb: "refund", done: "refunded" },
}
