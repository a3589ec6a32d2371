/** The contract of every store of payment links. */

import { addDays } from "@vintem/domain/calendar"
import { ReminderRuleToken } from "@vintem/domain/catalogue"
import { type CompanyId, ItemPosition, type LinkSlug } from "@vintem/domain/identifiers"
import { fold } from "@vintem/domain/machine"
import {
  evolveLink,
  type LinkChange,
  type LinkCreated,
  type LinkTerms,
  linkCreated,
  linkMachine,
  type PaymentLink,
} from "@vintem/domain/payment-link"
import {
  BatchRepository,
  type CompanyRepository,
  LinkConflict,
  type PageRequest,
  PaymentLinkRepository,
  UnitOfWork,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { exampleBatchCreated, exampleBatchToken, exampleEntries } from "../batch/example-batch.ts"
import { linkHistories } from "../payment-link/arbitraries.ts"
import { exampleLastDay, exampleLinkCreated, exampleSlug } from "../payment-link/example-link.ts"
import { linkRemoved, linkUpdated, paymentReported, paymentStarted } from "../payment-link/example-link-moves.ts"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { exampleUuid, later, page, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const paymentLinkRepositoryContract = (
  name: string,
  layer: Layer.Layer<PaymentLinkRepository | BatchRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it, law } = store

  describe(`PaymentLinkRepository: ${name}`, () => {
    describe("add", () => {
      it(
        "returns each of many links, with every field, by company and slug",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const { id: other } = yield* storeCompany()
          const links = yield* storeLinks(company, [1, 2, 3])
          const theirs = yield* storeLinks(other, [4])
          for (const link of [...links, ...theirs]) yield* expectStored(link)
        }),
      )

      it(
        "stores any number together",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const links = yield* storeLinks(company, numbers(150))
          const repository = yield* PaymentLinkRepository
          const { entries, total } = yield* repository.list(company, wholeList)
          expect(entries).toStrictEqual(links.toReversed())
          expect(total).toBe(150)
          for (const link of links) yield* expectStored(link)
        }),
      )

      it(
        "does nothing without links",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const repository = yield* PaymentLinkRepository
          yield* repository.add([])
          expect(yield* repository.list(company, wholeList)).toStrictEqual({ entries: [], total: 0 })
        }),
      )

      it(
        "finds no unknown link",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          yield* storeLinks(company, [1])
          const repository = yield* PaymentLinkRepository
          expect(Option.isNone(yield* repository.find(company, exampleSlug(2)))).toBe(true)
          expect(yield* repository.history(company, exampleSlug(2))).toStrictEqual([])
          expect(yield* repository.latestEvents(company, exampleSlug(2), 10)).toStrictEqual([])
        }),
      )

      it(
        "shows no company another one's link",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const { id: other } = yield* storeCompany()
          yield* storeLinks(company, [1])
          const repository = yield* PaymentLinkRepository
          expect(Option.isNone(yield* repository.find(other, exampleSlug(1)))).toBe(true)
          expect(yield* repository.history(other, exampleSlug(1))).toStrictEqual([])
          expect(yield* repository.latestEvents(other, exampleSlug(1), 10)).toStrictEqual([])
          expect(yield* repository.list(other, wholeList)).toStrictEqual({ entries: [], total: 0 })
        }),
      )

      it(
        "dies on a used slug in a company, stored or among the new ones, and stores nothing",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const first = yield* storeLink(company, 1)
          for (const slugs of [
            [2, 1],
            [2, 3, 3],
          ]) {
            expect(Exit.hasDies(yield* Effect.exit(storeLinks(company, slugs)))).toBe(true)
          }
          expect(yield* slugsIn(company)).toStrictEqual([exampleSlug(1)])
          yield* expectStored(first)
          expect(yield* (yield* PaymentLinkRepository).history(company, exampleSlug(2))).toStrictEqual([])
        }),
      )

      it(
        "uniqueness: dies on a second link for one item of a batch, and stores nothing",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          yield* storeBatch(company, 1)
          yield* storeBatch(company, 2)
          yield* storeLinks(company, [1], ofItem(1, 1))
          expect(Exit.hasDies(yield* Effect.exit(storeLinks(company, [2], ofItem(1, 1))))).toBe(true)
          yield* storeLinks(company, [3], ofItem(1, 2))
          yield* storeLinks(company, [4], ofItem(2, 1))
          expect(yield* slugsIn(company)).toStrictEqual([4, 3, 1].map(exampleSlug))
        }),
      )
    })

    describe("save", () => {
      const life: ReadonlyArray<LinkChange> = [
        paymentStarted(1),
        paymentReported(1, "open"),
        linkUpdated({ title: "Ação 'especial' 🙂", expiredAt: null, bgColor: null }),
        paymentReported(2, "confirmed"),
        paymentReported(1, "confirmed"),
        paymentReported(3, "open"),
      ]

      it(
        "stores a changed link and its events",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const before = yield* storeLink(company, 1)
          const bystander = yield* storeLink(company, 2)
          const repository = yield* PaymentLinkRepository
          const after = changed(before, ...life)
          yield* repository.save(after, life)
          yield* expectStored(after)
          yield* expectStored(bystander)
          expect((yield* repository.history(company, exampleSlug(1))).slice(1)).toStrictEqual(life)
        }),
      )

      it(
        "returns the last of a link's events, each with its number, in sequence",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const repository = yield* PaymentLinkRepository
          const before = yield* storeLink(company, 1)
          yield* storeLinks(company, [2])
          yield* repository.save(changed(before, ...life), life)
          const log = (yield* repository.history(company, exampleSlug(1))).map((event, n) => ({
            sequence: n + 1,
            event,
          }))
          for (const limit of [1, 2, log.length, log.length + 1]) {
            expect(yield* repository.latestEvents(company, exampleSlug(1), limit)).toStrictEqual(log.slice(-limit))
          }
          expect(yield* repository.latestEvents(company, exampleSlug(3), 10)).toStrictEqual([])
        }),
      )

      it(
        "writes neither state nor events if the stored version differs from the read one",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const read = yield* storeLink(company, 1)
          const repository = yield* PaymentLinkRepository
          const winner = changed(read, paymentStarted(1))
          yield* repository.save(winner, [paymentStarted(1)])
          for (const changes of [[linkRemoved], [paymentStarted(2), paymentReported(2, "confirmed")]]) {
            const refusal = yield* Effect.flip(repository.save(changed(read, ...changes), changes))
            expect(refusal).toStrictEqual(new LinkConflict({ slug: exampleSlug(1), versionRead: read.version }))
          }
          yield* expectStored(winner)
        }),
      )

      it(
        "fails with a conflict for an unknown link",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const link = changed(linkCreated(numberedLink(company, 1)), linkRemoved)
          const repository = yield* PaymentLinkRepository
          expect((yield* Effect.flip(repository.save(link, [linkRemoved])))._tag).toBe("LinkConflict")
          expect(yield* repository.history(company, exampleSlug(1))).toStrictEqual([])
          expect((yield* repository.list(company, wholeList)).total).toBe(0)
        }),
      )

      it(
        "does nothing without events, whichever version was read",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const before = yield* storeLink(company, 1)
          const repository = yield* PaymentLinkRepository
          const after = changed(before, paymentStarted(1))
          yield* repository.save(after, [paymentStarted(1)])
          yield* repository.save(before, [])
          yield* expectStored(after)
        }),
      )

      it(
        "uniqueness: of several concurrent saves of one version, one succeeds",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const link = yield* storeLink(company, 1)
          const repository = yield* PaymentLinkRepository
          const units = yield* UnitOfWork
          const exits = yield* Effect.forEach(
            numbers(20),
            (n) => {
              const start = paymentStarted(n)
              return Effect.exit(units.commit(repository.save(changed(link, start), [start])))
            },
            { concurrency: "unbounded" },
          )
          expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
          expect(exits.filter((exit) => !Exit.isSuccess(exit) && !Exit.hasFails(exit))).toStrictEqual([])
          expect(yield* repository.history(company, exampleSlug(1))).toHaveLength(2)
        }),
      )

      it(
        "joins the unit of work around it",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const link = yield* storeLink(company, 1)
          const repository = yield* PaymentLinkRepository
          const units = yield* UnitOfWork
          const unit = Effect.gen(function* () {
            yield* repository.save(changed(link, linkRemoved), [linkRemoved])
            yield* storeLinks(company, [2, 3])
            expect(yield* slugsIn(company)).toStrictEqual([3, 2].map(exampleSlug))
            return yield* Effect.fail("given up")
          })
          yield* Effect.exit(units.commit(unit))
          yield* expectStored(link)
          expect(yield* slugsIn(company)).toStrictEqual([exampleSlug(1)])
          // The rolled-back names are free again.
          yield* storeLinks(company, [2])
          expect(yield* slugsIn(company)).toStrictEqual([2, 1].map(exampleSlug))
        }),
      )
    })

    law(
      "books: after every change the store returns the link, and its log folds to it without a gap",
      lifelogs,
      Effect.fnUntraced(function* ({ saves, ...drawn }) {
        const repository = yield* PaymentLinkRepository
        const { id: company } = yield* storeCompany()
        const created = { ...drawn.created, details: { ...drawn.created.details, company } }
        let link = linkCreated(created)
        yield* repository.add([created])
        yield* expectStored(link)
        for (const changes of saves) {
          link = changed(link, ...changes)
          yield* repository.save(link, changes)
          yield* expectStored(link)
        }
        expect(yield* repository.history(company, link.details.slug)).toStrictEqual([created, ...saves.flat()])
      }),
    )

    describe("list", () => {
      it(
        "shows a company's links latest stored first, also those of one unit and of one instant",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const { id: other } = yield* storeCompany()
          yield* storeLinks(company, [1, 2])
          yield* storeLinks(other, [3])
          yield* storeLinks(company, [4], { createdAt: later(-1_000) })
          expect(yield* slugsIn(company)).toStrictEqual([4, 2, 1].map(exampleSlug))
        }),
      )

      it(
        "shows a page at a time, with the total on each and nothing past the end",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          yield* storeLinks(company, numbers(7))
          const repository = yield* PaymentLinkRepository
          const shown = Effect.fnUntraced(function* (request: PageRequest) {
            const { entries, total } = yield* repository.list(company, request)
            expect(total).toBe(7)
            return entries.map(({ details }) => details.slug)
          })
          const all = numbers(7).map(exampleSlug).toReversed()
          for (const size of [1, 2, 3, 7, 8]) {
            for (const number of numbers(8)) {
              expect(yield* shown(page(number, size))).toStrictEqual(all.slice((number - 1) * size, number * size))
            }
          }
        }),
      )

      it(
        "leaves out removed links, and does not count them; other changes make a link no newer",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const repository = yield* PaymentLinkRepository
          const change = Effect.fnUntraced(function* (n: number, event: LinkChange) {
            const link = Option.getOrThrow(yield* repository.find(company, exampleSlug(n)))
            yield* repository.save(changed(link, event), [event])
          })
          yield* storeLinks(company, numbers(5))
          yield* change(1, linkRemoved)
          yield* change(4, linkRemoved)
          yield* change(2, paymentStarted(1))
          expect(yield* slugsIn(company)).toStrictEqual([5, 3, 2].map(exampleSlug))
          const { entries, total } = yield* repository.list(company, page(2, 2))
          expect(entries.map(({ details }) => details.slug)).toStrictEqual([exampleSlug(2)])
          expect(total).toBe(3)
          // It is still found by its slug, as removed.
          const removed = Option.getOrNull(yield* repository.find(company, exampleSlug(1)))
          expect(removed?.removedAt).not.toBeNull()
        }),
      )

      law(
        "counting: the total equals the length of the whole list, although links are added and removed concurrently",
        fc.array(fc.record({ added: fc.integer({ min: 0, max: 6 }), removed: fc.nat({ max: 20 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        Effect.fnUntraced(function* (rounds) {
          const { id: company } = yield* storeCompany()
          const repository = yield* PaymentLinkRepository
          const units = yield* UnitOfWork
          let expected: ReadonlyArray<PaymentLink> = []
          let next = 1
          for (const { added, removed } of rounds) {
            const slugs = Array.from({ length: added }, (_, n) => next + n)
            next += added
            const gone = expected.length === 0 ? undefined : expected[removed % expected.length]
            const stored = yield* units.commit(
              Effect.gen(function* () {
                if (gone !== undefined) yield* repository.save(changed(gone, linkRemoved), [linkRemoved])
                return yield* storeLinks(company, slugs)
              }),
            )
            expected = [...stored.toReversed(), ...expected.filter((link) => link !== gone)]
            expect(yield* repository.list(company, wholeList)).toStrictEqual({
              entries: expected,
              total: expected.length,
            })
          }
        }),
      )
    })

    describe("ofBatch", () => {
      it(
        "shows a batch's links by position, from any position and with any limit, without removed ones",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const { id: other } = yield* storeCompany()
          yield* storeBatch(company, 1)
          yield* storeBatch(company, 2)
          const repository = yield* PaymentLinkRepository
          // Stored in another order than the list's.
          for (const position of [3, 1, 4, 2]) yield* storeLinks(company, [position], ofItem(1, position))
          yield* storeLinks(company, [5], ofItem(2, 1))
          yield* storeLinks(company, [6])
          const shown = Effect.fnUntraced(function* (after: number, limit: number, asked = company) {
            const links = yield* repository.ofBatch(asked, exampleBatchToken(1), { after, limit })
            return links.map(({ details }) => details.slug)
          })
          expect(yield* shown(0, 10)).toStrictEqual([1, 2, 3, 4].map(exampleSlug))
          expect(yield* shown(1, 2)).toStrictEqual([2, 3].map(exampleSlug))
          expect(yield* shown(4, 2)).toStrictEqual([])
          expect(yield* shown(0, 10, other)).toStrictEqual([])
          const second = Option.getOrThrow(yield* repository.find(company, exampleSlug(2)))
          yield* repository.save(changed(second, linkRemoved), [linkRemoved])
          expect(yield* shown(0, 10)).toStrictEqual([1, 3, 4].map(exampleSlug))
        }),
      )
    })

    describe("ofRule", () => {
      it(
        "shows the links of a company's rule that end on a day, by slug, from any slug and with any limit",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const { id: other } = yield* storeCompany()
          // Stored in another order than the list's.
          for (const n of [3, 1, 4, 2]) yield* storeReminded(company, n, {})
          yield* storeReminded(other, 9, {})
          yield* storeReminded(company, 5, { ruleToken: ruleOf(2) })
          yield* storeReminded(company, 6, { ruleToken: null })
          yield* storeReminded(company, 7, { expiredAt: addDays(exampleLastDay, 1) })
          yield* storeReminded(company, 8, { expiredAt: null })
          const ofFirst = (window: Parameters<typeof remindedOf>[2]) => remindedOf(company, 1, window)
          expect(yield* ofFirst({})).toStrictEqual([1, 2, 3, 4].map(exampleSlug))
          expect(yield* ofFirst({ limit: 2 })).toStrictEqual([1, 2].map(exampleSlug))
          expect(yield* ofFirst({ after: exampleSlug(2), limit: 2 })).toStrictEqual([3, 4].map(exampleSlug))
          expect(yield* ofFirst({ after: exampleSlug(4) })).toStrictEqual([])
          expect(yield* remindedOf(company, 2)).toStrictEqual([exampleSlug(5)])
          expect(yield* remindedOf(company, 3)).toStrictEqual([])
          expect(yield* remindedOf(other, 1)).toStrictEqual([exampleSlug(9)])
          expect(yield* remindedOf(other, 2)).toStrictEqual([])
        }),
      )

      it(
        "uses the current terms, and leaves out removed links",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const repository = yield* PaymentLinkRepository
          const [first, second, third] = [
            yield* storeReminded(company, 1, {}),
            yield* storeReminded(company, 2, {}),
            yield* storeReminded(company, 3, { ruleToken: null }),
          ]
          yield* repository.save(changed(first, linkRemoved), [linkRemoved])
          const without = linkUpdated({ ...second.terms, expiredAt: null })
          yield* repository.save(changed(second, without), [without])
          const withRule = linkUpdated({ ...third.terms, ruleToken: ruleOf(1) })
          yield* repository.save(changed(third, withRule), [withRule])
          const found = yield* repository.ofRule(company, ruleOf(1), exampleLastDay, { after: null, limit: 10 })
          expect(found).toStrictEqual([changed(third, withRule)])
        }),
      )
    })

    it(
      "visibility: the next read sees every acknowledged write",
      Effect.gen(function* () {
        const { id: company } = yield* storeCompany()
        const repository = yield* PaymentLinkRepository
        const units = yield* UnitOfWork
        const live = Effect.fnUntraced(function* (n: number) {
          const link = yield* units.commit(storeLink(company, n))
          yield* expectStored(link)
          yield* units.commit(repository.save(changed(link, linkRemoved), [linkRemoved]))
          yield* expectStored(changed(link, linkRemoved))
        })
        yield* Effect.forEach(numbers(25), live, { concurrency: "unbounded" })
        expect(yield* repository.list(company, wholeList)).toStrictEqual({ entries: [], total: 0 })
      }),
    )

    hidesRunningUnits(store, storeCompany(), ({ id: company }) => ({
      write: (n) => storeLink(company, n),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(PaymentLinkRepository, (all) => all.list(company, wholeList)),
          ({ total }) => total >= n,
        ),
    }))
  })
}

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n + 1)

