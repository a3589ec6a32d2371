/**
 * The contract of every acquirer's adapter: one charge a key, one refund a key, never more back than came in, and no
 * answer that contradicts an earlier one.
 *
 * Every run makes new keys, so it can run against an acquirer that remembers the last run.
 */

import { Email, FullName, Telephone } from "@vintem/domain/customer"
import { Document } from "@vintem/domain/documents"
import { type AttemptKey, CompanyId, OrderNumber, type RefundKey } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import { judgedInstrument, type RefundWay } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import type { AttemptReport } from "@vintem/domain/order"
import { decodeBrCode } from "@vintem/domain/pix"
import {
  Acquirer,
  type ChargeAnswer,
  type ChargeMeans,
  type ChargeRef,
  type ChargeRequest,
  type RefundAnswer,
  type RefundRequest,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { afterAll, describe, expect, it } from "vitest"
import { newKey, newRefundKey } from "./new-keys.ts"

/**
 * Means for each outcome at the acquirer under test: its test cards, and instruments that are due in the future. An
 * acquirer has at least one of cards, Pix and slips. The laws of missing means do not run.
 */
export interface AcquirerMeans {
  readonly cards?: {
    /** A card that is charged at once, and again by its token. */
    readonly approved: Extract<ChargeMeans, { readonly _tag: "card" }>
    /** Another card that is charged at once. */
    readonly otherApproved: Extract<ChargeMeans, { readonly _tag: "card" }>
    /** Held for risk analysis. */
    readonly held: ChargeMeans
  }
  readonly refused: ChargeMeans
  readonly pix?: Extract<ChargeMeans, { readonly _tag: "pix" }>
  readonly slip?: Extract<ChargeMeans, { readonly _tag: "bank_slip" }>
}

/** Optional abilities. If one is missing, the laws that need it do not run. */
export interface AcquirerExtras<Sandbox> {
  /** Pays the open Pix or slip of a key. Without it, no refund of either is tested. */
  readonly pay?: (key: AttemptKey) => Effect.Effect<unknown, unknown, Sandbox>
  /**
   * The acquirer opened again after `layer` was closed: often `layer` itself, if that names a file or a database. Tests
   * that it still knows its charges.
   */
  readonly reopened?: Layer.Layer<Acquirer, unknown>
}

/** A charge of R$ 123,45 to an invented person. */
export const chargeRequest = (key: AttemptKey, means: ChargeMeans): ChargeRequest => ({
  key,
  company: CompanyId.make(1),
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

/** Names the charge of a request. */
export const refOf = ({ key, company, means }: Pick<ChargeRequest, "company" | "key" | "means">): ChargeRef => ({
  key,
  company,
  method: means._tag === "card" || means._tag === "saved_card" ? "credit" : means._tag,
})

/**
 * Defines the laws as tests of `name`.
 *
 * @param layer - built once for all of them, and closed after the last; once more if there is a `reopened`
 */
export const acquirerContract = <E, Sandbox = never>(
  name: string,
  layer: Layer.Layer<Acquirer | Sandbox, E>,
  means: AcquirerMeans,
  { pay, reopened }: AcquirerExtras<Sandbox> = {},
): void => {
  describe(`${name}, as an acquirer`, () => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())

    const law = (title: string, body: () => Effect.Effect<void, unknown, Acquirer | Sandbox>) =>
      it(title, patience, () => runtime.runPromise(body()))

    const { cards, pix, slip } = means
    const moneyless: ReadonlyArray<readonly [string, ChargeMeans]> = [
      ["refused", means.refused],
      ...(cards === undefined ? [] : [["held", cards.held] as const]),
      ...(pix === undefined ? [] : [["open as a Pix", pix] as const]),
      ...(slip === undefined ? [] : [["open as a slip", slip] as const]),
    ]
    const moneylessFacts: Readonly<Record<string, ChargeAnswer["fact"]>> = { refused: "refused", held: "review" }
    const outcomes: ReadonlyArray<readonly [string, ChargeAnswer["fact"], Means]> = [
      ...(cards === undefined
        ? []
        : ([
            ["approved", "confirmed", Effect.succeed(cards.approved)],
            ["approved by a token", "confirmed", savedCard(cards.approved)],
          ] as const)),
      ...moneyless.map(([title, by]) => [title, moneylessFacts[title] ?? "open", Effect.succeed(by)] as const),
    ]
    const unusedCharge = Effect.map(newKey, (key) => refOf(chargeRequest(key, means.refused)))

    describe.each(outcomes)("a charge whose outcome is %s", (_, fact, by) => {
      law(`is ${fact}, and has the acquirer's name`, () =>
        Effect.gen(function* () {
          const answer = yield* charge(yield* newCharge(by))
          expect(answer.fact).toBe(fact)
          // A charge that was refused because it cannot be requested has no name.
          if (fact !== "refused" || cards !== undefined) expect(answer.report.tid).toMatch(/\S/u)
          expect(answer.report.captured).toBe(fact === "confirmed" ? amount : undefined)
        }),
      )

      law("idempotency: a second request under its key is the same charge with the same answer", () =>
        Effect.gen(function* () {
          const request = yield* newCharge(by)
          const first = yield* charge(request)
          expect(yield* charge(request)).toEqual(first)
          expect(yield* find(refOf(request))).toEqual(Option.some(first))
        }),
      )

      law("uniqueness: concurrent requests under one key are one charge", () =>
        Effect.gen(function* () {
          const request = yield* newCharge(by)
          const answers = yield* Effect.all(
            Array.from({ length: 20 }, () => charge(request)),
            { concurrency: "unbounded" },
          )
          for (const answer of answers) expect(answer).toEqual(answers[0])
        }),
      )

      law("identity: under another key it is another charge", () =>
        Effect.gen(function* () {
          const { report: one } = yield* charge(yield* newCharge(by))
          const { report: other } = yield* charge(yield* newCharge(by))
          if (one.tid !== undefined) expect(one.tid).not.toBe(other.tid)
          expect(payableNames(one).filter((text) => payableNames(other).includes(text))).toEqual([])
        }),
      )

      law("fence: is voided if its key was voided before, however often it comes", () =>
        Effect.gen(function* () {
          const request = yield* newCharge(by)
          expect((yield* withdraw(refOf(request))).fact).toBe("voided")
          expect((yield* charge(request)).fact).toBe("voided")
          expect((yield* charge(request)).fact).toBe("voided")
          expect((yield* withdraw(refOf(request))).fact).toBe("voided")
          expect(Option.getOrNull(yield* find(refOf(request)))?.fact ?? "voided").toBe("voided")
        }),
      )

      law("finality: keeps the state of the last void, whatever is requested afterwards", () =>
        Effect.gen(function* () {
          const request = yield* newCharge(by)
          const made = yield* charge(request)
          const withdrawn = yield* withdraw(refOf(request))
          expect(withdrawn.fact).toBe(isFinal(fact) ? fact : "voided")
          expect(withdrawn.report.tid).toBe(made.report.tid)
          if (isFinal(fact)) expect(withdrawn).toEqual(made)
          expect(yield* withdraw(refOf(request))).toEqual(withdrawn)
          expect(yield* charge(request)).toEqual(withdrawn)
          expect(yield* find(refOf(request))).toEqual(Option.some(withdrawn))
        }),
      )
    })

    law("is none for a key that was never used", () =>
      Effect.gen(function* () {
        expect(yield* find(yield* unusedCharge)).toEqual(Option.none())
      }),
    )

    const byCard =
      cards === undefined
        ? []
        : ([
            ["a card", Effect.succeed(cards.approved)],
            ["a saved card", savedCard(cards.approved)],
          ] as const)

    describe.each(byCard)("by %s", (_, by) => {
      law("idempotency: charges the first request, whatever the key is used for later", () =>
        Effect.gen(function* () {
          const request = yield* newCharge(by)
          const first = yield* charge(request)
          expect(yield* charge({ ...request, amount: centavos(amount + 1) })).toEqual(first)
          expect(yield* charge({ ...request, means: means.refused })).toEqual(first)
        }),
      )

      law("agreement: concurrent charge and void give one outcome", () =>
        Effect.gen(function* () {
          const requests = yield* Effect.all(Array.from({ length: 20 }, () => newCharge(by)))
          const round = (request: ChargeRequest, place: number) => {
            const both = [charge(request), withdraw(refOf(request))]
            return Effect.all(place % 2 === 0 ? both : both.toReversed(), { concurrency: "unbounded" })
          }
          for (const answers of yield* Effect.forEach(requests, round, { concurrency: "unbounded" })) {
            expect(["confirmed", "voided"]).toContain(answers[0]?.fact)
            expect(answers[1]?.fact).toBe(answers[0]?.fact)
          }
        }),
      )
    })

    if (cards !== undefined) {
      law("identity: gives two cards two tokens", () =>
        Effect.gen(function* () {
          const one = yield* savedCard(cards.approved)
          const other = yield* savedCard(cards.otherApproved)
          expect(one.acquirerToken).not.toBe(other.acquirerToken)
        }),
      )

      law("refuses a token that it never issued", () =>
        Effect.gen(function* () {
          const { acquirerToken, ...saved } = yield* savedCard(cards.approved)
          for (const token of [yield* newKey, `${acquirerToken}0`]) {
            const { fact, report } = yield* charge(chargeRequest(yield* newKey, { ...saved, acquirerToken: token }))
            expect([fact, report.captured]).toEqual(["refused", undefined])
          }
        }),
      )

      law("issues no token for a card that it refused", () =>
        Effect.gen(function* () {
          const { report } = yield* charge(chargeRequest(yield* newKey, means.refused))
          expect(report.cardToken).toBeUndefined()
        }),
      )
    }

    if (pix !== undefined) {
      law("issues a Pix code that banks can read, valid until the requested instant", () =>
        Effect.gen(function* () {
          const { report } = yield* charge(chargeRequest(yield* newKey, pix))
          expect(report.instrument).toMatchObject({ _tag: "pix", expiresAt: pix.expiresAt })
          const code = report.instrument?._tag === "pix" ? report.instrument.code : ""
          expect(Result.getOrThrow(decodeBrCode(code))).toMatchObject({ kind: "dynamic" })
        }),
      )
    }

    if (slip !== undefined) {
      law("issues a slip whose line and barcode match in amount and due date", () =>
        Effect.gen(function* () {
          const { report } = yield* charge(chargeRequest(yield* newKey, slip))
          const { dueDate } = slip
          expect(report.instrument).toMatchObject({ _tag: "bank_slip", dueDate })
          const asked = { method: "bank_slip", amount, today: dueDate } as const
          expect(judgedInstrument(report.instrument, asked)).toEqual(Result.succeed(report.instrument))
        }),
      )
    }

    /** Each makes a charge that brings its money. */
    const payments: ReadonlyArray<
      readonly [string, RefundWay, Effect.Effect<ChargeRequest, unknown, Acquirer | Sandbox>]
    > = [
      ...byCard.map(([title, by]) => [title, "reversal", charged(by)] as const),
      ...(pay === undefined || pix === undefined
        ? []
        : [["a Pix", "reversal", Effect.tap(charged(Effect.succeed(pix)), ({ key }) => pay(key))] as const]),
      ...(pay === undefined || slip === undefined
        ? []
        : [["a slip", "transfer", Effect.tap(charged(Effect.succeed(slip)), ({ key }) => pay(key))] as const]),
    ]

    describe.each(payments)("a refund of %s, by %s", (_, way, payment) => {
      const paid = Effect.map(payment, refOf)
      const refundRequest = refundBy(way)

      law("returns all of a charge, which stays confirmed", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const before = yield* find(key)
          expect(Option.map(before, ({ fact, report }) => [fact, report.captured])).toEqual(
            Option.some(["confirmed", amount]),
          )
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount)))).toBe(true)
          expect(yield* find(key)).toEqual(before)
          expect(Option.some(yield* withdraw(key))).toEqual(before)
        }),
      )

      law("returns part of a charge, and the rest of it", () =>
        Effect.gen(function* () {
          const key = yield* paid
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, 1)))).toBe(true)
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount - 1)))).toBe(true)
        }),
      )

      law("idempotency: a second request under its key is the same refund", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const request = refundRequest(yield* newRefundKey, key, 100)
          const first = yield* refund(request)
          const again = yield* refund(request)
          if (first.fact === "processing") expect(["processing", "settled", "failed"]).toContain(again.fact)
          else expect(again).toEqual(first)
          // If it had been made twice, less would be left.
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount - 100)))).toBe(true)
        }),
      )

      law("uniqueness: concurrent requests under one key are one refund", () =>
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

      law("conservation: a charge that was requested twice can be refunded once", () =>
        Effect.gen(function* () {
          const request = yield* payment
          yield* charge(request)
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, refOf(request), amount)))).toBe(true)
          expect((yield* refund(refundRequest(yield* newRefundKey, refOf(request), 1))).fact).toBe("failed")
        }),
      )

      law("idempotency: makes the first refund, whatever the key is used for later", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const request = refundRequest(yield* newRefundKey, key, 10_000)
          yield* refund(request)
          yield* refund({ ...request, amount: centavos(amount - 10_000) })
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount - 10_000)))).toBe(true)
        }),
      )

      law("conservation: fails, with a reason, if more would go back than came in", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const tooMuch = yield* refund(refundRequest(yield* newRefundKey, key, amount + 1))
          expect(tooMuch.fact).toBe("failed")
          expect(tooMuch.report.reason).toMatch(/\S/u)
          yield* refund(refundRequest(yield* newRefundKey, key, amount))
          expect((yield* refund(refundRequest(yield* newRefundKey, key, 1))).fact).toBe("failed")
        }),
      )

      law("conservation: of concurrent refunds, as many succeed as there is money for", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const keys = yield* Effect.all(Array.from({ length: 20 }, () => newRefundKey))
          const answers = yield* Effect.forEach(keys, (one) => refund(refundRequest(one, key, 2_000)), {
            concurrency: "unbounded",
          })
          expect(answers.filter(isGiven)).toHaveLength(Math.floor(amount / 2_000))
        }),
      )

      law("finality: a failed refund stays failed, whatever its key is used for later", () =>
        Effect.gen(function* () {
          const key = yield* paid
          const request = refundRequest(yield* newRefundKey, key, amount + 1)
          const first = yield* refund(request)
          expect(yield* refund(request)).toEqual(first)
          expect(yield* refund({ ...request, amount })).toEqual(first)
        }),
      )

      law("identity: refunds of one charge do not affect another", () =>
        Effect.gen(function* () {
          const one = yield* paid
          const other = yield* paid
          yield* refund(refundRequest(yield* newRefundKey, one, amount))
          expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, other, amount)))).toBe(true)
        }),
      )
    })

    describe("a refund", () => {
      const refundRequest = refundBy("reversal")

      if (cards !== undefined) {
        law("idempotency: with any way, one key makes at most one refund", () =>
          Effect.gen(function* () {
            const key = refOf(yield* charged(Effect.succeed(cards.approved)))
            const request = { ...refundRequest(yield* newRefundKey, key, 100), way: "transfer" } as const
            const isMade = isGiven(yield* refund(request))
            expect(isGiven(yield* refund(request))).toBe(isMade)
            const rest = isMade ? amount - 100 : amount
            expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, rest)))).toBe(true)
            expect((yield* refund(refundRequest(yield* newRefundKey, key, 1))).fact).toBe("failed")
          }),
        )
      }

      law("fails for a charge that was never made", () =>
        Effect.gen(function* () {
          expect((yield* refund(refundRequest(yield* newRefundKey, yield* unusedCharge, 1))).fact).toBe("failed")
        }),
      )

      law("fails for a key that was voided", () =>
        Effect.gen(function* () {
          const key = yield* unusedCharge
          yield* withdraw(key)
          expect((yield* refund(refundRequest(yield* newRefundKey, key, 1))).fact).toBe("failed")
        }),
      )

      it.each(moneyless)("fails for a charge without money: %s", patience, (_, by) =>
        runtime.runPromise(
          Effect.gen(function* () {
            const request = chargeRequest(yield* newKey, by)
            yield* charge(request)
            expect((yield* refund(refundRequest(yield* newRefundKey, refOf(request), 1))).fact).toBe("failed")
          }),
        ),
      )
    })
  })

  if (reopened !== undefined) afterReopening(name, layer, reopened, means)
}

