/**
 * Stories of reminders: payers are told in the morning of the days that a reminder rule names, once each, and never of what is not
 * owed any more.
 */
import { describe, expect, it } from "@effect/vitest"
import { addDays, instant, LocalDate } from "@vintem/domain/calendar"
import type { ReminderRule } from "@vintem/domain/catalogue"
import type { Company } from "@vintem/domain/company"
import { Email, FullName, mailCaps } from "@vintem/domain/customer"
import { type LinkTerms, type PaymentLink, unknownCustomer } from "@vintem/domain/payment-link"
import {
  CompanyRepository,
  Identifiers,
  JobQueue,
  type MailCount,
  MailCounts,
  Mailer,
  MailNotSent,
  PageNumber,
  type PaymentReceipt,
  type PaymentReminder,
  ReminderLog,
  ReminderRuleRepository,
  StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { exampleBatchDefaults, exampleCompany, exampleCustomer, exampleEntry, exampleLinkTerms } from "@vintem/testing"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import {
  createBatch,
  createPaymentLink,
  orderByLink,
  removePaymentLink,
  runDueJobs,
  updatePaymentLink,
  watchRule,
} from "../src/index.ts"
import { logged } from "./logged.ts"
import { type Boundary, processDyingAt, processMetAt, processWith } from "./process.ts"
import { card, cards, homeAddress, layer, now, Postbox, Seller, type Shop, untilAtRest } from "./shop.ts"
import { day, midnightOf, pass, passUntil } from "./subscribers.ts"

const hour = 3_600_000
const quarter = 900_000

/** The last day of the links of these stories: a Tuesday, eight days from their beginning. */
const lastDay = LocalDate.make("2026-03-10")

/** Eight in the morning of a day. */
const morningOf = (date: string) => instant(midnightOf(date) + 8 * hour)

const ana = Email.make("ana@example.com")
const payer = { ...unknownCustomer, name: FullName.make("Ana Exemplo"), email: ana }

/** A rule with reminders so many days from the end of a link, running from now on. */
const makeRule = Effect.fnUntraced(function* (days: ReadonlyArray<number>, company?: Company) {
  const { commit } = yield* UnitOfWork
  const rules = yield* ReminderRuleRepository
  const { reminderRuleToken } = yield* Identifiers
  const at = yield* now
  const rule: ReminderRule = {
    company: (company ?? (yield* Seller)).id,
    token: yield* reminderRuleToken,
    name: "Cobrança",
    reminders: days.map((one) => ({ days: one, channel: "email" })),
    createdAt: at,
  }
  yield* commit(Effect.andThen(rules.add(rule), watchRule(rule, at)))
  return rule
})

/** A link that Ana pays until the last day, under a rule. */
const makeLink = Effect.fnUntraced(function* ({ company, token }: ReminderRule, terms: Partial<LinkTerms> = {}) {
  let made: PaymentLink | undefined
  yield* createPaymentLink({
    company,
    terms: exampleLinkTerms({ expiredAt: lastDay, customer: payer, ruleToken: token, ...terms }),
    keyed: null,
    encode: (outcome) => {
      if (outcome._tag === "Created") made = outcome.link
      return { status: 200, body: outcome._tag }
    },
  })
  return made ?? (yield* Effect.die(new Error("A link was made.")))
})

const change = ({ details: { company, slug } }: PaymentLink, terms: Partial<LinkTerms>) =>
  updatePaymentLink({ company, slug, change: (before) => Result.succeed({ ...before, ...terms }) })

const payLink = Effect.fnUntraced(function* ({ details: { slug } }: PaymentLink) {
  const company = yield* Seller
  const { answer } = yield* orderByLink({
    company,
    slug,
    customer: exampleCustomer,
    address: null,
    payment: card(cards.approved),
    visitor: homeAddress,
    total: null,
    keyed: null,
    encode: (outcome) => ({ status: 200, body: outcome._tag }),
  })
  expect(answer.body).toBe("Placed")
})

/** The days on which a payer got a reminder. */
const daysSent = Effect.map(Postbox, ({ sent }) => sent.map(({ today }) => today))

/** Replaces the mail server's answer, and counts the requests. */
const askedWith = Effect.fnUntraced(function* (
  answer: (letter: PaymentReminder | PaymentReceipt) => Effect.Effect<void, MailNotSent>,
) {
  const postbox = yield* Postbox
  const asked: Array<{ readonly id: string; readonly at: number }> = []
  postbox.answer = (reminder) =>
    Effect.flatMap(now, (at) => {
      asked.push({ id: reminder.id, at })
      return answer(reminder)
    })
  return asked
})

const notSent = (again: MailNotSent["again"]) => new MailNotSent({ again, detail: "421 try again" })

const story = <A, E>(work: Effect.Effect<A, E, Shop>) => Effect.provide(work, layer)

describe("reminders to one person", () => {
  const caps = mailCaps.reminder
  const company = (n: number) =>
    Effect.flatMap(CompanyRepository, ({ add }) => add({ ...exampleCompany(), name: `Empresa ${n}` }))
  const linksOf = (rule: ReminderRule, count: number, email: (n: number) => string = () => ana) =>
    Effect.forEach(Array.from({ length: count }), (_, n) =>
      makeLink(rule, { customer: { ...payer, email: Email.make(email(n)) } }),
    )
  const loggedOf = ({ details: { company, slug } }: PaymentLink) =>
    Effect.flatMap(ReminderLog, ({ ofLink }) => ofLink(company, slug, 9))
  const heldBack = (links: ReadonlyArray<PaymentLink>) =>
    Effect.map(Effect.forEach(links, loggedOf), (all) => all.flat().map(({ heldBackBy }) => heldBackBy))

  it.effect("are no more than the company's cap in a day, and the merchant sees that the others were held back", () =>
    story(
      Effect.gen(function* () {
        const links = yield* linksOf(yield* makeRule([-3, -2]), 3 * caps.company)
        yield* passUntil(morningOf("2026-03-07"))
        expect(yield* daysSent).toHaveLength(caps.company)
        const marks = yield* heldBack(links)
        expect(marks.filter((mark) => mark === null)).toHaveLength(caps.company)
        expect(marks.filter((mark) => mark === "company")).toHaveLength(2 * caps.company)
        // A held-back reminder is not sent later in the day, and the next day counts from zero.
        yield* pass(day - 1)
        expect(yield* daysSent).toHaveLength(caps.company)
        yield* pass(1)
        expect(yield* daysSent).toHaveLength(2 * caps.company)
      }),
    ),
  )

  it.effect("are counted for the mailbox, however its address is written", () =>
    story(
      Effect.gen(function* () {
        const spelled = ["victim@gmail.com", "Victim@GMAIL.com", "vic.tim@gmail.com", "victim@googlemail.com"]
        const email = (n: number) => spelled[n] ?? `v.ictim+${n}@gmail.com`
        yield* linksOf(yield* makeRule([-3]), 600, email)
        yield* passUntil(morningOf("2026-03-07"))
        yield* pass(day - 1)
        expect(yield* daysSent).toHaveLength(caps.company)
      }),
    ),
  )

  it.effect("of many companies are no more than the cap of the service, and no company learns why", () =>
    story(
      Effect.gen(function* () {
        const companies = caps.service / caps.company + 2
        const links: Array<PaymentLink> = []
        for (let n = 0; n < companies; n += 1) {
          links.push(...(yield* linksOf(yield* makeRule([-3], yield* company(n)), caps.company)))
        }
        yield* passUntil(morningOf("2026-03-07"))
        expect(yield* daysSent).toHaveLength(caps.service)
        const marks = yield* heldBack(links)
        expect(marks.filter((mark) => mark === "service")).toHaveLength(2 * caps.company)
      }),
    ),
  )

  it.effect("of another person are not held back by them", () =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([-3])
        yield* linksOf(rule, 2 * caps.company)
        yield* linksOf(rule, 1, () => "anna@example.com")
        yield* linksOf(rule, 1, () => "an.a@example.com")
        yield* passUntil(morningOf("2026-03-07"))
        expect(yield* daysSent).toHaveLength(caps.company + 2)
      }),
    ),
  )

  it.effect("are not counted while the mail server accepts none", () =>
    story(
      Effect.gen(function* () {
        const post = yield* Postbox
        const links = yield* linksOf(yield* makeRule([-3]), caps.company)
        yield* askedWith(() => notSent("later"))
        yield* passUntil(morningOf("2026-03-07"))
        yield* pass(4 * quarter)
        expect(yield* daysSent).toEqual([])
        post.answer = () => Effect.void
        yield* pass(quarter)
        expect(yield* daysSent).toHaveLength(caps.company)
        expect(yield* heldBack(links)).toEqual(links.map(() => null))
      }),
    ),
  )

  it.effect("store no address in the counts, and no count after the day is over", () =>
    story(
      Effect.gen(function* () {
        const counts = yield* MailCounts
        const taken: Array<MailCount> = []
        const watching = MailCounts.of({
          ...counts,
          take: (count, max) => {
            taken.push(count)
            return counts.take(count, max)
          },
        })
        yield* linksOf(yield* makeRule([-3]), 2)
        yield* Effect.provideService(passUntil(morningOf("2026-03-07")), MailCounts, watching)
        expect(taken).toHaveLength(4)
        expect(JSON.stringify(taken)).not.toContain("ana")
        const nextDay = LocalDate.make("2026-03-08")
        expect([yield* counts.forget(nextDay, 9), yield* counts.forget(nextDay, 9)]).toEqual([2, 0])
      }),
    ),
  )
})

