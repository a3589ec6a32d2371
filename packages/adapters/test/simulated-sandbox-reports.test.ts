// The sandbox's possible reports for each charge, and their content.
import { describe, expect, it } from "@effect/vitest"
import { instant, LocalDate } from "@vintem/domain/calendar"
import { parseCardDetails } from "@vintem/domain/card"
import { AttemptKey } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import { Acquirer, type ChargeMeans } from "@vintem/domain/ports"
import { chargeRequest } from "@vintem/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import fc from "fast-check"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import { disputeKey, reportedRefundKey } from "../src/simulated/books/simulated-charge.ts"
import { CannotReport, ReportKind, SandboxReports } from "../src/simulated/sandbox-reports.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"

const layer = Layer.mergeAll(SimulatedAcquirer.layer, SandboxReports.layer).pipe(
  Layer.provideMerge(SimulatedBooks.layerMemory),
)

const key = AttemptKey.make("01JD7ZK9QW3E5R7T9Y1U3I5O7P")

const card = (number: string): ChargeMeans => ({
  _tag: "card",
  card: Result.getOrThrow(
    parseCardDetails(
      { holder: "MARIA DA SILVA", number, expiration: "12/2099", security: "123" },
      LocalDate.make("2026-11-21"),
    ),
  ),
  installments: singlePayment,
})

const means = {
  pix: { _tag: "pix", expiresAt: instant(600_000) },
  slip: { _tag: "bank_slip", dueDate: LocalDate.make("2026-11-27") },
  "a slip too large to write": { _tag: "bank_slip", dueDate: LocalDate.make("1997-01-01") },
  card: card("4242424242424242"),
  "a refused card": card("4000000000000002"),
  "a held card": card("4000000000009235"),
  "a card met by a server error": card("4000000000000119"),
  "a card whose answer never arrived": card("4000000000000101"),
} satisfies Record<string, ChargeMeans>

/** The earlier steps, in order: `charged` is the request, `voided` the withdrawal, the others are reports. */
type Step = "charged" | "voided" | ReportKind

const take = Effect.fnUntraced(function* (step: Step, by: ChargeMeans) {
  const acquirer = yield* Acquirer
  const { report } = yield* SandboxReports
  if (step === "voided") return yield* acquirer.void({ key })
  if (step !== "charged") return yield* report(key, step)
  const asking = yield* Effect.forkChild(Effect.exit(Effect.timeout(acquirer.charge(chargeRequest(key, by)), 3_000)))
  yield* TestClock.adjust(3_000)
  return yield* Fiber.join(asking)
})

const reported = (kind: ReportKind) => Effect.flatMap(SandboxReports, ({ report }) => report(key, kind))

const told = Effect.flatMap(Acquirer, (acquirer) => acquirer.find({ key }))

const entry = Effect.flatMap(SimulatedBooks, (books) => books.find(key))

const confirmed = { paid: "confirmed" } as const
const approved = { risk_approved: "approved, confirmed" } as const
const returnable = { ...confirmed, refunded: "settled" } as const
const disputable = { dispute: "opened", chargeback: "taken" } as const

/** For a charge by these means, after this history: the possible reports, and their facts. No others are possible. */
const rows: ReadonlyArray<
  readonly [by: keyof typeof means, after: ReadonlyArray<Step>, can: Readonly<Partial<Record<ReportKind, string>>>]
