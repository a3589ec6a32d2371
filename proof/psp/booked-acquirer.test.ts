// Books above an institution of API Pix: each story is one that the institution alone gets wrong.
import { BookedAcquirer, MemoryStorage } from "@vintem/adapters"
import { instant } from "@vintem/domain/calendar"
import { CompanyId, OrderNumber, RefundKey } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { Acquirer, ChargeBooks, type ChargeRequest, WriteSets } from "@vintem/domain/ports"
import { chargeRequest, refOf } from "@vintem/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { expect, it } from "vitest"
import { once } from "./fault.ts"
import { keyOf, opened } from "./opened-account.ts"

const key = keyOf(1)
const request: ChargeRequest = {
  ...chargeRequest(key, { _tag: "pix", expiresAt: instant(Date.now() + 3_600_000) }),
  order: OrderNumber.make("PADA1"),
}
const ref = refOf(request)
const company = CompanyId.make(1)
const refund = { key: RefundKey.make("r1"), charge: ref, amount: centavos(345), way: "reversal" } as const

const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope>) =>
  it(title, { timeout: 60_000 }, () => Effect.runPromise(Effect.scoped(body)))

const account = Effect.gen(function* () {
  const { institution, psp } = yield* opened()
  const stores = yield* Layer.build(MemoryStorage.layer)
  const acquirer = Context.get(
    yield* Layer.build(Layer.provide(BookedAcquirer.layer(psp), Layer.succeedContext(stores))),
    Acquirer,
  )
  return {
    institution,
    acquirer,
    books: Context.get(stores, ChargeBooks),
    writeSets: Context.get(stores, WriteSets),
    puts: () => institution.arrivals.filter((line) => line === `PUT /cob/${key}`).length,
  }
})

law(
  "a charge whose answer was lost is looked up, and never requested twice",
  Effect.gen(function* () {
    const { acquirer, institution, puts } = yield* account
    institution.setFaults(once("PUT", "lost_answer"))
    expect((yield* Effect.flip(acquirer.charge(request)))._tag).toBe("OutcomeUnknown")
    expect((yield* acquirer.charge(request)).fact).toBe("open")
    expect(puts()).toBe(1)
    expect(institution.ledger.rewritten).toEqual([])
  }),
)

law(
  "a charge that does not show yet is unknown, and not requested again",
  Effect.gen(function* () {
    const { acquirer, institution, puts } = yield* account
    institution.setFaults(once("PUT", "error_before"))
    yield* Effect.flip(acquirer.charge(request))
    expect(yield* acquirer.find(ref)).toEqual(Option.none())
    expect((yield* Effect.flip(acquirer.charge(request)))._tag).toBe("OutcomeUnknown")
    expect(puts()).toBe(1)
  }),
)

law(
  "a charge that its intent has booked is sent once, and writes nothing more",
  Effect.gen(function* () {
    const { acquirer, books, puts, writeSets } = yield* account
    const booked = {
      key,
      company,
      account: "padaria",
      method: "pix",
      order: request.order,
      amount: request.amount,
    } as const
    yield* writeSets.commit([{ _tag: "BookCharge", ...booked, expiresAt: instant(Date.parse("2049-01-01")) }])
    const { fact, report } = yield* acquirer.charge({ ...request, isBooked: true })
    expect([fact, report.instrument]).toMatchObject(["open", { expiresAt: Date.parse("2049-01-01") }])
    expect(Option.getOrThrow(yield* books.find(company, key)).answer).toBeNull()
    expect((yield* acquirer.charge(request)).fact).toBe("open")
    expect(puts()).toBe(1)
  }),
)

law(
  "nothing is sent under a voided key, even if its intent was booked before",
  Effect.gen(function* () {
    const { acquirer, institution, puts } = yield* account
    expect((yield* acquirer.void(ref)).fact).toBe("voided")
    const before = puts()
    expect((yield* acquirer.charge({ ...request, isBooked: true })).fact).toBe("voided")
    expect(puts()).toBe(before)
    expect(institution.ledger.rewritten).toEqual([])
  }),
)

law(
  "a request on its way when its key is voided makes no charge",
  Effect.gen(function* () {
    const { acquirer, institution } = yield* account
    institution.setFaults(once("PUT", "late_write"))
    yield* Effect.flip(acquirer.charge(request))
    expect((yield* acquirer.void(ref)).fact).toBe("voided")
    yield* Effect.promise(institution.lateWrites)
    expect(Option.getOrThrow(yield* acquirer.find(ref)).fact).toBe("voided")
  }),
)

law(
  "a payment that arrives after the void is money, and can be refunded",
  Effect.gen(function* () {
    const { acquirer, institution } = yield* account
    yield* acquirer.charge(request)
    expect((yield* acquirer.void(ref)).fact).toBe("voided")
    institution.ledger.pay(key)
    const paid = { fact: "confirmed", report: { tid: key, captured: 12_345 } }
    expect(Option.getOrNull(yield* acquirer.find(ref))).toMatchObject(paid)
    expect(yield* acquirer.void(ref)).toMatchObject(paid)
    expect((yield* acquirer.refund(refund)).fact).toBe("processing")
  }),
)

law(
  "a refund whose answer was lost is looked up, and made once",
  Effect.gen(function* () {
    const { acquirer, institution } = yield* account
    yield* acquirer.charge(request)
    const payment = institution.ledger.pay(key)
    institution.setFaults(once("PUT", "lost_answer"))
    yield* Effect.flip(acquirer.refund(refund))
    expect((yield* acquirer.refund({ ...refund, amount: centavos(1) })).fact).toBe("processing")
    expect(payment.refunds.map(({ cents }) => cents)).toEqual([345])
  }),
)

law(
  "an account that is rejected charges nothing, and the payer may pay in another way",
  Effect.gen(function* () {
    const { institution, psp } = yield* opened({ scopes: ["cob.read"] })
    const acquirer = yield* Layer.build(Layer.provide(BookedAcquirer.layer(psp), MemoryStorage.layer))
    const failure = yield* Effect.flip(Context.get(acquirer, Acquirer).charge(request))
    expect(failure).toMatchObject({ _tag: "AcquirerUnreached", detail: expect.stringContaining("scope") })
    expect(institution.ledger.charges.size).toBe(0)
  }),
)

law(
  "a question without company and method has no answer",
  Effect.gen(function* () {
    const { acquirer } = yield* account
    expect((yield* Effect.flip(acquirer.find({ key })))._tag).toBe("OutcomeUnknown")
  }),
)