describe("a reminder", () => {
  it.effect("is not sent while its company is under moderation: the payer could not pay", () =>
    story(
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const seller = yield* Seller
        yield* makeLink(yield* makeRule([-3, -2]))
        yield* companies.save({ ...seller, underModeration: true })
        yield* passUntil(morningOf("2026-03-07"))
        expect(yield* daysSent).toEqual([])
        yield* companies.save(seller)
        yield* pass(2 * day)
        expect(yield* daysSent).toEqual(["2026-03-08"])
      }),
    ),
  )

  it.effect("goes out at eight in the morning of its day, with the amount", () =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([-3])
        const link = yield* makeLink(rule)
        const { sent } = yield* Postbox
        yield* passUntil(instant(morningOf("2026-03-07") - 1))
        expect(sent).toEqual([])
        yield* pass(1)
        expect(sent).toEqual([
          {
            id: `${link.details.slug}-${rule.token}-2026-03-07`,
            to: ana,
            payer: "Ana Exemplo",
            company: "Empresa Exemplo",
            title: "Mensalidade",
            amount: 10_000,
            amountIs: "only",
            expiresOn: lastDay,
            today: "2026-03-07",
            link: link.details.slug,
          },
        ])
        expect(sent[0]?.id).toMatch(/^[A-Za-z0-9-]+$/u)
      }),
    ),
  )

  it.effect("is sent before, on and after the last day, on each of the rule's days and no other", () =>
    story(
      Effect.gen(function* () {
        yield* makeLink(yield* makeRule([2, -3, 0, -30]))
        yield* pass(60 * day)
        expect(yield* daysSent).toEqual(["2026-03-07", "2026-03-10", "2026-03-12"])
      }),
    ),
  )

  it.effect("has the link's amount, with the additional amount", () =>
    story(
      Effect.gen(function* () {
        const { amount } = exampleLinkTerms()
        yield* makeLink(yield* makeRule([0]), { additionalAmount: amount, customer: { ...payer, name: null } })
        yield* passUntil(morningOf(lastDay))
        expect((yield* Postbox).sent).toMatchObject([{ amount: 20_000, payer: null }])
      }),
    ),
  )

  it.effect("has a price that can be paid, if the payer bears the fees", () =>
    story(
      Effect.gen(function* () {
        yield* makeLink(yield* makeRule([0, 1]), { feeMode: "customer_pay_fee" })
        yield* passUntil(morningOf(lastDay))
        yield* pass(day)
        // By Pix, which is the cheapest; the day after, nothing can be paid any more.
        expect((yield* Postbox).sent).toMatchObject([
          { amount: 10_100, amountIs: "least" },
          { amount: 10_000, amountIs: "asked" },
        ])
      }),
    ),
  )

  it.effect("goes to no payer without an e-mail from the company, an end or a rule", () =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([-1, 0, 1])
        yield* makeLink(rule, { customer: { ...payer, email: null } })
        yield* makeLink(rule, { expiredAt: null })
        yield* makeLink(rule, { ruleToken: null })
        yield* TestClock.setTime(morningOf(lastDay))
        // The rule runs, and adds no work.
        expect([yield* runDueJobs(), yield* runDueJobs()]).toEqual([1, 0])
        yield* pass(30 * day)
        expect(yield* daysSent).toEqual([])
      }),
    ),
  )

  it.effect("is not sent for a paid or removed link", () =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([-1, 0])
        const paid = yield* makeLink(rule)
        const payable = yield* makeLink(rule, { expireAfterPayment: false })
        const removed = yield* makeLink(rule)
        yield* payLink(paid)
        yield* payLink(payable)
        yield* removePaymentLink(removed.details.company, removed.details.slug)
        yield* pass(30 * day)
        expect(yield* daysSent).toEqual([])
      }),
    ),
  )

  it.effect.each(["paid", "removed", "prolonged", "of a rule that was changed", "of a rule that was removed"])(
    "that waited is not sent for a link that meanwhile is %s",
    (end) =>
      story(
        Effect.gen(function* () {
          const rules = yield* ReminderRuleRepository
          const rule = yield* makeRule([0])
          const link = yield* makeLink(rule)
          const asked = yield* askedWith(() => notSent("later"))
          yield* passUntil(morningOf(lastDay))
          expect(asked).toHaveLength(1)
          if (end === "paid") yield* payLink(link)
          if (end === "removed") yield* removePaymentLink(link.details.company, link.details.slug)
          if (end === "prolonged") yield* change(link, { expiredAt: addDays(lastDay, 7) })
          if (end.endsWith("changed")) yield* rules.save({ ...rule, reminders: [{ days: 5, channel: "email" }] })
          if (end.endsWith("rule that was removed")) yield* rules.remove(rule.company, rule.token)
          // There is nothing left to do, and that is no failure of the job.
          expect(yield* logged(pass(12 * hour))).toEqual([])
          expect(asked).toHaveLength(1)
        }),
      ),
  )

  it.effect("for a link that is made on its day goes out at eight, or at once after that", () =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([0])
        yield* passUntil(instant(morningOf(lastDay) - 1))
        yield* makeLink(rule)
        yield* pass(0)
        expect(yield* daysSent).toEqual([])
        yield* pass(1)
        expect(yield* daysSent).toEqual([lastDay])
        yield* makeLink(rule)
        yield* passUntil(instant(midnightOf("2026-03-11") - 1))
        const last = yield* makeLink(rule)
        yield* pass(0)
        expect(yield* daysSent).toEqual([lastDay, lastDay, lastDay])
        yield* passUntil(midnightOf("2026-03-11"))
        yield* change(last, { title: "Another title" })
        yield* pass(30 * day)
        expect(yield* daysSent).toHaveLength(3)
      }),
    ),
  )

  it.effect("follows a changed link", () =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([0])
        const early = yield* makeLink(rule)
        const late = yield* makeLink(rule, { expiredAt: addDays(lastDay, 5) })
        const unruled = yield* makeLink(rule, { ruleToken: null })
        yield* change(early, { expiredAt: addDays(lastDay, 9) })
        yield* passUntil(instant(morningOf(lastDay) + hour))
        expect(yield* daysSent).toEqual([])
        yield* change(late, { expiredAt: lastDay })
        yield* change(unruled, { ruleToken: rule.token })
        // A change that keeps the day causes no reminder again.
        yield* change(late, { title: "Outro" })
        yield* pass(hour)
        yield* change(late, { title: "Mais outro" })
        yield* pass(30 * day)
        expect((yield* Postbox).sent.map(({ link, today }) => [link, today])).toEqual([
          [late.details.slug, lastDay],
          [unruled.details.slug, lastDay],
          [early.details.slug, "2026-03-19"],
        ])
      }),
    ),
  )

  it.effect("is sent for each of many links, once", () =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([0, -1])
        const slugs: Array<string> = []
        for (let count = 0; count < 401; count += 1) {
          const customer = { ...payer, email: Email.make(`ana.${count}@example.com`) }
          slugs.push((yield* makeLink(rule, { customer })).details.slug)
        }
        yield* pass(30 * day)
        const { sent } = yield* Postbox
        expect(sent.map(({ link }) => link).sort()).toEqual([...slugs, ...slugs].sort())
        expect(new Set(sent.map(({ id }) => id)).size).toBe(802)
      }),
    ),
  )

  it.effect("is sent for the links of a batch, whether they are made on their day or before", () =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([0])
        const batch = createBatch({
          company: rule.company,
          name: null,
          defaults: exampleBatchDefaults({ ruleToken: rule.token, expiredAt: lastDay }),
          entries: [1, 2, 3].map((n) => exampleEntry(n, n === 2 ? {} : { email: ana })),
          keyed: null,
          encode: (outcome) => ({ status: 200, body: outcome._tag }),
        })
        yield* batch
        yield* passUntil(instant(morningOf(lastDay) - 1))
        expect(yield* daysSent).toEqual([])
        yield* pass(1)
        expect(yield* daysSent).toHaveLength(2)
        yield* pass(hour)
        yield* batch
        yield* pass(0)
        expect(yield* daysSent).toHaveLength(4)
        yield* pass(30 * day)
        expect(yield* daysSent).toHaveLength(4)
      }),
    ),
  )

  it.effect("names the link's own company", () =>
    story(
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const other = yield* companies.add(exampleCompany({ name: "Outra Empresa" }))
        const own = yield* makeLink(yield* makeRule([0]))
        const theirs = yield* makeLink(yield* makeRule([1], other))
        yield* pass(30 * day)
        expect((yield* Postbox).sent.map(({ company, link, today }) => [company, link, today])).toEqual([
          ["Empresa Exemplo", own.details.slug, "2026-03-10"],
          ["Outra Empresa", theirs.details.slug, "2026-03-11"],
        ])
      }),
    ),
  )
})