> = [
  ["pix", [], {}],
  ["pix", ["charged"], { ...confirmed, expired: "expired" }],
  ["pix", ["charged", "expired"], { ...confirmed, expired: "expired" }],
  ["pix", ["charged", "voided"], confirmed],
  ["pix", ["voided", "charged"], {}],
  ["pix", ["charged", "paid"], { ...returnable, ...disputable }],
  ["pix", ["charged", "voided", "paid"], { ...returnable, ...disputable }],
  ["slip", ["charged"], { ...confirmed, expired: "expired" }],
  ["slip", ["charged", "expired"], { ...confirmed, expired: "expired" }],
  ["slip", ["charged", "voided"], confirmed],
  ["slip", ["charged", "paid"], returnable],
  ["slip", ["charged", "paid", "refunded"], returnable],
  ["a slip too large to write", ["charged"], {}],
  ["card", ["charged"], { ...returnable, ...disputable }],
  ["card", ["charged", "refunded"], { ...returnable, ...disputable }],
  ["card", ["charged", "dispute"], { ...confirmed, ...disputable, dispute_won: "won", dispute_lost: "lost" }],
  ["card", ["charged", "chargeback"], { ...confirmed, chargeback: "taken", dispute_won: "won", dispute_lost: "lost" }],
  ["card", ["charged", "dispute", "dispute_won"], { ...returnable, dispute_won: "won" }],
  ["card", ["charged", "chargeback", "dispute_won"], { ...returnable, dispute_won: "won" }],
  ["card", ["charged", "chargeback", "dispute_lost"], { ...confirmed, dispute_lost: "lost" }],
  ["a refused card", ["charged"], {}],
  ["a refused card", ["charged", "voided"], {}],
  ["a held card", ["charged"], { ...confirmed, ...approved, risk_rejected: "rejected" }],
  ["a held card", ["charged", "risk_approved"], { ...returnable, ...disputable, ...approved }],
  ["a held card", ["charged", "risk_approved", "refunded"], { ...returnable, ...disputable, ...approved }],
  ["a held card", ["charged", "risk_rejected"], { risk_rejected: "rejected" }],
  ["a held card", ["charged", "voided"], {}],
  ["a held card", ["charged", "risk_approved", "voided"], { ...returnable, ...disputable, ...approved }],
  ["a held card", ["charged", "paid"], { ...returnable, ...disputable }],
  ["a card met by a server error", ["charged"], {}],
  ["a card whose answer never arrived", ["charged"], { ...returnable, ...disputable }],
]

describe("a report", () => {
  const cells = rows.flatMap(([by, after, can]) => ReportKind.literals.map((kind) => ({ by, after, kind, can })))

  it.effect.each(cells)("of $by, $after: $kind", ({ by, after, kind, can }) =>
    Effect.gen(function* () {
      for (const step of after) yield* take(step, means[by])
      const before = yield* entry
      const answer = yield* Effect.result(reported(kind))
      const facts = can[kind]
      if (facts === undefined) {
        expect(Result.isFailure(answer) ? answer.failure : answer.success).toBeInstanceOf(CannotReport)
        expect(yield* entry).toEqual(before)
      } else {
        expect(
          Result.getOrThrow(answer)
            .map(({ fact }) => fact)
            .join(", "),
        ).toBe(facts)
        // A repeated report is equal, and changes nothing.
        const once = yield* entry
        expect(yield* reported(kind)).toEqual(Result.getOrThrow(answer))
        expect(yield* entry).toEqual(once)
      }
    }).pipe(Effect.provide(layer)),
  )

  it("exists for every kind", () => {
    const kinds = new Set(rows.flatMap(([, , can]) => Object.keys(can)))
    expect([...kinds].toSorted()).toEqual(ReportKind.literals.toSorted())
  })
})