const changed = (link: PaymentLink, ...changes: ReadonlyArray<LinkChange>): PaymentLink =>
  changes.reduce(evolveLink, link)

type Details = LinkCreated["details"]

const ofItem = (batch: number, position: number): Partial<Details> => ({
  batch: { token: exampleBatchToken(batch), position: ItemPosition.make(position) },
})

/** Terms with values that are easily lost for every other link, and plain ones for the rest. */
const termsOf = (n: number): Partial<LinkTerms> =>
  n % 2 === 0
    ? {}
    : {
        title: 'É "isso" \\ 🙂',
        expiredAt: null,
        reference: "100%",
        hideCustomerFields: true,
        language: "en",
        redirectAfterSuccess: 'https://loja.example.com/?"a"=1&b=%C3%A3',
      }

/** The creation of the link with this number. */
const numberedLink = (company: CompanyId, n: number, overrides: Partial<Details> = {}): LinkCreated =>
  exampleLinkCreated({ details: { company, slug: exampleSlug(n), ...overrides }, terms: termsOf(n) })

const storeLinks = Effect.fnUntraced(function* (
  company: CompanyId,
  all: ReadonlyArray<number>,
  overrides: Partial<Details> = {},
) {
  const repository = yield* PaymentLinkRepository
  const created = all.map((n) => numberedLink(company, n, overrides))
  yield* repository.add(created)
  return created.map(linkCreated)
})

