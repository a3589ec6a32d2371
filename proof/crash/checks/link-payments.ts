/**
 * Checks that payment links know the state of their orders' payments, and that no single-payment link was paid twice.
 */
import { type PaymentLink, paymentStateOf } from "@vintem/domain/payment-link"
import type { Check, Evidence } from "../check.ts"
import { type OrderRow, storedOrder } from "./stored-order.ts"

export const linksArePaidByTheirOrders: Check = {
  title: "a payment link is paid exactly where an order of it is confirmed, by that order and at its instant",
  contradictions: (evidence) =>
    accountsIn(evidence).flatMap(({ confirmed, paid, slug }) => {
      const isSound = paid === null ? confirmed.length === 0 : confirmed.includes(`${paid.order} at ${paid.at}`)
      if (isSound) return []
      const known = paid === null ? "not paid" : `paid by ${paid.order} at ${paid.at}`
      return [`payment link ${slug} is ${known}; confirmed are: ${confirmed.join(", ") || "none"}`]
    }),
}

export const linksKnowWhoMayPay: Check = {
  title: "a payment link knows every order by which money may still come, and no other",
  contradictions: (evidence) =>
    accountsIn(evidence).flatMap(({ live, payments, slug }) => {
      const known = payments.map(({ order, state }) => `${order} ${state}`)
      const isSound = new Set(known).size === live.length && live.every((one) => known.includes(one))
      return isSound
        ? []
        : [
            `payment link ${slug} knows of ${known.join(", ") || "nothing"}; its orders are: ${live.join(", ") || "over"}`,
          ]
    }),
}

/** Two confirmed payments are possible if a Pix or slip is paid late, and are flagged: no client here pays one late. */
export const noLinkIsPaidTwice: Check = {
  title: "a payment link that is paid once has one confirmed order at most, and no payment is flagged",
  contradictions: (evidence) =>
    accountsIn(evidence).flatMap(({ confirmed, flagged, isPaidOnce, slug }) => [
      ...(isPaidOnce && confirmed.length > 1 ? [`payment link ${slug} has the confirmed ${confirmed.join(", ")}`] : []),
      ...flagged.map(({ flag, order }) => `payment link ${slug} has flagged order ${order}: ${flag}`),
    ]),
}

/** A link's own record of its payments, and its orders' records. */
interface Account extends Pick<PaymentLink, "paid" | "payments" | "flagged"> {
  readonly slug: string
  readonly isPaidOnce: boolean
  /** Orders that received money, each as `number at instant`. */
  readonly confirmed: ReadonlyArray<string>
  /** Orders that may still receive money, each as `number state`. */
  readonly live: ReadonlyArray<string>
}

const accountsIn = ({ database }: Evidence): ReadonlyArray<Account> => {
  const ordersOf = Map.groupBy(
    database
      .prepare<[], OrderRow>(
        "select version, details, progress from orders where details ->> '$.paymentLink' is not null",
      )
      .all()
      .map(storedOrder),
    ({ details }): string | undefined => details.paymentLink,
  )
  const links = database.prepare<[], { slug: string; isPaidOnce: number; progress: string }>(
    "select slug, terms ->> '$.expireAfterPayment' as isPaidOnce, progress from payment_link",
  )
  return links.all().map(({ isPaidOnce, progress, slug }) => {
    const confirmed: Array<string> = []
    const live: Array<string> = []
    for (const order of ordersOf.get(slug) ?? []) {
      const { number } = order.details
      const state = paymentStateOf(order)
      if (state._tag === "confirmed") confirmed.push(`${number} at ${state.at}`)
      else if (state._tag !== "ended") live.push(`${number} ${state._tag}`)
    }
    return { ...JSON.parse(progress), slug, isPaidOnce: isPaidOnce === 1, confirmed, live }
  })
}