describe("the content of a report", () => {
  it.effect("of a payment is its amount, and the acquirer agrees when asked", () =>
    Effect.gen(function* () {
      yield* take("charged", means.pix)
      yield* take("voided", means.pix)
      const found = Option.getOrThrow(yield* told)
      const [first] = yield* reported("paid")
      expect(first).toEqual({ _tag: "AttemptUpdate", fact: "confirmed", report: { ...found.report, captured: 12_345 } })
      expect(Option.getOrThrow(yield* told)).toEqual({
        fact: "confirmed",
        report: { ...found.report, captured: 12_345 },
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of an approval is the approval and then the payment, and the acquirer agrees when asked", () =>
    Effect.gen(function* () {
      yield* take("charged", means["a held card"])
      const [approval, payment] = yield* reported("risk_approved")
      expect(approval).toMatchObject({ _tag: "AttemptUpdate", fact: "approved" })
      expect(approval?._tag === "AttemptUpdate" ? approval.report.captured : 0).toBeUndefined()
      expect(payment).toMatchObject({ _tag: "AttemptUpdate", fact: "confirmed", report: { captured: 12_345 } })
      const found = Option.getOrThrow(yield* told)
      expect(found).toMatchObject({ fact: "confirmed", report: { captured: 12_345 } })
      expect(yield* Effect.flatMap(Acquirer, (acquirer) => acquirer.void({ key }))).toEqual(found)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of a rejection is the reason, and a refusal when asked later", () =>
    Effect.gen(function* () {
      yield* take("charged", means["a held card"])
      const [first] = yield* reported("risk_rejected")
      const found = Option.getOrThrow(yield* told)
      expect(first).toMatchObject({ fact: "rejected", report: { reason: "rejected_by_risk_analysis" } })
      expect(found).toMatchObject({ fact: "refused", report: { reason: "rejected_by_risk_analysis" } })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of a refund is all of the amount, under one key", () =>
    Effect.gen(function* () {
      yield* take("charged", means.card)
      expect(yield* reported("refunded")).toEqual([
        { _tag: "RefundUpdate", refund: reportedRefundKey(key), amount: 12_345, fact: "settled" },
      ])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of a dispute is one case from its opening to its end", () =>
    Effect.gen(function* () {
      yield* take("charged", means.card)
      for (const [kind, fact] of [
        ["dispute", "opened"],
        ["chargeback", "taken"],
        ["dispute_lost", "lost"],
      ] as const) {
        expect(yield* reported(kind)).toEqual([{ _tag: "CaseUpdate", case: disputeKey(key), amount: 12_345, fact }])
      }
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of a chargeback after a refund is that nothing was left to take", () =>
    Effect.gen(function* () {
      yield* take("charged", means.card)
      yield* reported("refunded")
      expect(yield* reported("chargeback")).toMatchObject([{ amount: 0, fact: "taken" }])
    }).pipe(Effect.provide(layer)),
  )
})

describe("an impossible report", () => {
  it.effect("names its charge: a refund of an unpaid one", () =>
    Effect.gen(function* () {
      yield* take("charged", means.pix)
      expect(yield* Effect.flip(reported("refunded"))).toEqual(
        new CannotReport({ kind: "refunded", state: "open", method: "pix", possible: ["paid", "expired"] }),
      )
    }).pipe(Effect.provide(layer)),
  )

  it.effect("names its charge: a payment under a voided key", () =>
    Effect.gen(function* () {
      yield* take("voided", means.pix)
      expect(yield* Effect.flip(reported("paid"))).toEqual(
        new CannotReport({ kind: "paid", state: "voided", method: null, possible: [] }),
      )
    }).pipe(Effect.provide(layer)),
  )

  it.effect("names its charge: an unknown key", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(reported("paid"))).toEqual(
        new CannotReport({ kind: "paid", state: null, method: null, possible: [] }),
      )
    }).pipe(Effect.provide(layer)),
  )
})

describe("any sequence of reports", () => {
  const anyMeans = fc.constantFrom<keyof typeof means>("pix", "slip", "card", "a held card")
  const anySteps = fc.array(fc.constantFrom<Step>("voided", ...ReportKind.literals), { maxLength: 12 })

  it("conservation: refunds and takes no more than came in, and never undoes a confirmation", async () => {
    await fc.assert(
      fc.asyncProperty(anyMeans, anySteps, async (by, steps) => {
        const program = Effect.gen(function* () {
          yield* take("charged", means[by])
          let wasConfirmed = false
          for (const step of steps) {
            yield* Effect.exit(take(step, means[by]))
            const now = Option.getOrThrow(yield* entry)
            if (now._tag !== "Charge") continue
            const back = now.refunds.reduce((sum, { amount }) => sum + amount, 0)
            const taken = now.dispute?.state === "taken" || now.dispute?.state === "lost" ? now.dispute.amount : 0
            expect(back + taken).toBeLessThanOrEqual(now.state === "confirmed" ? now.amount : 0)
            if (wasConfirmed) expect(now.state).toBe("confirmed")
            wasConfirmed = now.state === "confirmed"
          }
        })
        await Effect.runPromise(program.pipe(Effect.provide(Layer.mergeAll(layer, TestClock.layer())), Effect.scoped))
      }),
    )
  })
})
