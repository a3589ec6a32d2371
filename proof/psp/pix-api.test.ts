// The adapter of API Pix over real HTTPS, at an institution that acts within its rules.
import { createServer, type Server } from "node:net"
import type { PixAccount } from "@vintem/adapters"
import { endOfDayExclusive, instant, LocalDate, localDateFromDayNumber } from "@vintem/domain/calendar"
import { RefundKey } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { decodeBrCode, PixKey } from "@vintem/domain/pix"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { newAuthority } from "./authority.ts"
import type { FakeInstitutionOptions } from "./fake-institution.ts"
import type { Dialect } from "./ledger.ts"
import { keyOf, opened, payer, pixCharge, refTo } from "./opened-account.ts"
import { law, run } from "./run.ts"

const key = keyOf(1)
const refundKey = RefundKey.make("1a2b3c4d")

describe.each<Dialect>(["standard", "efi"])("an account at an institution that speaks %s", (dialect) => {
  law("makes a charge with a code that banks can read", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect })
      const made = yield* psp.create(pixCharge(key))
      expect(made).toMatchObject({ key, method: "pix", order: "PADA1", amount: 12_345, fact: "open", isFence: false })
      expect(made.report.tid).toBe(key)
      const instrument = made.report.instrument
      expect(instrument?._tag).toBe("pix")
      // Whole seconds of the remaining hour.
      expect([3_599_000, 3_600_000]).toContain(instrument?._tag === "pix" && instrument.expiresAt - made.madeAt)
      const code = instrument?._tag === "pix" ? instrument.code : ""
      expect(Result.getOrThrow(decodeBrCode(code))).toMatchObject({ kind: "dynamic" })
      expect(institution.ledger.charges.get(key)?.request.infoAdicionais).toEqual([{ nome: "Pedido", valor: "PADA1" }])
      expect(institution.ledger.charges.get(key)?.request.devedor).toBeUndefined()
      expect(yield* psp.find(refTo(key))).toEqual(Option.some(made))
    }),
  )

  law("composes the code for an institution that gives none", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect, writesCode: false })
      for (const charge of [pixCharge(key), dueCharge]) {
        const { report } = yield* psp.create(charge)
        const code = report.instrument?._tag === "pix" ? report.instrument.code : ""
        expect(Result.getOrThrow(decodeBrCode(code))).toMatchObject({
          kind: "dynamic",
          location: institution.ledger.charges.get(charge.key)?.location,
        })
      }
    }),
  )

  law("makes a Pix that can be paid until the end of a day", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect })
      const made = yield* psp.create(dueCharge)
      expect(made.report.instrument).toMatchObject({ expiresAt: endOfDayExclusive(dueDate) })
      expect(institution.ledger.charges.get(dueCharge.key)?.request.calendario).toEqual({
        dataDeVencimento: dueDate,
        validadeAposVencimento: 0,
      })
      expect(yield* psp.find(refTo(dueCharge.key, "pix_due"))).toEqual(Option.some(made))
      expect((yield* psp.cancel(refTo(dueCharge.key, "pix_due"), payer)).fact).toBe("voided")
    }),
  )

  law("knows nothing of an unused key", () =>
    Effect.gen(function* () {
      const { psp } = yield* opened({ dialect })
      expect(yield* psp.find(refTo(key))).toEqual(Option.none())
      expect(yield* psp.find(refTo(key, "pix_due"))).toEqual(Option.none())
    }),
  )

  law("shows received and returned money", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect })
      yield* psp.create(pixCharge(key))
      const { endToEndId } = institution.ledger.pay(key)
      const refund = { key: refundKey, charge: refTo(key), amount: centavos(345) }
      expect(yield* psp.giveBack(refund)).toEqual({ key: refundKey, amount: 345, fact: "processing", report: {} })
      institution.ledger.settle()
      const settled = { key: refundKey, amount: 345, fact: "settled", report: {} }
      expect(yield* psp.giveBack(refund)).toEqual(settled)
      expect(Option.getOrThrow(yield* psp.find(refTo(key)))).toMatchObject({
        fact: "confirmed",
        report: { tid: key, captured: 12_345 },
        payments: [{ id: endToEndId, amount: 12_345 }],
        refunds: [settled],
        disputes: [],
      })
    }),
  )

  law("requests each refund once, and says why one is refused", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect })
      yield* psp.create(pixCharge(key))
      const early = yield* Effect.flip(psp.giveBack({ key: refundKey, charge: refTo(key), amount: centavos(1) }))
      expect(early).toMatchObject({ detail: "a payment that does not show yet" })
      institution.ledger.pay(key)
      const tooMuch = { key: RefundKey.make("toomuch"), charge: refTo(key), amount: centavos(12_346) }
      expect(yield* psp.giveBack(tooMuch)).toMatchObject({
        fact: "failed",
        report: { reason: "amount_above_remainder" },
      })
      const all = { ...tooMuch, key: refundKey, amount: centavos(12_345) }
      yield* psp.giveBack(all)
      yield* psp.giveBack(all)
      expect(writesOf(institution.arrivals).filter((line) => line.endsWith(refundKey))).toHaveLength(1)
      institution.ledger.settle("NAO_REALIZADO")
      expect(yield* psp.giveBack(all)).toMatchObject({ fact: "failed", report: { reason: "Saldo insuficiente" } })
      expect((yield* Effect.flip(psp.giveBack({ ...all, charge: refTo(keyOf(2)) })))._tag).toBe("OutcomeUnknown")
    }),
  )

  law("does not count a refund as failed that only does not show yet", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect })
      yield* psp.create(pixCharge(key))
      institution.ledger.pay(key)
      const all = { key: refundKey, charge: refTo(key), amount: centavos(12_345) }
      yield* psp.giveBack(all)
      institution.ledger.hidesRefunds = true
      expect((yield* Effect.flip(psp.giveBack(all)))._tag).toBe("OutcomeUnknown")
      institution.ledger.hidesRefunds = false
      expect(yield* psp.giveBack(all)).toMatchObject({ fact: "processing", amount: 12_345 })
    }),
  )

  law("counts a return by the special mechanism as a dispute", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect })
      yield* psp.create(pixCharge(key))
      institution.ledger.pay(key)
      const { rtrId } = institution.ledger.dispute(key, 12_345)
      expect(Option.getOrThrow(yield* psp.find(refTo(key)))).toMatchObject({
        fact: "confirmed",
        refunds: [],
        disputes: [{ key: rtrId, amount: 12_345 }],
      })
    }),
  )

  law("removes an open charge, and shows a payment that arrives afterwards", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect })
      yield* psp.create(pixCharge(key))
      expect(yield* psp.cancel(refTo(key), payer)).toMatchObject({ fact: "voided", isFence: false })
      expect(yield* psp.cancel(refTo(key), payer)).toMatchObject({ fact: "voided" })
      institution.ledger.pay(key)
      expect(Option.getOrThrow(yield* psp.find(refTo(key)))).toMatchObject({
        fact: "confirmed",
        report: { captured: 12_345 },
      })
      expect(yield* psp.cancel(refTo(key), payer)).toMatchObject({ fact: "confirmed" })
    }),
  )

  for (const method of ["pix", "pix_due"] as const) {
    law(`blocks a key without a charge (${method}), so that a late request makes none`, () =>
      Effect.gen(function* () {
        const { psp } = yield* opened({ dialect })
        const charge = method === "pix" ? pixCharge(key) : { ...dueCharge, key }
        expect(yield* psp.cancel(refTo(key, method), payer)).toMatchObject({ fact: "voided", isFence: true })
        expect(yield* psp.create(charge)).toMatchObject({ fact: "voided", isFence: true })
        const now = Date.now()
        const window = { from: instant(now - 60_000), until: instant(now + 60_000) }
        expect(yield* psp.list(method, window)).toEqual([])
      }),
    )
  }

  law("answers with the existing charge if a key is used again, and requests nothing twice", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect })
      yield* psp.create(pixCharge(key))
      institution.ledger.pay(key)
      expect(yield* psp.create(pixCharge(key))).toMatchObject({ fact: "confirmed" })
      expect(institution.ledger.rewritten).toEqual([])
    }),
  )

  law("lists every charge of a window once, earliest first", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({ dialect })
      const keys = Array.from({ length: 230 }, (_, place) => keyOf(place + 1))
      yield* Effect.forEach(keys, (each) => psp.create(pixCharge(each)), { concurrency: 16 })
      yield* psp.create(dueCharge)
      const times = [...institution.ledger.charges.values()].map(({ madeAt }) => madeAt)
      const window = { from: instant(Math.min(...times)), until: instant(Math.max(...times)) }
      const listed = yield* psp.list("pix", window)
      expect(listed.map((one) => one.key).sort()).toEqual(keys)
      expect(listed.map(({ madeAt }) => madeAt)).toEqual(listed.map(({ madeAt }) => madeAt).sort((a, b) => a - b))
      expect((yield* psp.list("pix_due", window)).map((one) => one.key)).toEqual([dueCharge.key])
      const before = { from: instant(0), until: instant(window.from - 1) }
      expect(yield* psp.list("pix", before)).toEqual([])
    }),
  )
})