describe("a reminder rule", () => {
  it.effect("is looked at every morning, from the one after its making on", () =>
    story(
      Effect.gen(function* () {
        const { nextDueIn } = yield* JobQueue
        yield* makeRule([0])
        for (const date of ["2026-03-03", "2026-03-04", "2026-03-05"]) {
          expect(yield* nextDueIn("work")).toBe(morningOf(date))
          yield* passUntil(instant(morningOf(date) + 3 * hour))
        }
      }),
    ),
  )

  it.effect("that is made before the hour runs on that day", () =>
    story(
      Effect.gen(function* () {
        yield* TestClock.setTime(morningOf(lastDay) - 1)
        yield* makeLink(yield* makeRule([0]))
        yield* pass(1)
        expect(yield* daysSent).toEqual([lastDay])
      }),
    ),
  )

  it.effect("that is changed applies from the next morning, to existing links", () =>
    story(
      Effect.gen(function* () {
        const rules = yield* ReminderRuleRepository
        const rule = yield* makeRule([0])
        yield* makeLink(rule)
        yield* passUntil(instant(morningOf("2026-03-07") + hour))
        yield* rules.save({ ...rule, reminders: [-3, -2, 1].map((days) => ({ days, channel: "email" as const })) })
        yield* pass(30 * day)
        expect(yield* daysSent).toEqual(["2026-03-08", "2026-03-11"])
      }),
    ),
  )

  it.effect("that is removed sends no reminder, and no longer runs", () =>
    story(
      Effect.gen(function* () {
        const rules = yield* ReminderRuleRepository
        const rule = yield* makeRule([0])
        yield* makeLink(rule)
        yield* rules.remove(rule.company, rule.token)
        yield* pass(30 * day)
        expect(yield* daysSent).toEqual([])
        expect(yield* (yield* JobQueue).nextDueIn("work")).toBeNull()
      }),
    ),
  )

  it.effect("runs again after any number of mornings, even if the store fails sometimes", () =>
    story(
      Effect.gen(function* () {
        const { dead, nextDueIn } = yield* JobQueue
        const rules = yield* ReminderRuleRepository
        yield* makeRule([0])
        yield* pass(30 * day)
        let isLocked = true
        const stumbling = ReminderRuleRepository.of({
          ...rules,
          find: (company, token) =>
            Effect.suspend(() => {
              if (!isLocked) return rules.find(company, token)
              isLocked = false
              return Effect.fail(
                new StorageUnavailable({ fault: "locked", operation: "find", cause: new Error("locked") }),
              )
            }),
        })
        const due = yield* nextDueIn("work")
        yield* Effect.provideService(pass(day), ReminderRuleRepository, stumbling)
        expect(isLocked).toBe(false)
        expect(yield* nextDueIn("work")).toBe((due ?? 0) + day)
        expect((yield* dead({ page: PageNumber.make(1), size: 1 })).total).toBe(0)
      }),
    ),
  )

  it.effect("is late after a standstill, and skips days that are over", () =>
    story(
      Effect.gen(function* () {
        yield* makeLink(yield* makeRule([-3, -2, 0]))
        yield* TestClock.setTime(midnightOf("2026-03-08") + 20 * hour)
        yield* pass(0)
        expect(yield* daysSent).toEqual(["2026-03-08"])
        yield* pass(30 * day)
        expect(yield* daysSent).toEqual(["2026-03-08", "2026-03-10"])
      }),
    ),
  )

  it.effect("waits for the hour if a standstill ends at night", () =>
    story(
      Effect.gen(function* () {
        yield* makeLink(yield* makeRule([-2]))
        yield* TestClock.setTime(midnightOf("2026-03-08") + hour)
        yield* pass(0)
        expect(yield* daysSent).toEqual([])
        yield* pass(7 * hour)
        expect(yield* daysSent).toEqual(["2026-03-08"])
      }),
    ),
  )
})

