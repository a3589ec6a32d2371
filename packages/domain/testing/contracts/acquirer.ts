/**
 * What every acquirer's adapter has to keep: one charge a key, one refund a key, never more back than came in, and no answer that a later
 * one contradicts.
 *
 * Keys are made anew in each run, so it may be run against an acquirer that remembers the last one.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { afterAll, describe, expect, it } from "vitest"
import { Email } from "../../src/customer/email.ts"
import { FullName } from "../../src/customer/full-name.ts"
import { Telephone } from "../../src/customer/telephone.ts"
import { Document } from "../../src/documents/document.ts"
import { type AttemptKey, OrderNumber, type RefundKey } from "../../src/identifiers/order.ts"
import { singlePayment } from "../../src/installments/installment-count.ts"
import { centavos } from "../../src/money/centavos.ts"
import { decodeBrCode } from "../../src/pix/decode.ts"
import {
  Acquirer,
  type ChargeAnswer,
  type ChargeMeans,
  type ChargeRequest,
  type RefundAnswer,
  type RefundRequest,
} from "../../src/ports/acquirer.ts"
import { parseBarcode, slipFromBarcode } from "../../src/slip/barcode.ts"
import { barcodeFromDigitableLine, parseDigitableLine } from "../../src/slip/digitable-line.ts"
import { newKey, newRefundKey } from "./new-keys.ts"

/** Means that bring about each outcome at the acquirer under test: its test cards, and instruments due in the future. */
export interface AcquirerMeans {
  /** A card that is charged at once, and again by its token. */
  readonly approved: Extract<ChargeMeans, { readonly _tag: "card" }>
  readonly refused: ChargeMeans
  /** Held for risk analysis. */
  readonly held: ChargeMeans
  readonly pix: Extract<ChargeMeans, { readonly _tag: "pix" }>
  readonly slip: Extract<ChargeMeans, { readonly _tag: "bank_slip" }>
}

/** A charge of R$ 123,45 to somebody who does not exist. */
export const chargeRequest = (key: AttemptKey, means: ChargeMeans): ChargeRequest => ({
  key,
  order: OrderNumber.make(key.toUpperCase().slice(0, 32)),
  amount,
  means,
  payer: {
    fullname: FullName.make("Maria da Silva"),
    email: Email.make("maria@example.com"),
    document: Document.make("52998224725"),
    telephone: Telephone.make("11987654321"),
  },
  receiver: { name: "Padaria São João", city: "São Paulo" },
})

/**
 * Describes the laws as tests of `name`.
 *
 * @param layer - built once for all of them, and closed after the last
 */