/** The laws of an acquirer that was closed and opened again. */
const afterReopening = (
  name: string,
  layer: Layer.Layer<Acquirer, unknown>,
  reopened: Layer.Layer<Acquirer, unknown>,
  means: AcquirerMeans,
): void => {
  const refundRequest = refundBy("reversal")
  const { cards } = means

  /** Runs one effect before the acquirer is closed, and the returned one after it was opened again. */
  const law = (title: string, before: Effect.Effect<() => Effect.Effect<void, unknown, Acquirer>, unknown, Acquirer>) =>
    it(title, patience, async () => {
      const after = await Effect.runPromise(Effect.provide(before, layer))
      await Effect.runPromise(Effect.provide(after(), reopened))
    })

  describe(`${name}, as an acquirer that was opened again`, () => {
    law(
      "idempotency: answers every charge as before, and charges none of them again",
      Effect.gen(function* () {
        const kinds: ReadonlyArray<Means> = [
          ...(cards === undefined ? [] : [savedCard(cards.approved)]),
          ...[cards?.approved, means.refused, cards?.held, means.pix, means.slip]
            .filter((one) => one !== undefined)
            .map((one) => Effect.succeed(one)),
        ]
        const requests = yield* Effect.forEach(kinds, newCharge)
        const answers = yield* Effect.forEach(requests, charge)
        return () =>
          Effect.gen(function* () {
            expect(yield* Effect.forEach(requests, (request) => find(refOf(request)))).toEqual(answers.map(Option.some))
            expect(yield* Effect.forEach(requests, charge)).toEqual(answers)
          })
      }),
    )

    law(
      "fence: makes no charge under a key that was voided",
      Effect.gen(function* () {
        const request = yield* newCharge(Effect.succeed(cards?.approved ?? means.pix ?? means.refused))
        yield* withdraw(refOf(request))
        return () =>
          Effect.gen(function* () {
            expect((yield* charge(request)).fact).toBe("voided")
          })
      }),
    )

    if (cards === undefined) return

    law(
      "conservation: knows its refunds, and the rest that can be refunded",
      Effect.gen(function* () {
        const key = refOf(yield* charged(Effect.succeed(cards.approved)))
        const request = refundRequest(yield* newRefundKey, key, 100)
        const tooMuch = refundRequest(yield* newRefundKey, key, amount + 1)
        yield* refund(request)
        yield* refund(tooMuch)
        return () =>
          Effect.gen(function* () {
            expect(isGiven(yield* refund(request))).toBe(true)
            expect((yield* refund({ ...tooMuch, amount: centavos(1) })).fact).toBe("failed")
            expect(isGiven(yield* refund(refundRequest(yield* newRefundKey, key, amount - 100)))).toBe(true)
            expect((yield* refund(refundRequest(yield* newRefundKey, key, 1))).fact).toBe("failed")
          })
      }),
    )

    law(
      "charges a card by the token that it issued before",
      Effect.gen(function* () {
        const saved = yield* savedCard(cards.approved)
        return () =>
          Effect.gen(function* () {
            expect((yield* charge(chargeRequest(yield* newKey, saved))).fact).toBe("confirmed")
          })
      }),
    )
  })
}

