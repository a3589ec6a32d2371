/**
 * The subscription as the reference tries it: R$ 100,00 a month, by card or by Pix. Renewals and cards go by number.
 */
import { type Instant, instant, millisecondsPerDay, startOfDay } from "@vintem/domain/calendar"
import { OrderNumber, PublicKey } from "@vintem/domain/identifiers"
import { ChargedCard } from "@vintem/domain/order"
import {
  dunningDays,
  graceDays,
  nextTimer,
  paidPeriodOf,
  type RenewalState,
  retryDays,
  type SubscriptionCommand,
  SubscriptionDetails,
  type SubscriptionMeans,
  SubscriptionRefusal,
  type SubscriptionReport,
  SubscriptionStatus,
  type SubscriptionTypes,
  subscriptionBegun,
  subscriptionMachine,
  subscriptionObligationsOf,
  subscriptionRefusalMeaning,
} from "@vintem/domain/subscription"
import { Schema } from "effect"
import { ofEachTrial, type ReferenceMachine } from "../machine/reference-machine.ts"
import { type Place, type Trial, tryMove } from "../machine/trial.ts"

type SubscriptionTrial = Trial<SubscriptionTypes>
type SubscriptionPlace = Place<SubscriptionTypes>

const createdAt = instant(Date.UTC(2026, 2, 2, 12))

const details = (cycles: number | null): SubscriptionDetails =>
  Schema.decodeSync(SubscriptionDetails)({
    company: 1,
    token: "00000000-0000-4000-8000-000000000001",
    firstOrder: "EXEMPLO1",
    src: null,
    ref: null,
    checkout: { title: "Clube", slug: "clube", product: { title: "Clube", sku: "clube" } },
    customerId: 1,
    customerToken: "00000000-0000-4000-8000-000000000002",
    customer: {
      fullname: "Maria Exemplo",
      email: "maria@example.com",
      document: "52998224725",
      telephone: "11987654321",
    },
    address: null,
    item: { productId: 1, sku: "clube", title: "Clube", unitPrice: 10_000, priceCost: null, quantity: 1 },
    recurrence: { every: "month", count: 1, cycles },
    anchor: "2026-03-02",
    createdAt,
  })

const card = (n: number): ChargedCard =>
  Schema.decodeSync(ChargedCard)({
    token: `00000000-0000-4000-8000-10000000000${n}`,
    brand: "visa",
    firstDigits: "411111",
    lastDigits: `111${n}`,
  })

const begun = (means: SubscriptionMeans, cycles: number | null = null): SubscriptionPlace => ({
  state: subscriptionBegun({ _tag: "SubscriptionBegun", details: details(cycles), means, at: createdAt }),
  now: createdAt,
})

// Moves

const trying = (before: SubscriptionPlace, move: SubscriptionCommand | SubscriptionReport): SubscriptionTrial =>
  tryMove(subscriptionMachine, before, move)

const daysLater = (at: Instant, days: number): Instant => instant(at + days * millisecondsPerDay)

/** When the timer runs out, or now where there is none. */
const whenDue = ({ state, now }: SubscriptionPlace): Instant => nextTimer(state)?.at ?? now

/** The number of the open renewal's order, or of the next. */
const orderOf = ({ state }: SubscriptionPlace): OrderNumber =>
  state.renewal?.order ?? OrderNumber.make(`RENOVA${state.paidPeriods + 1}`)

const open = (place: SubscriptionPlace, at: Instant = whenDue(place)): SubscriptionTrial =>
  trying(place, {
    _tag: "OpenRenewal",
    order: orderOf(place),
    publicKey: PublicKey.make("renovacao_publicKey_01"),
    at,
  })

const stands = (place: SubscriptionPlace, told: RenewalState): SubscriptionTrial =>
  trying(place, { _tag: "RenewalUpdate", order: orderOf(place), state: told, at: place.now })

const paid = (place: SubscriptionPlace): SubscriptionTrial => stands(place, { _tag: "Paid", card: null })

/** Of a subscription that is paid by card; of any other there is no report. */
const refusedCard = (place: SubscriptionPlace, isHard: boolean): SubscriptionTrial => {
  const { means } = place.state
  return stands(
    place,
    means._tag === "credit" ? { _tag: "Failed", failures: [{ card: means.card.token, isHard }] } : { _tag: "Awaiting" },
  )
}

/** Of a subscription that is paid by Pix or slip; of any other there is no report. */
const expired = (place: SubscriptionPlace): SubscriptionTrial =>
  stands(
    place,
    place.state.means._tag === "credit"
      ? { _tag: "Awaiting" }
      : { _tag: "Failed", failures: [{ card: null, isHard: false }] },
  )

const retry = (place: SubscriptionPlace, at: Instant = whenDue(place)): SubscriptionTrial =>
  trying(place, { _tag: "RetryRenewal", at })

const replace = (place: SubscriptionPlace, n: number): SubscriptionTrial =>
  trying(place, { _tag: "ReplaceCard", card: card(n), at: place.now })

const cancel = (place: SubscriptionPlace): SubscriptionTrial => trying(place, { _tag: "Cancel", at: place.now })

const passed = (place: SubscriptionPlace, at: Instant): SubscriptionTrial => trying(place, { _tag: "TimePassed", at })

const resumed = (place: SubscriptionPlace, at: Instant): SubscriptionTrial =>
  trying(place, { _tag: "PaymentsResumed", at })

/** More than dunning takes. */
const moderationDays = 30

const endOfPaid = ({ state }: SubscriptionPlace): Instant => startOfDay(paidPeriodOf(state).to)