const storeLink = Effect.fnUntraced(function* (company: CompanyId, n: number) {
  yield* storeLinks(company, [n])
  return linkCreated(numberedLink(company, n))
})

const storeBatch = Effect.fnUntraced(function* (company: CompanyId, n: number) {
  const batches = yield* BatchRepository
  yield* batches.add(exampleBatchCreated(4, { company, token: exampleBatchToken(n) }), exampleEntries(4))
})

const ruleOf = (n: number): ReminderRuleToken => ReminderRuleToken.make(exampleUuid(n))

/** Stores the link with this number, with the first rule and an end unless the terms differ. */
const storeReminded = Effect.fnUntraced(function* (company: CompanyId, n: number, terms: Partial<LinkTerms>) {
  const repository = yield* PaymentLinkRepository
  const details = { company, slug: exampleSlug(n) }
  const created = exampleLinkCreated({ details, terms: { ruleToken: ruleOf(1), ...terms } })
  yield* repository.add([created])
  return linkCreated(created)
})

/** The links of a company's rule with this number that end on the last day of the example link. */
const remindedOf = Effect.fnUntraced(function* (
  company: CompanyId,
  rule: number,
  window: { readonly after?: LinkSlug; readonly limit?: number } = {},
) {
  const repository = yield* PaymentLinkRepository
  const links = yield* repository.ofRule(company, ruleOf(rule), exampleLastDay, { after: null, limit: 10, ...window })
  return links.map(({ details }) => details.slug)
})

const slugsIn = Effect.fnUntraced(function* (company: CompanyId) {
  const repository = yield* PaymentLinkRepository
  const { entries, total } = yield* repository.list(company, wholeList)
  expect(total).toBe(entries.length)
  return entries.map(({ details }): LinkSlug => details.slug)
})

/** Expects the link, and a log that folds to it. */
const expectStored = Effect.fnUntraced(function* (link: PaymentLink) {
  const repository = yield* PaymentLinkRepository
  const { company, slug } = link.details
  expect(Option.getOrNull(yield* repository.find(company, slug))).toStrictEqual(link)
  expect(fold(linkMachine, yield* repository.history(company, slug))).toStrictEqual(link)
})

/** Whole histories, as changes to save one after the other: plain objects, like a store's results. */
const lifelogs = linkHistories.map(({ created, steps }) =>
  structuredClone({ created, saves: steps.map(({ changes }) => changes).filter((changes) => changes.length > 0) }),
)
