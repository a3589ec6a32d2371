/** Generators of fee schedules, of payments to be quoted, and of the quotes of one page. */

import { FeeMode, FeeSchedule, type Quote, type QuoteRequest, quote } from "@vintem/domain/fees"
import { installmentsMax } from "@vintem/domain/installments"
import { forEachIssuedMethod, Method } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"

const feeTerms = fc.record({
  percent: fc.integer({ min: 0, max: 9_999 }),
  fixed: fc.integer({ min: 0, max: 100_000 }),
})

/**
 * Fee schedules with one to twelve brackets and terms of every size. Some have equal terms in neighboring brackets,
 * some no interest.
 */
export const feeSchedules: fc.Arbitrary<FeeSchedule> = fc
  .record({
    ...forEachIssuedMethod(() => feeTerms),
    bracketEnds: fc.subarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    bracketTerms: fc.oneof(
      fc.array(feeTerms, { minLength: installmentsMax, maxLength: installmentsMax }),
      fc
        .tuple(feeTerms, feeTerms, fc.array(fc.boolean(), { minLength: installmentsMax, maxLength: installmentsMax }))
        .map(([one, other, picks]) => picks.map((isOne) => (isOne ? one : other))),
    ),
    interest: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 9_999 })),
  })
  .map(({ bracketEnds, bracketTerms, ...rest }) => {
    const credit = [...bracketEnds, installmentsMax].map((upTo, at) => ({ upTo, ...bracketTerms[at] }))
    return Schema.decodeUnknownSync(FeeSchedule)({ ...rest, credit })
  })

/** Every way to pay: the issued methods, and credit in one to twelve installments. */
const everyWay: ReadonlyArray<Method> = Schema.decodeUnknownSync(Schema.Array(Method))([
  ...Object.values(forEachIssuedMethod((_tag) => ({ _tag }))),
  ...Array.from({ length: installmentsMax }, (_, index) => ({ _tag: "credit", installments: index + 1 })),
])

/** From a few centavos, for which rounding matters most, to R$ 1 million, which no terms take out of range. */
const quotedAmounts = fc
  .oneof(fc.integer({ min: 12, max: 200 }), fc.integer({ min: 12, max: 100_000_000 }))
  .map((amount) => centavos(amount))

/** Payments to be quoted, without a minimum installment: each has a quote. */
export const quoteRequests: fc.Arbitrary<QuoteRequest> = fc.record({
  amount: quotedAmounts,
  method: fc.constantFrom(...everyWay),
  feeMode: fc.constantFrom(...FeeMode.literals),
  fees: feeSchedules,
})

/** The contents of a page with prices. */
export interface OfferedQuotes {
  readonly asked: Omit<QuoteRequest, "method">
  /** The cost of the amount in each offered way; may be empty. */
  readonly quotes: ReadonlyArray<Quote>
}

/**
 * The quotes of one page: one amount in some of all ways. A company's minimum installment may leave out more of them.
 */
export const offeredQuotes: fc.Arbitrary<OfferedQuotes> = fc
  .record({
    asked: fc.record({
      amount: quotedAmounts,
      feeMode: fc.constantFrom(...FeeMode.literals),
      fees: feeSchedules,
      minimumInstallment: fc.option(fc.integer({ min: 1, max: 100_000 }).map((least) => centavos(least))),
    }),
    ways: fc.oneof(fc.constant([...everyWay]), fc.subarray([...everyWay])),
  })
  .map(({ asked, ways }) => ({
    asked,
    quotes: ways.flatMap((method) =>
      Result.getOrElse(
        Result.map(quote({ ...asked, method }), (one) => [one]),
        () => [],
      ),
    ),
  }))
