// Years of a subscription, run twice: by the machine, with its timers and orders, and by a model that goes through
// every day with a few plain facts.

import {
  dayNumber,
  type Instant,
  instant,
  LocalDate,
  localDateFromDayNumber,
  millisecondsPerDay,
  saoPauloDate,
  startOfDay,
} from "@vintem/domain/calendar"
import type { Recurrence } from "@vintem/domain/catalogue"
import { AttemptId } from "@vintem/domain/identifiers"
import { type AttemptFact, type Decline, evolve, type Order, placed } from "@vintem/domain/order"
import {
  nextTimer,
  paidPeriodOf,
  renewalStateOf,
  type SubscriptionEvent,
  subscriptionBegun,
  subscriptionMachine,
  subscriptionStatusOf,
  whatIsDue,
} from "@vintem/domain/subscription"
import {
  exampleAttemptKey,
  exampleCharge,
  exampleMeans,
  examplePlaced,
  exampleSubscriptionBegun,
  recountedSubscription,
  renewalKey,
  renewalOrder,
  type SubscriptionMove,
  startOfPeriodDayByDay,
  stepOf,
  subscriberCard,
} from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

// The events. All happen at the beginning of a day.

/** The bank's answer to a charge. Its silence lasts `silenceDays`, unless it answers before. */
type Mood = "accepts" | Decline | "silent"

type Happening =
  | { readonly _tag: "Days"; readonly count: number }
  /** From now on charges get this answer. */
  | { readonly _tag: "Mood"; readonly mood: Mood }
  /** The bank answers the charge on which it was silent. */
  | { readonly _tag: "Answer"; readonly answer: Exclude<Mood, "silent"> }
  /** The payer pays the open renewal: by a card with a number, perhaps the subscription's own, or by Pix. */
  | { readonly _tag: "Pay"; readonly card: number | null }
  | { readonly _tag: "Replace"; readonly card: number }
  | { readonly _tag: "Cancel" }

const silenceDays = 6

/** More than a hundred days can need. Timers that never end are a fault, too. */
const stepsMax = 2_000

interface Agreement {
  readonly anchor: LocalDate
  readonly recurrence: Recurrence
  readonly means: "pix" | "bank_slip" | "credit"
}

/** A subscription, as seen from outside. Days count from 1970. */
interface Seen {
  readonly status: string
  readonly from: string
  readonly to: string
  readonly nextCharge: string | null
  readonly card: number | null
  readonly isPaidLate: boolean
  readonly canPayByLink: boolean
  /** The number of charges or bills of each period after the first. */
  readonly charges: ReadonlyArray<readonly [period: number, count: number]>
  /** The days of charges after the first, by period. */
  readonly retries: ReadonlyArray<readonly [period: number, day: number]>
}

interface Life {
  readonly happen: (happening: Happening) => void
  readonly seen: () => Seen
}

// The model