const dueDate = localDateFromDayNumber(Math.floor(Date.now() / 86_400_000) + 3)
const dueCharge = pixCharge(keyOf(0xd0e), { means: { _tag: "pix_due", dueDate } })

const writesOf = (arrivals: ReadonlyArray<string>) => arrivals.filter((line) => /^(?:PUT|PATCH)/u.test(line))

law("two accounts at two institutions never meet", () =>
  Effect.gen(function* () {
    const [one, other] = [yield* opened(), yield* opened({ dialect: "efi" })]
    const keys = Array.from({ length: 20 }, (_, place) => keyOf(place))
    yield* Effect.forEach(keys, (each, place) => (place % 2 === 0 ? one : other).psp.create(pixCharge(each)), {
      concurrency: "unbounded",
    })
    const has = ({ institution }: typeof one) => [...institution.ledger.charges.keys()].sort()
    expect(has(one)).toEqual(keys.filter((_, place) => place % 2 === 0))
    expect(has(other)).toEqual(keys.filter((_, place) => place % 2 === 1))
    const credentials = ({ institution }: typeof one) => institution.exchanges.map(({ authorization }) => authorization)
    expect(credentials(one).filter((shown) => credentials(other).includes(shown))).toEqual([])
  }),
)

describe("a charge that cannot be requested", () => {
  const cases: ReadonlyArray<readonly [string, Parameters<typeof pixCharge>[1], string]> = [
    ["has ended", { means: { _tag: "pix", expiresAt: instant(Date.now() - 1) } }, "due_date_out_of_range"],
    [
      "ends in the past",
      { means: { _tag: "pix_due", dueDate: LocalDate.make("2020-01-01") } },
      "due_date_out_of_range",
    ],
    ["is above ten digits of reais", { amount: centavos(1_000_000_000_000) }, "amount_out_of_range"],
    ["is a slip", { means: { _tag: "bank_slip", dueDate } }, "unknown_method"],
  ]
  it.each(cases)("is refused without a request if it %s", (_, changed, reason) =>
    run(
      Effect.gen(function* () {
        const { institution, psp } = yield* opened()
        expect(yield* Effect.flip(psp.create(pixCharge(key, changed)))).toMatchObject({ _tag: "ChargeRefused", reason })
        expect(institution.arrivals).toEqual([])
      }),
    ),
  )
})