describe("the mail server", () => {
  it.effect("that accepts nothing for now is asked again every quarter of an hour", () =>
    story(
      Effect.gen(function* () {
        let left = 3
        yield* makeLink(yield* makeRule([0]))
        const asked = yield* askedWith(() => {
          left -= 1
          return left >= 0 ? notSent("later") : Effect.void
        })
        yield* pass(30 * day)
        const first = morningOf(lastDay)
        expect(asked.map(({ at }) => at)).toEqual([0, 1, 2, 3].map((n) => first + n * quarter))
        expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
        expect(yield* daysSent).toEqual([lastDay])
      }),
    ),
  )

  it.effect("is asked until the day is over, and not on the next", () =>
    story(
      Effect.gen(function* () {
        yield* makeLink(yield* makeRule([0]))
        const asked = yield* askedWith(() => notSent("later"))
        yield* pass(30 * day)
        expect(asked).toHaveLength(16 * 4)
        expect(asked.at(-1)?.at).toBe(midnightOf("2026-03-11") - quarter)
        expect(yield* (yield* JobQueue).nextDueIn("work")).toBeGreaterThan(yield* now)
      }),
    ),
  )

  it.effect.each(["never", "unknown"] as const)("that answers `%s` is not asked again", (again) =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([0])
        const link = yield* makeLink(rule)
        const asked = yield* askedWith(() => notSent(again))
        yield* passUntil(morningOf(lastDay))
        // Nor if the link is changed, which adds another job for it.
        yield* change(link, { title: "Outro" })
        yield* pass(30 * day)
        expect(asked).toHaveLength(1)
      }),
    ),
  )

  it.effect("that refuses one payer is asked for the others", () =>
    story(
      Effect.gen(function* () {
        const rule = yield* makeRule([0])
        yield* makeLink(rule, { customer: { ...payer, email: Email.make("ninguem@example.com") } })
        yield* makeLink(rule)
        yield* askedWith(({ to }) => (to === ana ? Effect.void : notSent("never")))
        yield* pass(30 * day)
        expect((yield* Postbox).sent.map(({ to }) => to)).toEqual([ana])
      }),
    ),
  )
})