const modelOf = ({ anchor, recurrence, means }: Agreement): Life => {
  let today = dayNumber(anchor)
  let paid = 1
  let card: number | null = means === "credit" ? 1 : null
  let isCanceled = false
  let isPaidLate = false
  let mood: Mood = "accepts"
  const charges: Array<[period: number, count: number]> = []
  const retries: Array<readonly [number, number]> = []
  // The renewal that is open, or was at the end.
  let isOpen = false
  let failedOn: number | null = null
  let chargedOn = 0
  let silentOn: { readonly card: number; readonly since: number } | null = null
  let billUntil: number | null = null
  let isBilled = false
  let isAskedFor = false
  let charged = new Set<number>()
  let dead = new Set<number>()

  const starts = new Map<number, number>()
  /** Each is computed once: a day-by-day calendar gets slower the later the day is. */
  const startOf = (period: number): number => {
    const start = starts.get(period) ?? dayNumber(startOfPeriodDayByDay({ anchor, recurrence }, period))
    starts.set(period, start)
    return start
  }
  const pay = (by: number | null) => {
    if (isCanceled) {
      isPaidLate = true
      return
    }
    paid += 1
    isOpen = false
    failedOn = null
    silentOn = null
    billUntil = null
    if (by !== null && card !== null) card = by
  }
  const fail = () => {
    failedOn ??= today
    if (card !== null && dead.has(card)) isAskedFor = false
  }
  const answer = (by: number, said: Exclude<Mood, "silent">) => {
    silentOn = null
    if (said === "accepts") return pay(by)
    if (said === "hard") dead.add(by)
    if (isCanceled || billUntil !== null) return
    const isFirst = failedOn === null
    fail()
    if (isFirst && card !== null && !charged.has(card)) isAskedFor = true
  }
  const charge = (by: number) => {
    chargedOn = today
    charged.add(by)
    isAskedFor = false
    if (mood === "silent") silentOn = { card: by, since: today }
    else answer(by, mood)
  }
  const open = () => {
    isOpen = true
    ;[charged, dead] = [new Set(), new Set()]
    ;[isAskedFor, isBilled] = [false, card === null]
    charges.push([paid + 1, 1])
    if (card === null) billUntil = Math.max(startOf(paid + 1), today) + 1
    else charge(card)
  }
  const retry = (by: number) => {
    retries.push([paid + 1, today])
    const last = charges.at(-1)
    if (last !== undefined) last[1] += 1
    charge(by)
  }
  const isRetryDue = (since: number): boolean =>
    isAskedFor ||
    (card !== null &&
      charged.has(card) &&
      !dead.has(card) &&
      [1, 3, 7].some((n) => since + n > chargedOn && since + n <= today))
  /** Does the first action of today; returns false if there is none. */
  const doNext = (): boolean => {
    if (silentOn !== null && today >= silentOn.since + silenceDays) {
      answer(silentOn.card, "soft")
      return true
    }
    if (isCanceled) return false
    if (!isOpen) {
      if (paid === recurrence.cycles) {
        isCanceled = today >= startOf(paid + 1)
        return false
      }
      if (today < startOf(paid + 1) - (card === null ? 3 : 0)) return false
      open()
      return true
    }
    if (billUntil !== null && today >= billUntil) {
      billUntil = null
      if (card !== null && failedOn === null && !charged.has(card)) isAskedFor = true
      fail()
      return true
    }
    if (failedOn === null) return false
    const isOver = today >= failedOn + 21
    if (card !== null && isRetryDue(failedOn)) {
      if (silentOn !== null) return false
      // A retry that was not possible until the end is not made any more.
      if (!isOver) {
        retry(card)
        return true
      }
    }
    isCanceled = isOver
    return false
  }
  const settle = () => {
    while (doNext());
  }
  settle()
  return {
    happen: (happening) => {
      switch (happening._tag) {
        case "Days":
          for (let n = 0; n < happening.count; n += 1) {
            today += 1
            settle()
          }
          break
        case "Mood":
          mood = happening.mood
          break
        case "Answer":
          if (silentOn !== null) answer(silentOn.card, happening.answer)
          break
        case "Pay": {
          const isPossible = isCanceled ? isBilled && happening.card === null && !isPaidLate : true
          if (isOpen && silentOn === null && isPossible) pay(happening.card)
          break
        }
        case "Replace":
          if (isCanceled || happening.card === card) break
          card = happening.card
          if (failedOn !== null) isAskedFor = today < failedOn + 21
          break
        case "Cancel":
          isCanceled = true
      }
      settle()
    },
    seen: () => ({
      status: isCanceled ? "canceled" : failedOn === null ? "active" : "overdue",
      from: localDateFromDayNumber(startOf(paid)),
      to: localDateFromDayNumber(startOf(paid + 1)),
      nextCharge: isCanceled || paid === recurrence.cycles ? null : localDateFromDayNumber(startOf(paid + 1)),
      card,
      isPaidLate,
      canPayByLink: !isCanceled && failedOn !== null,
      charges,
      retries,
    }),
  }
}

// The machine

const cards = [1, 2, 3]

