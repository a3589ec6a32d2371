import { feeOf, feeTermsOf, Quote, QuoteRefused, type QuoteRequest, quote } from "@vintem/domain/fees"
import { installmentCountOf } from "@vintem/domain/method"
import { centavos, subtract, sum } from "@vintem/domain/money"
import { quoteRequests } from "@vintem/testing"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const law = (holds: (quoted: Quote, asked: QuoteRequest) => void) =>
  fc.assert(
    fc.property(quoteRequests, (asked) => holds(Result.getOrThrow(quote(asked)), asked)),
    { numRuns: 3_000 },
  )

describe("quote", () => {
  it("conservation: the installments add up to the charged amount, and their number is the method's", () => {
    law((quoted, asked) => {
      expect(sum(quoted.installments)).toBe(quoted.charged)
      expect(quoted.installments).toHaveLength(installmentCountOf(asked.method))
      expect(Math.min(...quoted.installments)).toBeGreaterThanOrEqual(1)
    })
  })

  it("conservation: fee and net add up to the charged amount, and the fee is that of the charged amount", () => {
    law((quoted, asked) => {
      expect(quoted.fee + quoted.net).toBe(quoted.charged)
      expect(quoted.fee).toBe(feeOf(quoted.charged, feeTermsOf(asked.method, asked.fees)))
    })
  })

  it("exactness: if the payer bears the fee, the company receives the amount to the centavo", () => {
    law((quoted, asked) => {
      if (asked.feeMode === "customer_pay_fee") expect(quoted.net).toBe(asked.amount)
    })
  })

  it("minimality: if the payer bears the fee, one centavo less would leave the company short", () => {
    law((quoted, asked) => {
      if (asked.feeMode !== "customer_pay_fee") return
      const less = centavos(quoted.charged - 1)
      expect(subtract(less, feeOf(less, feeTermsOf(asked.method, asked.fees)))).toBeLessThan(asked.amount)
    })
  })

  it("no discount: nobody is charged less than the amount, and nobody more if there is no interest and no passed-on fee", () => {
    law((quoted, asked) => {
      expect(quoted.charged).toBeGreaterThanOrEqual(asked.amount)
      if (asked.feeMode === "none") expect(quoted.charged).toBe(asked.amount)
    })
  })

  it("single payment: paying at once bears no interest", () => {
    law((quoted, asked) => {
      if (asked.feeMode === "interest" && installmentCountOf(asked.method) === 1)
        expect(quoted.charged).toBe(asked.amount)
    })
  })

  it("minimum: no installment of two or more is below it, a single payment stays possible, and nothing else is refused or changed", () => {
    const minimum = fc.option(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 100_000_000 })))
    fc.assert(
      fc.property(quoteRequests, minimum, (asked, least) => {
        const usual = quote(asked)
        const installments = Result.getOrThrow(usual).installments
        const isOffered = least === null || installments.length === 1 || Math.min(...installments) >= least
        const minimumInstallment = least === null ? null : centavos(least)
        expect(quote({ ...asked, minimumInstallment })).toEqual(
          isOffered ? usual : Result.fail(new QuoteRefused({ reason: "installment_too_small" })),
        )
      }),
      { numRuns: 3_000 },
    )
  })

  it("disclosure: interest and its rates are shown if and only if it is charged", () => {
    law((quoted, asked) => {
      const interest = asked.feeMode === "interest" ? quoted.charged - asked.amount : 0
      expect(quoted.interest).toBe(interest)
      expect(quoted.monthlyRate).toBe(interest > 0 ? asked.fees.interest : 0)
      expect(quoted.effectiveAnnualRate > 0).toBe(interest > 0)
    })
  })

  it("round trip: a stored quote is read back", () => {
    law((quoted) => {
      expect(Schema.decodeUnknownSync(Quote)(JSON.parse(JSON.stringify(quoted)))).toEqual(quoted)
    })
  })

  it("totality: any amount is quoted or refused with a reason, and never throws", () => {
    const anyAmount = fc.maxSafeInteger().map((n) => centavos(n % 10_000_000_000_000))
    fc.assert(
      fc.property(quoteRequests, anyAmount, (asked, amount) => {
        const result = quote({ ...asked, amount })
        if (Result.isFailure(result)) expect(result.failure._tag).toBe("QuoteRefused")
      }),
      { numRuns: 3_000 },
    )
  })
})