/** Of a subscription with a renewal that its payer has to pay; of any other nothing has passed. */
const lapsed = (place: SubscriptionPlace): SubscriptionTrial => {
  const timer = nextTimer(place.state)
  return passed(place, timer?.what === "lapse" ? timer.at : place.now)
}

/** With every retry that is left made in vain before it; of a subscription without a failure nothing has passed. */
const dunned = (place: SubscriptionPlace): SubscriptionTrial => {
  if (!hasFailed(place)) return passed(place, place.now)
  let last = place
  while (nextTimer(last.state)?.what === "retry") last = retry(last).after
  return passed(last, daysLater(place.now, dunningDays))
}

// States

const byCard: SubscriptionMeans = { _tag: "credit", card: card(1) }

const fresh = begun(byCard)
const charging = open(fresh).after
const billed = open(begun({ _tag: "pix" })).after
const paidUp = paid(open(begun(byCard, 2)).after).after
const refused = refusedCard(charging, false).after
const refusedForGood = refusedCard(charging, true).after
const unpaidBill = expired(billed).after
const lastRetried = retryDays.reduce((place) => refusedCard(retry(place).after, false).after, refused)

const states: ReferenceMachine<SubscriptionTypes>["states"] = {
  active: [charging, fresh, billed, paidUp],
  overdue: [refused, refusedForGood, lastRetried, unpaidBill],
  canceled: [
    cancel(refused).after,
    cancel(charging).after,
    cancel(fresh).after,
    passed(paidUp, endOfPaid(paidUp)).after,
  ],
}

const hasFailed = ({ state }: SubscriptionPlace): boolean =>
  state.canceled === null && state.renewal !== null && state.renewal.failure !== null

const retryAtOf = ({ state }: SubscriptionPlace): Instant | null => state.renewal?.failure?.nextRetryAt ?? null

const firstFailureOf = ({ state }: SubscriptionPlace): number => state.renewal?.failure?.firstAt ?? 0

export const subscriptionReference: ReferenceMachine<SubscriptionTypes> = {
  machine: subscriptionMachine,
  name: "subscription",
  what: "a subscription",
  statuses: SubscriptionStatus.literals,
  start: "active",
  states,
  happenings: [
    { event: "renewal due (command)", tryOn: (place) => [open(place)] },
    { event: "renewal paid", tryOn: (place) => [paid(place)] },
    { event: "card refused for now (soft)", tryOn: (place) => [refusedCard(place, false)] },
    { event: "card refused for good (hard)", tryOn: (place) => [refusedCard(place, true)] },
    { event: "due date of a Pix or slip passed (timer)", tryOn: (place) => [lapsed(place)] },
    { event: "Pix or slip expired", tryOn: (place) => [expired(place)] },
    { event: "retry due (command)", tryOn: (place) => [retry(place)] },
    { event: "card updated (command)", tryOn: (place) => [replace(place, 2)] },
    { event: `dunning exhausted (${dunningDays} days after the first failure)`, tryOn: (place) => [dunned(place)] },
    {
      event: "the company takes money again, after a month under moderation",
      tryOn: (place) => [resumed(place, daysLater(place.now, moderationDays))],
    },
    { event: "end of the last cycle", tryOn: (place) => [passed(place, endOfPaid(place))] },
    { event: "cancel (command)", tryOn: (place) => [cancel(place)] },
  ],
  refusals: SubscriptionRefusal.literals.map((reason) => ({ reason, meaning: subscriptionRefusalMeaning[reason] })),
  commands: {
    OpenRenewal: (place) => [open(place), open(place, place.now)],
    RetryRenewal: (place) => [retry(place), retry(place, place.now)],
    ReplaceCard: (place) => [replace(place, 2), replace(place, 1)],
    Cancel: (place) => [cancel(place)],
  },
  remarks: ofEachTrial([
    ({ before, after }) =>
      before.state.renewal === null && after.state.renewal !== null
        ? "The order of the next period is placed; its card is charged, or its Pix or slip issued. Where one is open already, nothing happens."
        : null,
    ({ before, after }) =>
      after.state.paidPeriods > before.state.paidPeriods
        ? `The period advances: here \`next_charge\` becomes ${paidPeriodOf(after.state).nextCharge}.`
        : null,
    ({ before, after }) =>
      after.state.paidLate !== before.state.paidLate ? "Late money is kept, and flagged once." : null,
    ({ before, after }) =>
      !hasFailed(before) && hasFailed(after) && retryAtOf(after) !== null
        ? `The card is charged again on days ${retryDays.join(", ")} after the first failure.`
        : null,
    ({ before, after }) =>
      hasFailed(after) && retryAtOf(after) === null && (!hasFailed(before) || retryAtOf(before) !== null)
        ? "Nothing is charged again by itself: the payer pays by `link_to_pay`, or the company updates the card."
        : null,
    ({ before, after }) =>
      after.state.renewal?.order === before.state.renewal?.order &&
      firstFailureOf(after) > firstFailureOf(before) &&
      hasFailed(before)
        ? `Dunning is counted from a later day: a retry that fell due is made now, and where none is planned ${graceDays} days are left at least.`
        : null,
    ({ before, after }) =>
      hasFailed(before) && after.state.means !== before.state.means
        ? "The renewal is charged to the new card at once."
        : null,
    ({ before, after }) =>
      subscriptionObligationsOf(after.state).length > subscriptionObligationsOf(before.state).length
        ? "The open renewal is withdrawn."
        : null,
  ]),
}