const machineOf = ({ anchor, recurrence, means }: Agreement): Life => {
  const createdAt = startOfDay(anchor)
  const begun = { ...exampleSubscriptionBegun({ anchor, recurrence, means, createdAt }), means: exampleMeans(means) }
  const log: Array<SubscriptionEvent> = [begun]
  let now: Instant = createdAt
  let subscription = subscriptionBegun(begun)
  let mood: Mood = "accepts"
  // The order of the last renewal, and its acquirer's pending reports.
  let order: Order | null = null
  let silent: { readonly attempt: AttemptId; readonly until: Instant } | null = null
  let bill: { readonly attempt: AttemptId; readonly until: Instant } | null = null

  const move = (asked: SubscriptionMove) => {
    const taken = stepOf(subscriptionMachine, subscription, asked)
    expect(taken.refusal).toBeNull()
    subscription = taken.after
    log.push(...taken.changes)
  }
  const tell = (told: Order) => {
    order = told
    const { number } = told.details
    move({ _tag: "RenewalUpdate", order: number, state: renewalStateOf(told), at: now })
  }
  const report = (to: Order, attempt: AttemptId, fact: AttemptFact, decline?: Decline) =>
    tell(
      evolve(to, { _tag: "AttemptReported", attempt, fact, report: decline === undefined ? {} : { decline }, at: now }),
    )
  /** Starts an attempt by this card, or by Pix, and returns its number. */
  const attempt = (on: Order, card: number | null): readonly [Order, AttemptId] => {
    const id = AttemptId.make(on.attempts.length + 1)

    return [
      evolve(on, {
        _tag: "AttemptStarted",
        attempt: id,
        key: exampleAttemptKey(id),
        ...(card === null ? exampleCharge("pix") : exampleCharge("credit", 10_000, subscriberCard(card))),
        at: now,
      }),
      id,
    ]
  }
  const ownCard = (): number | null => {
    const own = subscription.means._tag === "credit" ? subscription.means.card.token : null
    return cards.find((card) => subscriberCard(card).token === own) ?? null
  }
  const answer = (to: Order, attempted: AttemptId, said: Exclude<Mood, "silent">) => {
    silent = null
    if (said === "accepts") report(to, attempted, "confirmed")
    else report(to, attempted, "refused", said)
  }
  const charge = (on: Order) => {
    const [started, id] = attempt(on, ownCard())
    tell(started)
    if (mood === "silent") silent = { attempt: id, until: instant(now + silenceDays * millisecondsPerDay) }
    else answer(started, id, mood)
  }
  const renew = () => {
    const period = subscription.paidPeriods + 1
    const dueOn = dayNumber(paidPeriodOf(subscription).to)
    move({ _tag: "OpenRenewal", order: renewalOrder(period), publicKey: renewalKey(period), at: now })
    const renewal = placed(
      examplePlaced({ number: renewalOrder(period), publicKey: renewalKey(period), placedAt: now }),
    )
    ;[silent, bill] = [null, null]
    if (ownCard() !== null) return charge(renewal)
    const [issued, id] = attempt(renewal, null)
    report(issued, id, "open")
    const lastDay = Math.max(dueOn, dayNumber(saoPauloDate(now)))
    bill = { attempt: id, until: startOfDay(localDateFromDayNumber(lastDay + 1)) }
  }
  /**
   * The next event without an action from outside, and its time. An order allows no card to be charged while an earlier
   * charge is undecided.
   */
  const upcoming = (): ReadonlyArray<readonly [Instant, () => void]> => {
    const known = order
    const timer = nextTimer(subscription)
    const [untold, due] = [silent, bill]
    return [
      ...(known !== null && untold !== null
        ? [[untold.until, () => answer(known, untold.attempt, "soft")] as const]
        : []),
      ...(known !== null && due !== null
        ? [
            [
              due.until,
              () => {
                bill = null
                report(known, due.attempt, "expired")
              },
            ] as const,
          ]
        : []),
      ...(timer === null || (timer.what === "retry" && untold !== null)
        ? []
        : [
            [
              timer.at,
              () => {
                const what = whatIsDue(subscription, now)
                if (what === "renew") return renew()
                if (what !== "retry" || known === null) return move({ _tag: "TimePassed", at: now })
                move({ _tag: "RetryRenewal", at: now })
                charge(known)
              },
            ] as const,
          ]),
    ]
  }
  const runUntil = (end: Instant) => {
    for (let steps = 0; ; steps += 1) {
      const [next] = upcoming()
        .filter(([at]) => at <= end)
        .toSorted(([one], [other]) => one - other)
      if (next === undefined) break
      expect(steps).toBeLessThan(stepsMax)
      now = instant(Math.max(now, next[0]))
      next[1]()
    }
    now = end
  }
  runUntil(now)
  return {
    happen: (happening) => {
      const isUnpaid = order !== null && order.details.number === subscription.renewal?.order
      switch (happening._tag) {
        case "Days":
          runUntil(instant(now + happening.count * millisecondsPerDay))
          break
        case "Mood":
          mood = happening.mood
          break
        case "Answer":
          if (order !== null && silent !== null) answer(order, silent.attempt, happening.answer)
          break
        case "Pay": {
          if (order === null || !isUnpaid || silent !== null) break
          const billed = order.attempts.find(({ _tag }) => _tag !== "credit")
          const isOver = subscription.canceled !== null
          if (isOver && (billed === undefined || happening.card !== null || subscription.paidLate !== null)) break
          bill = null
          const [paying, id] =
            billed !== undefined && happening.card === null ? [order, billed.id] : attempt(order, happening.card)
          report(paying, id, "confirmed")
          break
        }
        case "Replace":
          if (subscription.canceled === null)
            move({ _tag: "ReplaceCard", card: subscriberCard(happening.card), at: now })
          break
        case "Cancel":
          move({ _tag: "Cancel", at: now })
      }
      runUntil(now)
    },
    seen: () => {
      const { charges, linkToPay } = recountedSubscription(log)
      const periods = new Map(
        log.flatMap((event) => (event._tag === "RenewalOpened" ? [[event.order, event.period]] : [])),
      )
      return {
        status: subscriptionStatusOf(subscription),
        ...paidPeriodOf(subscription),
        card: ownCard(),
        isPaidLate: subscription.paidLate !== null,
        canPayByLink: linkToPay !== null,
        charges: [...charges],
        retries: log.flatMap((event) =>
          event._tag === "RenewalRetried"
            ? [[periods.get(event.order) ?? 0, dayNumber(saoPauloDate(event.at))] as const]
            : [],
        ),
      }
    },
  }
}

