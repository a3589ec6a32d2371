/** A payment link that several payers pay at one moment, from the view of its company and of each payer. */

import { payer } from "@vintem/api/test/example-orders.ts"
import { LinkContactResponse } from "@vintem/contract"
import { Schema } from "effect"
import { type Answer, type ClientRequest, clientRequest, isAskedOnceBy } from "../client-request.ts"
import type { Asking } from "../clients.ts"
import { acknowledgedIn, isRefusedFor } from "../order/answers.ts"
import { type Kind, kinds } from "../order/kinds.ts"
import type { Outcome, Purchase } from "../order/purchase.ts"
import { slugIn } from "../payment-link/wanted-link.ts"
import type { Random } from "../random.ts"

export interface LinkToPay {
  /** Its key is the link's reference, so the link can be found without the service. */
  readonly request: ClientRequest
  /** Centavos. */
  readonly amount: number
  /** True if the first confirmed payment is the last. */
  readonly isPaidOnce: boolean
  /** The contacts of payers who left one before they paid. */
  readonly contacts: Array<ClientRequest>
}

/** All requests so far. */
export interface LinkPayments {
  readonly links: Array<LinkToPay>
  /** The key of each is its payer's e-mail address, which is in the order. */
  readonly purchases: Array<Purchase>
}

const payersPerLink = 3
/** One payer in this many leaves a contact first. */
const contactOneIn = 3

const publicPath = "/public/v1"

/** Makes a link; then its payers race. */
export const payALink = async (payments: LinkPayments, asking: Asking, random: Random): Promise<void> => {
  const number = payments.links.length + 1
  const made = await makeLink(payments, { isPaidOnce: number % 2 === 0, random }, asking)
  if (made === null) return
  const race = Array.from({ length: payersPerLink }, async (_, place) => {
    const hasContact = random.below(contactOneIn) === 0
    const isAskedOnce = isAskedOnceBy(random)
    const hasGoodCard = made.link.isPaidOnce && random.below(2) === 0
    const arrived = await arrive(made, { email: emailOf(number, place + 1), hasContact }, asking)
    if (arrived === null) return
    // The kinds take turns. For a single-payment link half the payers have a good card, so that there is something to
    // race for.
    const kind = hasGoodCard ? kinds[0] : (kinds[payments.purchases.length % kinds.length] ?? kinds[0])
    await pay(payments, { arrived, kind, isAskedOnce }, asking)
  })
  await Promise.all(race)
}

/**
 * Plays in sequence what chance may not bring in a short run. On a single-payment link: a contact who pays, and one who
 * is refused. On another link: a payment of each kind with another ending.
 */
export const payTheFirstLinks = async (payments: LinkPayments, asking: Asking, random: Random): Promise<void> => {
  const [once, often] = [
    await makeLink(payments, { isPaidOnce: true, random }, asking),
    await makeLink(payments, { isPaidOnce: false, random }, asking),
  ]
  if (once === null || often === null) return
  const contacts = [
    await arrive(once, { email: emailOf(1, 1), hasContact: true }, asking),
    await arrive(once, { email: emailOf(1, 2), hasContact: true }, asking),
  ]
  for (const arrived of contacts) {
    if (arrived !== null) await pay(payments, { arrived, kind: kinds[0], isAskedOnce: false }, asking)
  }
  for (const [place, name] of ["approved card", "refused card", "card held for review", "Pix"].entries()) {
    const kind = kinds.find((one) => one.name === name) ?? kinds[0]
    const arrived = await arrive(often, { email: emailOf(2, place + 1), hasContact: false }, asking)
    if (arrived !== null) await pay(payments, { arrived, kind, isAskedOnce: false }, asking)
  }
}

/** Links and their payers are counted from 1. */
const emailOf = (link: number, place: number): string => `payer-${link}-${place}@example.com`

interface MadeLink {
  readonly link: LinkToPay
  /** The path of its public page. */
  readonly path: string
}

const makeLink = async (
  { links }: LinkPayments,
  { isPaidOnce, random }: { readonly isPaidOnce: boolean; readonly random: Random },
  asking: Asking,
): Promise<MadeLink | null> => {
  const key = `paid-link-${links.length + 1}`
  const amount = 100 + random.below(100_000)
  const request = clientRequest(
    { key, path: "/api/v1/payment-link" },
    { title: "Mensalidade", amount: (amount / 100).toFixed(2), reference: key, expire_after_payment: isPaidOnce },
  )
  const link: LinkToPay = { request, amount, isPaidOnce, contacts: [] }
  links.push(link)
  const slug = slugIn(await asking(request))
  return slug === null ? null : { link, path: `${publicPath}/payment-links/${slug}` }
}

/** A payer who is about to pay. */
interface Arrived {
  readonly link: LinkToPay
  readonly email: string
  readonly hasContact: boolean
  /** The path to pay at. */
  readonly path: string
  /** The payer, if not known yet. */
  readonly body: { readonly customer?: object }
}

/** @returns null if the link takes no contact any more */
const arrive = async (
  { link, path }: MadeLink,
  { email, hasContact }: Pick<Arrived, "email" | "hasContact">,
  asking: Asking,
): Promise<Arrived | null> => {
  const body = { customer: { ...payer, email } }
  if (!hasContact) return { link, email, hasContact, path: `${path}/pay`, body }
  const contact = clientRequest({ key: `contact-${email}`, path: `${path}/checkout` }, body)
  link.contacts.push(contact)
  const publicKey = publicKeyIn(await asking(contact))
  return publicKey === null
    ? null
    : { link, email, hasContact, path: `${publicPath}/orders/${publicKey}/pay`, body: {} }
}

const pay = async (
  { purchases }: LinkPayments,
  { arrived, kind, isAskedOnce }: { readonly arrived: Arrived; readonly kind: Kind; readonly isAskedOnce: boolean },
  asking: Asking,
): Promise<void> => {
  const { body, email, hasContact, link, path } = arrived
  const request = clientRequest({ key: email, path, isAskedOnce }, { ...body, payment: kind.body.payment })
  const wanted: Purchase = { request, kind, amount: link.amount, outcome: null }
  purchases.push(wanted)
  const answer = await asking(request)
  wanted.outcome = answer === null ? null : outcomeOf(answer, link, hasContact)
}

/** A single-payment link refuses payers while another payment is on its way, or after it. */
const outcomeOf = (answer: Answer, link: LinkToPay, hasContact: boolean): Outcome => {
  if (!isTurnedAway(link, answer)) return acknowledgedIn(answer)
  return { _tag: hasContact ? "left unpaid" : "refused" }
}

/** True if the refusal is due to the link being paid once. */
export const isTurnedAway = ({ isPaidOnce }: LinkToPay, answer: Answer): boolean =>
  isPaidOnce && isRefusedFor("status", answer)

const readContact = Schema.decodeSync(Schema.fromJsonString(LinkContactResponse))

const publicKeyIn = (answer: Answer | null): string | null =>
  answer?.status === 201 ? readContact(answer.text).data.public_key : null
