/**
 * The subscription as the reference tries it: R$ 100,00 a month, by card or by Pix. Renewals and cards go by number.
 */
import {
  ChargedCard,
  decide,
  dunningDays,
  evolveSubscription,
  graceDays,
  type Instant,
  instant,
  isCommand,
  millisecondsPerDay,
  nextTimer,
  OrderNumber,
  PublicKey,
  paidPeriodOf,
  type RenewalState,
  retryDays,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionCommand,
  type SubscriptionCommandName,
  SubscriptionDetails,
  type SubscriptionMeans,
  SubscriptionRefusal,
  type SubscriptionReport,
  SubscriptionStatus,
  startOfDay,
  subscriptionBegun,
  subscriptionMachine,
  subscriptionObligationsOf,
  subscriptionRefusalMeaning,
  subscriptionStatuses,
  subscriptionStatusOf,
} from "@vintem/domain"
import { Result, Schema } from "effect"
import type { ReferenceMachine, Trial } from "../machine/reference-machine.ts"

/** A subscription, and the hour at which it is looked at: what may be done to it depends on the day. */
export interface Place {
  readonly subscription: Subscription
  readonly now: Instant
}

type SubscriptionTrial = Trial<Place, SubscriptionStatus>

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

const begun = (means: SubscriptionMeans, cycles: number | null = null): Place => ({
  subscription: subscriptionBegun({ _tag: "SubscriptionBegun", details: details(cycles), means, at: createdAt }),
  now: createdAt,
})

// Moves

const tryMove = (before: Place, now: Instant, move: SubscriptionCommand | SubscriptionReport): SubscriptionTrial => {
  const { subscription } = before
  const answer = isCommand(subscriptionMachine, move)
    ? decide(subscriptionMachine, subscription, move)
    : Result.succeed(subscriptionMachine.record(subscription, move))
  const changes = Result.getOrElse(answer, (): ReadonlyArray<SubscriptionChange> => [])
  const after = { subscription: changes.reduce(evolveSubscription, subscription), now }
  return {
    before,
    after,
    from: subscriptionStatusOf(subscription),
    to: subscriptionStatusOf(after.subscription),
    refusal: Result.isFailure(answer) ? answer.failure.reason : null,
    changes: changes.length,
  }
}

const daysLater = (at: Instant, days: number): Instant => instant(at + days * millisecondsPerDay)

/** When the timer runs out, or now where there is none. */
const whenDue = ({ subscription, now }: Place): Instant => nextTimer(subscription)?.at ?? now

/** The number of the open renewal's order, or of the next. */
const orderOf = ({ subscription }: Place): OrderNumber =>
  subscription.renewal?.order ?? OrderNumber.make(`RENOVA${subscription.paidPeriods + 1}`)

const open = (place: Place, at: Instant = whenDue(place)): SubscriptionTrial =>
  tryMove(place, at, {
    _tag: "OpenRenewal",
    order: orderOf(place),
    publicKey: PublicKey.make("renovacao_publicKey_01"),
    at,
  })

const stands = (place: Place, state: RenewalState): SubscriptionTrial =>
  tryMove(place, place.now, { _tag: "RenewalUpdate", order: orderOf(place), state, at: place.now })

const paid = (place: Place): SubscriptionTrial => stands(place, { _tag: "Paid", card: null })

/** Of a subscription that is paid by card; of any other there is no news. */
const refusedCard = (place: Place, isHard: boolean): SubscriptionTrial => {
  const { means } = place.subscription
  return stands(
    place,
    means._tag === "credit" ? { _tag: "Failed", failures: [{ card: means.card.token, isHard }] } : { _tag: "Awaiting" },
  )
}

/** Of a subscription that is paid by Pix or slip; of any other there is no news. */
const expired = (place: Place): SubscriptionTrial =>
  stands(
    place,
    place.subscription.means._tag === "credit"
      ? { _tag: "Awaiting" }
      : { _tag: "Failed", failures: [{ card: null, isHard: false }] },
  )

const retry = (place: Place, at: Instant = whenDue(place)): SubscriptionTrial =>
  tryMove(place, at, { _tag: "RetryRenewal", at })

const replace = (place: Place, n: number): SubscriptionTrial =>
  tryMove(place, place.now, { _tag: "ReplaceCard", card: card(n), at: place.now })

