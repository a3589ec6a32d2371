/** The contract of every store of charge books: what was asked first stays, and a voided key stays void. */
import { type CompanyId, OrderNumber, RefundKey } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import {
  type BookedCharge,
  ChargeBooks,
  type CompanyRepository,
  type CustomerRepository,
  type UnitOfWork,
  WriteSets,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { exampleAttemptKey } from "../order/example-order.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { later, storeParties } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const chargeBooksContract = (
  name: string,
  layer: Layer.Layer<ChargeBooks | CompanyRepository | CustomerRepository | UnitOfWork | WriteSets, unknown>,
): void => {
  const { it } = onFreshStore(layer)

  describe(`ChargeBooks: ${name}`, () => {
    it(
      "returns a charge as it was asked, and none for an unused key",
      Effect.gen(function* () {
        const books = yield* ChargeBooks
        const { company } = yield* storeParties
        for (const charge of [
          booked(company, 1),
          { ...booked(company, 2), expiresAt: null, method: "credit" } as const,
        ]) {
          expect(yield* books.find(company, charge.key)).toEqual(Option.none())
          expect(yield* books.open(charge)).toBe(true)
          expect(yield* found(charge)).toStrictEqual({ charge, answer: null, isVoided: false })
        }
      }),
    )

    it(
      "lets one of many callers send a charge, and keeps what was asked first",
      Effect.gen(function* () {
        const books = yield* ChargeBooks
        const { company } = yield* storeParties
        const charges = [1, 2, 3, 4].map((cents) => ({ ...booked(company, 1), amount: centavos(cents) }))
        const opened = yield* Effect.forEach(charges, books.open, { concurrency: "unbounded" })
        expect(opened.filter(Boolean)).toHaveLength(1)
        expect((yield* found(booked(company, 1)))?.charge).toStrictEqual(charges[opened.indexOf(true)])
      }),
    )

    it(
      "keeps the last answer",
      Effect.gen(function* () {
        const books = yield* ChargeBooks
        const { company } = yield* storeParties
        const charge = booked(company, 1)
        const { key } = charge
        const refused = { fact: "refused", report: { reason: "unknown_method" } } as const
        yield* books.answer({ company, key, answer: refused })
        expect(yield* found(charge)).toBeNull()
        yield* books.open(charge)
        yield* books.answer({ company, key, answer: { fact: "open", report: { tid: key } } })
        yield* books.answer({ company, key, answer: refused })
        expect(yield* found(charge)).toStrictEqual({ charge, answer: refused, isVoided: false })
      }),
    )

    it(
      "voids a key for good, used or not",
      Effect.gen(function* () {
        const books = yield* ChargeBooks
        const { company } = yield* storeParties
        const [used, unused] = [booked(company, 1), booked(company, 2)]
        yield* books.open(used)
        for (const { key } of [used, unused, used, unused]) yield* books.fence(company, key)
        expect(yield* books.open(unused)).toBe(false)
        expect(yield* found(used)).toStrictEqual({ charge: used, answer: null, isVoided: true })
        expect(yield* found(unused)).toStrictEqual({ charge: null, answer: null, isVoided: true })
      }),
    )

    it(
      "shows no company another one's charge",
      Effect.gen(function* () {
        const books = yield* ChargeBooks
        const [one, other] = [yield* storeParties, yield* storeParties]
        yield* books.open(booked(one.company, 1))
        yield* books.fence(other.company, exampleAttemptKey(2))
        expect(yield* found(booked(other.company, 1))).toBeNull()
        expect(yield* books.open(booked(one.company, 2))).toBe(true)
        expect(yield* books.open(booked(other.company, 1))).toBe(true)
      }),
    )

    it(
      "keeps the first request and the first final answer of a refund",
      Effect.gen(function* () {
        const books = yield* ChargeBooks
        const { company } = yield* storeParties
        const refund = { company, key: RefundKey.make("r1"), charge: exampleAttemptKey(1), amount: centavos(100) }
        const answers = [
          { fact: "processing", report: {} },
          { fact: "failed", report: { reason: "too_late" } },
          { fact: "settled", report: {} },
        ] as const
        yield* books.answerRefund(refund, answers[1])
        expect(yield* books.openRefund(refund)).toStrictEqual({ refund, answer: null, isFirst: true })
        for (const answer of answers) yield* books.answerRefund(refund, answer)
        const again = yield* books.openRefund({ ...refund, amount: centavos(1) })
        expect(again).toStrictEqual({ refund, answer: answers[1], isFirst: false })
        const elsewhere = { ...refund, charge: exampleAttemptKey(2) }
        expect(yield* books.openRefund(elsewhere)).toStrictEqual({ refund: elsewhere, answer: null, isFirst: true })
      }),
    )

    it(
      "is written by the commits of a charge",
      Effect.gen(function* () {
        const { commit } = yield* WriteSets
        const { company } = yield* storeParties
        const charge = booked(company, 1)
        const answer = { fact: "open", report: { tid: charge.key } } as const
        yield* commit([{ _tag: "BookCharge", ...charge }])
        yield* commit([{ _tag: "BookAnswer", company, key: charge.key, answer }])
        yield* commit([{ _tag: "BookCharge", ...charge, amount: centavos(1) }])
        expect(yield* found(charge)).toStrictEqual({ charge, answer, isVoided: false })
      }),
    )
  })
}

const booked = (company: CompanyId, n: number): BookedCharge => ({
  company,
  key: exampleAttemptKey(n),
  account: "padaria",
  method: "pix",
  order: OrderNumber.make(`PADA${n}`),
  amount: centavos(12_345),
  expiresAt: later(1),
})

const found = ({ company, key }: BookedCharge) =>
  Effect.flatMap(ChargeBooks, (books) => Effect.map(books.find(company, key), Option.getOrNull))