describe("a misconfigured account", () => {
  const rejections: ReadonlyArray<readonly [string, Partial<PixAccount>, FakeInstitutionOptions]> = [
    ["credentials", { clientSecret: Redacted.make("wrong") }, {}],
    ["scope", {}, { scopes: ["cob.read"] }],
    ["pix_key", { pixKey: PixKey.make("maria@example.com") }, {}],
  ]
  it.each(rejections)("gets the advice to check its %s, and charges nothing", (fault, changed, options) =>
    run(
      Effect.gen(function* () {
        const { institution, psp } = yield* opened(options, changed)
        expect(yield* Effect.flip(psp.create(pixCharge(key)))).toMatchObject({
          _tag: "AccountRejected",
          account: "padaria",
          fault,
        })
        expect(institution.ledger.charges.size).toBe(0)
      }),
    ),
  )

  const stranger = newAuthority().client("Outra padaria")
  const certificateOf = (chain: string, privateKey: string) => ({
    certificate: { chain, key: Redacted.make(privateKey) },
  })

  law("gets the advice to check a certificate that does not fit its key", () =>
    Effect.gen(function* () {
      const { psp } = yield* opened({}, certificateOf(stranger.chain, newAuthority().client("Padaria").key))
      expect(yield* Effect.flip(psp.create(pixCharge(key)))).toMatchObject({ fault: "certificate" })
    }),
  )

  law("gets the advice to check its certificate if TLS says so", () =>
    Effect.gen(function* () {
      const alert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x2a]) // fatal: bad_certificate
      const tokenUrl = yield* listening(createServer((socket) => socket.once("data", () => socket.end(alert))))
      const { psp } = yield* opened({}, { tokenUrl })
      expect(yield* Effect.flip(psp.create(pixCharge(key)))).toMatchObject({ fault: "certificate" })
    }),
  )

  law("sends nothing to an institution that it has no reason to trust", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({}, { ca: newAuthority().certificate })
      expect(yield* Effect.flip(psp.create(pixCharge(key)))).toMatchObject({ _tag: "AcquirerUnreached" })
      expect(institution.arrivals).toEqual([])
    }),
  )

  law("has requested nothing if the institution closes the connection because of an unknown certificate", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({}, certificateOf(stranger.chain, stranger.key))
      expect(yield* Effect.flip(psp.create(pixCharge(key)))).toMatchObject({ _tag: "AcquirerUnreached" })
      expect(institution.arrivals).toEqual([])
    }),
  )
})

/** A server's address, until the scope ends. */
const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<string>((resume) => {
      server.on("connection", (socket) => socket.on("error", () => {}))
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(`https://localhost:${typeof address === "object" ? address?.port : ""}/oauth/token`))
      })
    }),
    () => Effect.sync(() => server.close()),
  )