const cancel = (place: Place): SubscriptionTrial => tryMove(place, place.now, { _tag: "Cancel", at: place.now })

const passed = (place: Place, at: Instant): SubscriptionTrial => tryMove(place, at, { _tag: "TimePassed", at })

const resumed = (place: Place, at: Instant): SubscriptionTrial => tryMove(place, at, { _tag: "PaymentsResumed", at })

/** More than dunning takes. */
const moderationDays = 30

const endOfPaid = ({ subscription }: Place): Instant => startOfDay(paidPeriodOf(subscription).to)

/** With every retry that is left made in vain before it. */
const dunned = (place: Place): SubscriptionTrial => {
  let last = place
  while (nextTimer(last.subscription)?.what === "retry") last = retry(last).after
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

const states: ReferenceMachine<Place, SubscriptionStatus, SubscriptionCommandName>["states"] = {
  active: [charging, fresh, billed, paidUp],
  overdue: [refused, refusedForGood, lastRetried, unpaidBill],
  canceled: [
    cancel(refused).after,
    cancel(charging).after,
    cancel(fresh).after,
    passed(paidUp, endOfPaid(paidUp)).after,
  ],
}

const hasFailed = ({ subscription }: Place): boolean =>
  subscription.canceled === null && subscription.renewal !== null && subscription.renewal.failure !== null

const retryAtOf = ({ subscription }: Place): Instant | null => subscription.renewal?.failure?.nextRetryAt ?? null

const firstFailureOf = ({ subscription }: Place): number => subscription.renewal?.failure?.firstAt ?? 0

export const subscriptionReference: ReferenceMachine<Place, SubscriptionStatus, SubscriptionCommandName> = {
  name: "subscription",
  what: "a subscription",
  statuses: SubscriptionStatus.literals,
  rules: subscriptionStatuses,
  start: "active",
  states,
  happenings: [
    { event: "renewal due (command)", tryOn: (place) => [open(place)] },
    { event: "renewal paid", tryOn: (place) => [paid(place)] },
    { event: "card refused for now (soft)", tryOn: (place) => [refusedCard(place, false)] },
    { event: "card refused for good (hard)", tryOn: (place) => [refusedCard(place, true)] },
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
  commands: [
    { command: "OpenRenewal", tryOn: (place) => [open(place), open(place, place.now)] },
    { command: "RetryRenewal", tryOn: (place) => [retry(place), retry(place, place.now)] },
    { command: "ReplaceCard", tryOn: (place) => [replace(place, 2), replace(place, 1)] },
    { command: "Cancel", tryOn: (place) => [cancel(place)] },
  ],
  remarks: [
    ({ before, after }) =>
      before.subscription.renewal === null && after.subscription.renewal !== null
        ? "The order of the next period is placed; its card is charged, or its Pix or slip issued. Where one is open already, nothing happens."
        : null,
    ({ before, after }) =>
      after.subscription.paidPeriods > before.subscription.paidPeriods
        ? `The period advances: here \`next_charge\` becomes ${paidPeriodOf(after.subscription).nextCharge}.`
        : null,
    ({ before, after }) =>
      after.subscription.paidLate !== before.subscription.paidLate ? "Late money is kept, and flagged once." : null,
    ({ before, after }) =>
      !hasFailed(before) && hasFailed(after) && retryAtOf(after) !== null
        ? `The card is charged again on days ${retryDays.join(", ")} after the first failure.`
        : null,
    ({ before, after }) =>
      hasFailed(after) && retryAtOf(after) === null && (!hasFailed(before) || retryAtOf(before) !== null)
        ? "Nothing is charged again by itself: the payer pays by `link_to_pay`, or the company updates the card."
        : null,
    ({ before, after }) =>
      after.subscription.renewal?.order === before.subscription.renewal?.order &&
      firstFailureOf(after) > firstFailureOf(before) &&
      hasFailed(before)
        ? `Dunning is counted from a later day: a retry that fell due is made now, and where none is planned ${graceDays} days are left at least.`
        : null,
    ({ before, after }) =>
      hasFailed(before) && after.subscription.means !== before.subscription.means
        ? "The renewal is charged to the new card at once."
        : null,
    ({ before, after }) =>
      subscriptionObligationsOf(after.subscription).length > subscriptionObligationsOf(before.subscription).length
        ? "The open renewal is withdrawn."
        : null,
  ],
}
