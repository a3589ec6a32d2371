/**
 * Promises about links that are paid, checked from the view of their makers and of payers who left a contact. The
 * payments are checked like all orders.
 */
import type { Check } from "../check.ts"
import { answeredOtherThan } from "../client-request.ts"
import { isTurnedAway, type LinkPayments, type LinkToPay } from "./link-to-pay.ts"

export const checksOf = ({ links, purchases }: LinkPayments): ReadonlyArray<Check> => [
  everyAnswerIsSound(links),
  everyLinkIsMadeOnce(links),
  whoWasTurnedAwayIsNotCharged(purchases),
]

const everyAnswerIsSound = (links: ReadonlyArray<LinkToPay>): Check => ({
  title: "of links that are paid: what is sound is answered as such, a contact too",
  contradictions: () =>
    links.flatMap((link) => [
      ...answeredOtherThan(link.request, [201]),
      ...link.contacts
        .filter(({ answer }) => answer === null || !isTurnedAway(link, answer))
        .flatMap((contact) => answeredOtherThan(contact, [201])),
    ]),
})

const everyLinkIsMadeOnce = (links: ReadonlyArray<LinkToPay>): Check => ({
  title: "of links that are paid: each is made once, and is there where it was acknowledged",
  contradictions: ({ database }) => {
    const find = database.prepare<[string], { slug: string }>(
      "select slug from payment_link where terms ->> '$.reference' = ? and batch_token is null",
    )
    return links.flatMap(({ request }) => {
      const slugs = find.all(request.key).map(({ slug }) => slug)
      const isSound = slugs.length === 1 || (slugs.length === 0 && request.answer === null)
      return isSound
        ? []
        : [
            `${request.key} has ${slugs.length} links, ${slugs.join(", ")}; its client met: ${request.replies.join(", ")}`,
          ]
    })
  },
})

const whoWasTurnedAwayIsNotCharged = (purchases: LinkPayments["purchases"]): Check => ({
  title: "of links that are paid: the order of a contact who was turned away has no attempt",
  contradictions: ({ database }) => {
    const turnedAway = new Set(
      purchases.flatMap(({ outcome, request }) => (outcome?._tag === "left unpaid" ? [request.key] : [])),
    )
    return database
      .prepare<[], { number: string; email: string; attempts: number }>(
        `select number, details ->> '$.customer.email' as email, json_array_length(progress, '$.attempts') as attempts
         from orders where details ->> '$.origin' = 'payment_link' and attempts > 0`,
      )
      .all()
      .filter(({ email }) => turnedAway.has(email))
      .map(({ attempts, email, number }) => `${email} was turned away, and order ${number} has ${attempts} attempts`)
  },
})
