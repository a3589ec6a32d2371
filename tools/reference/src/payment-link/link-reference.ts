/**
 * The payment link as the reference tries it: R$ 100,00, for one payment, with a last day. Its orders go by number.
 */
import { endOfDayExclusive, instant, parseLocalDate } from "@vintem/domain/calendar"
import { OrderNumber } from "@vintem/domain/identifiers"
import { InstallmentCount } from "@vintem/domain/installments"
import type { Method } from "@vintem/domain/method"
import {
  type LinkCommand,
  LinkDetails,
  LinkRefusal,
  type LinkReport,
  LinkStatus,
  LinkTerms,
  type LinkTypes,
  linkCreated,
  linkMachine,
  linkObligationsOf,
  linkRefusalMeaning,
  type PaymentLink,
  type PaymentState,
  unknownCustomer,
} from "@vintem/domain/payment-link"
import { Result, Schema } from "effect"
import { ofEachTrial, type ReferenceMachine, type Trials } from "../machine/reference-machine.ts"
import { type Place, passTime, type Trial, tryMove } from "../machine/trial.ts"

type LinkTrial = Trial<LinkTypes>
type LinkPlace = Place<LinkTypes>

const createdAt = instant(Date.UTC(2026, 2, 2, 12))
const lastDay = Result.getOrThrow(parseLocalDate("2026-03-09"))

const terms = (isPaidOnce: boolean): LinkTerms =>
  Schema.decodeSync(LinkTerms)({
    title: "Mensalidade",
    description: "",
    amount: 10_000,
    additionalAmount: 0,
    bgColor: null,
    showCompanyLogo: false,
    expiredAt: lastDay,
    expireAfterPayment: isPaidOnce,
    reference: null,
    methods: { credit: true, bank_slip: false, pix: true },
    feeMode: "none",
    installments: 3,
    hideCustomerFields: false,
    customer: unknownCustomer,
    ruleToken: null,
  })

const details = Schema.decodeSync(LinkDetails)({
  company: 1,
  slug: "exempl0000000000001",
  batch: null,
  createdAt,
})

const created = (isPaidOnce: boolean): PaymentLink =>
  linkCreated({ _tag: "LinkCreated", details, terms: terms(isPaidOnce), at: createdAt })

// Moves

const orderOf = (n: number): OrderNumber => OrderNumber.make(`EXEMPLO${n}`)

const trying = (before: LinkPlace, move: LinkCommand | LinkReport): LinkTrial => tryMove(linkMachine, before, move)

const credit = (count: number): Method => ({ _tag: "credit", installments: InstallmentCount.make(count) })

const start = (place: LinkPlace, order: number, method: Method = { _tag: "pix" }): LinkTrial =>
  trying(place, { _tag: "StartPayment", order: orderOf(order), method, at: place.now })

const stands = (place: LinkPlace, order: number, name: PaymentState["_tag"]): LinkTrial => {
  const state: PaymentState = name === "confirmed" ? { _tag: name, at: place.now } : { _tag: name }
  return trying(place, { _tag: "PaymentUpdate", order: orderOf(order), state, at: place.now })
}

const remove = (place: LinkPlace): LinkTrial => trying(place, { _tag: "Remove", at: place.now })

const update = (place: LinkPlace, change: Partial<LinkTerms>): LinkTrial =>
  trying(place, { _tag: "Update", terms: { ...place.state.terms, ...change }, at: place.now })

/** What every update does, whatever else it changes. */
const retitled = { title: "Mensalidade de março" }

/** Nothing is recorded when a day ends: the link shows another status all the same. */
const lastDayEnds = (before: LinkPlace): LinkTrial => passTime(linkMachine, before, endOfDayExclusive(lastDay))

// States

const fresh: LinkPlace = { state: created(true), now: createdAt }
const often: LinkPlace = { state: created(false), now: createdAt }

/** Order 1 is what becomes of the link, order 2 what goes on beside it. */
const withPix = (place: LinkPlace, order: number): LinkPlace => stands(start(place, order).after, order, "open").after
const paid = (place: LinkPlace): LinkPlace => stands(place, 1, "confirmed").after
const expired = (place: LinkPlace): LinkPlace => lastDayEnds(place).after

const states: ReferenceMachine<LinkTypes>["states"] = {
  open: [fresh, start(fresh, 2).after, withPix(fresh, 2), paid(often), start(often, 2).after],
  paid: [paid(fresh), paid(withPix(fresh, 2)), expired(paid(fresh))],
  expired: [expired(fresh), expired(withPix(fresh, 2)), expired(start(fresh, 2).after), expired(paid(often))],
  removed: [remove(fresh).after, expired(remove(fresh).after)],
}

/** Of an order that the link does not know, and of the one that is under way. */
const bothOrders = (place: LinkPlace, tryOne: (place: LinkPlace, order: number) => LinkTrial): Trials<LinkTypes> => [
  tryOne(place, 3),
  tryOne(place, 2),
]

export const linkReference: ReferenceMachine<LinkTypes> = {
  machine: linkMachine,
  name: "payment-link",
  what: "a payment link",
  statuses: LinkStatus.literals,
  start: "open",
  states,
  happenings: [
    { event: "payment started (command)", tryOn: (place) => [start(place, 3)] },
    { event: "Pix or slip issued", tryOn: (place) => bothOrders(place, (one, order) => stands(one, order, "open")) },
    {
      event: "payment confirmed",
      tryOn: (place) => bothOrders(place, (one, order) => stands(one, order, "confirmed")),
    },
    {
      event: "payment ended (refused, expired, voided)",
      tryOn: (place) => bothOrders(place, (one, order) => stands(one, order, "ended")),
    },
    { event: "the last day ends", tryOn: (place) => [lastDayEnds(place)] },
    { event: "title updated (command)", tryOn: (place) => [update(place, retitled)] },
    {
      event: "last day lifted (command)",
      tryOn: (place) => [update(place, { ...retitled, expiredAt: null })],
    },
    {
      event: "made to be paid often (command)",
      tryOn: (place) => [update(place, { ...retitled, expireAfterPayment: false })],
    },
    {
      event: "made to be paid once (command)",
      tryOn: (place) => [update(place, { ...retitled, expireAfterPayment: true })],
    },
    { event: "remove (command)", tryOn: (place) => [remove(place)] },
  ],
  refusals: LinkRefusal.literals.map((reason) => ({ reason, meaning: linkRefusalMeaning[reason] })),
  commands: {
    Update: (place) => [update(place, {}), update(place, retitled)],
    Remove: (place) => [remove(place)],
    StartPayment: (place) => [
      start(place, 3),
      start(place, 2),
      start(place, 3, { _tag: "bank_slip" }),
      start(place, 3, credit(12)),
    ],
  },
  remarks: ofEachTrial([
    ({ before, after }) => {
      const flag = after.state.flagged.at(before.state.flagged.length)?.flag
      return flag === undefined ? null : `Money is accepted all the same; it may be flagged \`${flag}\`.`
    },
    ({ before, after }) =>
      linkObligationsOf(after.state).length > linkObligationsOf(before.state).length
        ? "What is open at the acquirer by other orders has to be voided there."
        : null,
    ({ from, to, before, after }) =>
      from === to && before.state.paid === null && after.state.paid !== null
        ? "The first payment is noted, and the status stays."
        : null,
  ]),
}