export const acquirerContract = <E>(name: string, layer: Layer.Layer<Acquirer, E>, means: AcquirerMeans): void => {
  describe(`${name}, as an acquirer`, () => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())

    const law = (title: string, body: () => Effect.Effect<void, unknown, Acquirer>) =>
      it(title, () => runtime.runPromise(body()))

    const outcomes: ReadonlyArray<readonly [keyof AcquirerMeans, ChargeAnswer["fact"]]> = [
      ["approved", "confirmed"],
      ["refused", "refused"],
      ["held", "review"],
      ["pix", "open"],
      ["slip", "open"],
    ]

    describe.each(outcomes)("a charge that is to be %s", (kind, fact) => {
      law(`is ${fact}, and named by the acquirer`, () =>
        Effect.gen(function* () {
          const answer = yield* charge(chargeRequest(yield* newKey, means[kind]))
          expect(answer.fact).toBe(fact)
          expect(answer.report.tid).toMatch(/\S/u)
          expect(answer.report.captured).toBe(fact === "confirmed" ? amount : undefined)
        }),
      )

      law("idempotency: asked again under its key, it is the same charge and the same answer", () =>
        Effect.gen(function* () {
          const request = chargeRequest(yield* newKey, means[kind])
          const first = yield* charge(request)
          expect(yield* charge(request)).toEqual(first)
          expect(yield* find(request.key)).toEqual(Option.some(first))
        }),
      )

      law("uniqueness: asked many times at once under one key, it is one charge", () =>
        Effect.gen(function* () {
          const request = chargeRequest(yield* newKey, means[kind])
          const answers = yield* Effect.all(
            Array.from({ length: 20 }, () => charge(request)),
            { concurrency: "unbounded" },
          )
          for (const answer of answers) expect(answer).toEqual(answers[0])
        }),
      )

      law("identity: under another key it is another charge", () =>
        Effect.gen(function* () {
          const one = yield* charge(chargeRequest(yield* newKey, means[kind]))
          const other = yield* charge(chargeRequest(yield* newKey, means[kind]))
          expect(one.report.tid).not.toBe(other.report.tid)
        }),
      )

      law("fence: is voided where its key was voided before, however often it comes", () =>
        Effect.gen(function* () {
          const request = chargeRequest(yield* newKey, means[kind])
          expect((yield* withdraw(request.key)).fact).toBe("voided")
          expect((yield* charge(request)).fact).toBe("voided")
          expect((yield* charge(request)).fact).toBe("voided")
          expect((yield* withdraw(request.key)).fact).toBe("voided")
          expect(Option.getOrNull(yield* find(request.key))?.fact ?? "voided").toBe("voided")
        }),
      )

      law("finality: stands where the last void said, whatever is asked afterwards", () =>
        Effect.gen(function* () {
          const request = chargeRequest(yield* newKey, means[kind])
          yield* charge(request)
          const { fact: state } = yield* withdraw(request.key)
          expect(state).toBe(isFinal(fact) ? fact : "voided")
          expect((yield* withdraw(request.key)).fact).toBe(state)
          expect((yield* charge(request)).fact).toBe(state)
          expect(Option.map(yield* find(request.key), (found) => found.fact)).toEqual(Option.some(state))
        }),
      )
    })

    law("has nothing to tell of a key that was never used", () =>
      Effect.gen(function* () {
        expect(yield* find(yield* newKey)).toEqual(Option.none())
      }),
    )

    law("idempotency: charges what was asked first, whatever is asked under the key later", () =>
      Effect.gen(function* () {
        const request = chargeRequest(yield* newKey, means.approved)
        const first = yield* charge(request)
        expect(yield* charge({ ...request, amount: centavos(amount + 1) })).toEqual(first)
        expect(yield* charge({ ...request, means: means.refused })).toEqual(first)
      }),
    )

    law("agreement: charge and void at the same time tell of one outcome", () =>
      Effect.gen(function* () {
        for (let round = 0; round < 20; round += 1) {
          const request = chargeRequest(yield* newKey, means.approved)
          const both = [charge(request), withdraw(request.key)]
          const answers = yield* Effect.all(round % 2 === 0 ? both : both.toReversed(), { concurrency: "unbounded" })
          expect(["confirmed", "voided"]).toContain(answers[0]?.fact)
          expect(answers[1]?.fact).toBe(answers[0]?.fact)
        }
      }),
    )

    law("charges a card again by the token it gave for it", () =>
      Effect.gen(function* () {
        const { report } = yield* charge(chargeRequest(yield* newKey, means.approved))
        const acquirerToken = report.cardToken ?? ""
        expect(acquirerToken).not.toBe("")
        const again = { _tag: "saved_card", acquirerToken, installments: singlePayment } as const
        expect((yield* charge(chargeRequest(yield* newKey, again))).fact).toBe("confirmed")
      }),
    )

    law("gives no token for a card it refused", () =>
      Effect.gen(function* () {
        const { report } = yield* charge(chargeRequest(yield* newKey, means.refused))
        expect(report.cardToken).toBeUndefined()
      }),
    )

    law("issues a Pix code that banks can read, good until the instant asked for", () =>
      Effect.gen(function* () {
        const { report } = yield* charge(chargeRequest(yield* newKey, means.pix))
        expect(report.instrument).toMatchObject({ _tag: "pix", expiresAt: means.pix.expiresAt })
        const code = report.instrument?._tag === "pix" ? report.instrument.code : ""
        expect(Result.getOrThrow(decodeBrCode(code))).toMatchObject({ kind: "dynamic" })
      }),
    )

    law("issues a slip whose line and barcode agree on amount and due date", () =>
      Effect.gen(function* () {
        const { report } = yield* charge(chargeRequest(yield* newKey, means.slip))
        const { dueDate } = means.slip
        expect(report.instrument).toMatchObject({ _tag: "bank_slip", dueDate })
        const slip = report.instrument?._tag === "bank_slip" ? report.instrument : { line: "", barcode: "" }
        const barcode = Result.getOrThrow(parseBarcode(slip.barcode))
        expect(barcodeFromDigitableLine(Result.getOrThrow(parseDigitableLine(slip.line)))).toBe(barcode)
        expect(Result.getOrThrow(slipFromBarcode(barcode, dueDate))).toMatchObject({ amount, dueDate })
      }),
    )

    describe("a refund", () => {
      /** A charge that brought its money. */
      const paid = Effect.gen(function* () {
        const request = chargeRequest(yield* newKey, means.approved)
        yield* charge(request)
        return request.key
      })

      law("gives back all of a charge, which stays confirmed", () =>
        Effect.gen(function* () {
          const key = yield* paid
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount)))).toBe(true)
          expect((yield* withdraw(key)).fact).toBe("confirmed")
        }),
      )

      law("gives back part of a charge, and the rest of it", () =>
        Effect.gen(function* () {
          const key = yield* paid
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, 1)))).toBe(true)
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount - 1)))).toBe(true)
        }),
      )

      law("idempotency: asked again under its key, it is the same refund", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const request = refundRequest(yield* newRefundKey, key, 100)
          const first = yield* refund(request)
          const again = yield* refund(request)
          if (first.fact === "processing") expect(["processing", "settled", "failed"]).toContain(again.fact)
          else expect(again).toEqual(first)
          // Had it been made twice, less would be left.
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount - 100)))).toBe(true)
        }),
      )

      law("uniqueness: asked many times at once under one key, it is one refund", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const request = refundRequest(yield* newRefundKey, key, 100)
          const answers = yield* Effect.all(
            Array.from({ length: 20 }, () => refund(request)),
            { concurrency: "unbounded" },
          )
          expect(answers.every(isGiven)).toBe(true)
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount - 100)))).toBe(true)
        }),
      )

      law("idempotency: gives back what was asked first, whatever is asked under the key later", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const request = refundRequest(yield* newRefundKey, key, 10_000)
          yield* refund(request)
          yield* refund({ ...request, amount: centavos(amount - 10_000) })
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount - 10_000)))).toBe(true)
        }),
      )

      law("conservation: fails, and says why, where more would go back than came in", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const tooMuch = yield* refund(refundRequest(yield* newRefundKey, key, amount + 1))
          expect(tooMuch.fact).toBe("failed")
          expect(tooMuch.report.reason).toMatch(/\S/u)
          yield* refund(refundRequest(yield* newRefundKey, key, amount))
          expect((yield* refund(refundRequest(yield* newRefundKey, key, 1))).fact).toBe("failed")
        }),
      )

      law("conservation: of many at once, as many are given as there is money for", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const keys = yield* Effect.all(Array.from({ length: 20 }, () => newRefundKey))
          const answers = yield* Effect.forEach(keys, (one) => refund(refundRequest(one, key, 2_000)), {
            concurrency: "unbounded",
          })
          expect(answers.filter(isGiven)).toHaveLength(Math.floor(amount / 2_000))
        }),
      )

      law("finality: what failed under a key stays so, whatever is asked under it later", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const request = refundRequest(yield* newRefundKey, key, amount + 1)
          const first = yield* refund(request)
          expect(yield* refund(request)).toEqual(first)
          expect(yield* refund({ ...request, amount })).toEqual(first)
        }),
      )

      law("identity: refunds of one charge say nothing of another", () =>
        Effect.gen(function* () {
          const one = yield* paid
          const other = yield* paid
          yield* refund(refundRequest(yield* newRefundKey, one, amount))
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, other, amount)))).toBe(true)
        }),
      )

      law("fails for a charge nobody made", () =>
        Effect.gen(function* () {
          expect((yield* refund(refundRequest(yield* newRefundKey, yield* newKey, 1))).fact).toBe("failed")
        }),
      )

      law("fails for a key that was voided", () =>
        Effect.gen(function* () {
          const key = yield* newKey
          yield* withdraw(key)
          expect((yield* refund(refundRequest(yield* newRefundKey, key, 1))).fact).toBe("failed")
        }),
      )

      it.each(["refused", "held", "pix", "slip"] as const)("fails for a charge that brought no money: %s", (kind) =>
        runtime.runPromise(
          Effect.gen(function* () {
            const request = chargeRequest(yield* newKey, means[kind])
            yield* charge(request)
            expect((yield* refund(refundRequest(yield* newRefundKey, request.key, 1))).fact).toBe("failed")
          }),
        ),
      )
    })
  })
}

const amount = centavos(12_345)

const charge = (request: ChargeRequest) => Effect.flatMap(Acquirer, (acquirer) => acquirer.charge(request))

const find = (key: AttemptKey) => Effect.flatMap(Acquirer, (acquirer) => acquirer.find(key))

const withdraw = (key: AttemptKey) => Effect.flatMap(Acquirer, (acquirer) => acquirer.void(key))

const refund = (request: RefundRequest) => Effect.flatMap(Acquirer, (acquirer) => acquirer.refund(request))

const refundRequest = (key: RefundKey, of: AttemptKey, centavosBack: number): RefundRequest => ({
  key,
  charge: of,
  amount: centavos(centavosBack),
  way: "reversal",
})

/** Whether the money is refunded, at once or later. */
const isGiven = ({ fact }: RefundAnswer): boolean => fact !== "failed"

/** No withdrawal changes these: the money came, or will never come. */
const isFinal = (fact: ChargeAnswer["fact"]): boolean => fact === "confirmed" || fact === "refused"