/**
 * The time limit of one law in milliseconds: far more than twenty answers of a slow acquirer, and independent of
 * vitest's own.
 */
const patience = { timeout: 300_000 }

/** The means of a charge. A saved card has to be charged once before. */
type Means = Effect.Effect<ChargeMeans, unknown, Acquirer>

const amount = centavos(12_345)

const newCharge = Effect.fnUntraced(function* (by: Means) {
  return chargeRequest(yield* newKey, yield* by)
})

/** A new charge, already made. */
const charged = (by: Means) => Effect.tap(newCharge(by), charge)

/** A card by the token from its charge. */
const savedCard = Effect.fnUntraced(function* (card: Extract<ChargeMeans, { readonly _tag: "card" }>) {
  const { report } = yield* charge(chargeRequest(yield* newKey, card))
  const acquirerToken = report.cardToken ?? ""
  expect(acquirerToken).toMatch(/\S/u)
  return { _tag: "saved_card", acquirerToken, installments: singlePayment } as const
})

/** The texts that a payer pays with. Each belongs to one charge. */
const payableNames = ({ instrument }: AttemptReport): ReadonlyArray<string> => {
  if (instrument === undefined) return []
  return instrument._tag === "pix" ? [instrument.code] : [instrument.line, instrument.barcode]
}

const charge = (request: ChargeRequest) => Effect.flatMap(Acquirer, (acquirer) => acquirer.charge(request))

const find = (charge: ChargeRef) => Effect.flatMap(Acquirer, (acquirer) => acquirer.find(charge))

const withdraw = (charge: ChargeRef) => Effect.flatMap(Acquirer, (acquirer) => acquirer.void(charge))

const refund = (request: RefundRequest) => Effect.flatMap(Acquirer, (acquirer) => acquirer.refund(request))

const refundBy =
  (way: RefundWay) =>
  (key: RefundKey, of: ChargeRef, centavosBack: number): RefundRequest => ({
    key,
    charge: of,
    amount: centavos(centavosBack),
    way,
  })

/** True if the money is refunded, at once or later. */
const isGiven = ({ fact }: RefundAnswer): boolean => fact !== "failed"

/** True if no void changes this outcome: the money came, or will never come. */
const isFinal = (fact: ChargeAnswer["fact"]): boolean => fact === "confirmed" || fact === "refused"