// Both

/** After the last summer time, so that every day has 24 hours; short months and leap days are frequent. */
const anchors = fc
  .oneof(
    fc.integer({ min: dayNumber(LocalDate.make("2020-01-01")), max: dayNumber(LocalDate.make("2030-12-31")) }),
    fc
      .constantFrom("2024-02-29", "2026-01-31", "2027-10-30", "2027-12-31")
      .map((day) => dayNumber(LocalDate.make(day))),
  )
  .map(localDateFromDayNumber)

const agreements: fc.Arbitrary<Agreement> = fc.record({
  anchor: anchors,
  recurrence: fc.record({
    every: fc.constantFrom("month", "month", "month", "week", "year", "day"),
    count: fc.integer({ min: 1, max: 3 }),
    cycles: fc.option(fc.integer({ min: 1, max: 12 })),
  }),
  means: fc.constantFrom("credit", "credit", "pix", "bank_slip"),
})

const happenings: fc.Arbitrary<ReadonlyArray<Happening>> = fc.array(
  fc.oneof<Array<fc.WeightedArbitrary<Happening>>>(
    {
      weight: 200,
      arbitrary: fc
        .oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 40 }), fc.constant(100))
        .map((count) => ({ _tag: "Days", count })),
    },
    {
      weight: 20,
      arbitrary: fc
        .constantFrom<Mood>("accepts", "accepts", "soft", "soft", "hard", "silent")
        .map((mood) => ({ _tag: "Mood", mood })),
    },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom<Exclude<Mood, "silent">>("accepts", "soft", "hard")
        .map((answer) => ({ _tag: "Answer", answer })),
    },
    {
      weight: 15,
      arbitrary: fc.constantFrom(null, 1, 2, 3).map((card) => ({ _tag: "Pay", card })),
    },
    { weight: 10, arbitrary: fc.constantFrom(...cards).map((card) => ({ _tag: "Replace", card })) },
    { weight: 1, arbitrary: fc.constant({ _tag: "Cancel" }) },
  ),
  { maxLength: 60, size: "max" },
)

describe("a subscription over the years", () => {
  it("agreement: is charged, retried, paid and ended like the model that goes through every day", () => {
    fc.assert(
      fc.property(agreements, happenings, (agreement, all) => {
        const [model, machine] = [modelOf(agreement), machineOf(agreement)]
        expect(machine.seen()).toEqual(model.seen())
        for (const happening of all) {
          model.happen(happening)
          machine.happen(happening)
          expect(machine.seen()).toEqual(model.seen())
        }
      }),
      { numRuns: 300 },
    )
  })

  it("agreement: a retry that waits for an answer until the end of dunning is not made any more", () => {
    const agreement: Agreement = {
      anchor: LocalDate.make("2020-01-01"),
      recurrence: { every: "month", count: 3, cycles: null },
      means: "credit",
    }
    const [model, machine] = [modelOf(agreement), machineOf(agreement)]
    const all: ReadonlyArray<Happening> = [
      { _tag: "Days", count: 100 },
      { _tag: "Mood", mood: "silent" },
      { _tag: "Days", count: 103 },
      { _tag: "Replace", card: 2 },
      { _tag: "Replace", card: 1 },
      { _tag: "Days", count: 6 },
    ]
    for (const happening of all) {
      model.happen(happening)
      machine.happen(happening)
      expect(machine.seen()).toEqual(model.seen())
    }
    expect(machine.seen().status).toBe("canceled")
  })

  it("reachability: the years contain every event", () => {
    const ends = fc.sample(fc.tuple(agreements, happenings), { numRuns: 300, seed: 1 }).map(([agreement, all]) => {
      const machine = machineOf(agreement)
      const statuses = all.map((happening) => {
        machine.happen(happening)
        return machine.seen().status
      })
      return { ...machine.seen(), statuses }
    })
    expect(new Set(ends.flatMap(({ statuses }) => statuses))).toEqual(new Set(["active", "overdue", "canceled"]))
    expect(ends.some(({ isPaidLate }) => isPaidLate)).toBe(true)
    expect(ends.some(({ charges }) => charges.length > 20)).toBe(true)
    expect(ends.some(({ charges }) => charges.some(([, count]) => count > 4))).toBe(true)
    const isMended = (statuses: ReadonlyArray<string>) =>
      statuses.some((status, index) => status === "active" && statuses[index - 1] === "overdue")
    expect(ends.some(({ statuses }) => isMended(statuses))).toBe(true)
  })
})