describe("a reminder whose sender dies", () => {
  const due = Effect.gen(function* () {
    yield* makeLink(yield* makeRule([0]))
    yield* TestClock.setTime(morningOf(lastDay))
  })

  /** Runs due jobs with a mail server that never returns, before it sends or after. */
  const dieAt = Effect.fnUntraced(function* (moment: "before" | "after") {
    const mailer = yield* Mailer
    const remind = (reminder: PaymentReminder) =>
      moment === "before" ? Effect.never : Effect.andThen(mailer.remind(reminder), Effect.never)
    const dying = Effect.repeat(runDueJobs(), { times: 3 }).pipe(Effect.provideService(Mailer, { ...mailer, remind }))
    yield* Effect.forkDetach(dying)
    yield* untilAtRest
  })

  it.effect("before it sends is lost: a second mail would be worse", () =>
    story(
      Effect.gen(function* () {
        yield* due
        yield* dieAt("before")
        yield* pass(30 * day)
        expect(yield* daysSent).toEqual([])
      }),
    ),
  )

  it.effect("after it has sent is not sent again", () =>
    story(
      Effect.gen(function* () {
        yield* due
        yield* dieAt("after")
        expect(yield* daysSent).toEqual([lastDay])
        yield* pass(30 * day)
        expect(yield* daysSent).toEqual([lastDay])
      }),
    ),
  )

  const allDue = Effect.gen(function* () {
    while ((yield* runDueJobs()) > 0);
  })

  const boundariesPassed = Effect.gen(function* () {
    yield* due
    const boundaries: Array<Boundary> = []
    const process = yield* processWith((boundary) =>
      Effect.sync(() => {
        boundaries.push(boundary)
      }),
    )
    yield* process(allDue)
    return boundaries
  })

  it.effect("is lost at one moment only, wherever it dies, and never sent twice", () =>
    Effect.gen(function* () {
      const boundaries = yield* story(boundariesPassed)
      const lost: Array<string> = []
      for (const [position, { name }] of boundaries.entries()) {
        const sent = yield* story(
          Effect.gen(function* () {
            yield* due
            const dying = yield* processDyingAt((_, met) => met === position)
            yield* Effect.forkDetach(dying(allDue))
            yield* untilAtRest
            yield* pass(2 * day)
            return (yield* Postbox).sent.length
          }),
        )
        expect(sent).toBeLessThanOrEqual(1)
        if (sent === 0) lost.push(name)
      }
      expect(boundaries.length).toBeGreaterThan(10)
      // After it is recorded as sent, and before it was sent.
      expect(lost).toEqual(["after UnitOfWork.commit"])
    }),
  )

  it.effect("is sent once, whenever the store fails", () =>
    Effect.gen(function* () {
      const boundaries = yield* story(boundariesPassed)
      for (const [position, { moment }] of boundaries.entries()) {
        if (moment === "after") continue
        const sent = yield* story(
          Effect.gen(function* () {
            yield* due
            const process = yield* processMetAt(
              position,
              ({ name }) => new StorageUnavailable({ fault: "locked", operation: name, cause: new Error("locked") }),
            )
            yield* Effect.exit(process(allDue))
            yield* pass(2 * day)
            return (yield* Postbox).sent.length
          }),
        )
        expect(sent).toBe(1)
      }
    }),
  )
})
