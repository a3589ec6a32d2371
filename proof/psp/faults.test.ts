// The adapter at a failing institution: whatever happens, no charge is made twice, and none counts as missing by
// mistake.
import { createServer } from "node:http"
import { notifiedKeys } from "@vintem/adapters"
import { RefundKey } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { AcquirerUnreached, OutcomeUnknown } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { randomFrom } from "../crash/random.ts"
import { type FaultKind, faultKinds, noFaults, once } from "./fault.ts"
import { impatience, keyOf, opened, payer, pixCharge, refTo } from "./opened-account.ts"
import { law, run } from "./run.ts"

const key = keyOf(1)
const refund = { key: RefundKey.make("1a2b3c4d"), charge: refTo(key), amount: centavos(345) }

/** Knows after which faults the institution has executed the request. */
const isDone: Readonly<Record<FaultKind, boolean>> = {
  lost_answer: true,
  late_write: true,
  error_before: false,
  error_after: true,
  conflict: false,
  wrong_body: true,
  other_charge: true,
  proxy_404: false,
  unauthorized: true,
  slow: true,
}

describe.each(faultKinds)("after a request that meets %s", (kind) => {
  law("a charge is requested once, and found if it was made", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({}, kind === "slow" ? impatience : {})
      institution.setFaults(once("PUT", kind))
      const outcome = yield* Effect.result(psp.create(pixCharge(key)))
      if (kind === "unauthorized") expect(outcome).toMatchObject({ success: { fact: "open" } })
      else expect(outcome).toMatchObject({ failure: { _tag: "OutcomeUnknown" } })
      yield* Effect.promise(institution.lateWrites)
      expect(Option.isSome(yield* psp.find(refTo(key)))).toBe(isDone[kind])
      // The 401 was no answer to the charge.
      const puts = institution.arrivals.filter((line) => line.startsWith("PUT"))
      expect(puts).toHaveLength(kind === "unauthorized" ? 2 : 1)
      expect(institution.ledger.rewritten).toEqual([])
    }),
  )

  law("a lookup never declares a charge missing", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({}, kind === "slow" ? impatience : {})
      yield* psp.create(pixCharge(key))
      institution.setFaults(once("GET", kind))
      const outcome = yield* Effect.result(psp.find(refTo(key)))
      if (kind === "unauthorized") expect(outcome).toMatchObject({ success: { value: { fact: "open" } } })
      else expect(outcome).toMatchObject({ failure: { _tag: "OutcomeUnknown" } })
    }),
  )

  law("a repeated removal reports the charge's outcome", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({}, kind === "slow" ? impatience : {})
      yield* psp.create(pixCharge(key))
      institution.setFaults(once("PATCH", kind))
      yield* Effect.result(psp.cancel(refTo(key), payer))
      yield* Effect.promise(institution.lateWrites)
      expect(yield* psp.cancel(refTo(key), payer)).toMatchObject({ fact: "voided", isFence: false })
    }),
  )

  law("a key without a charge is blocked by the second try at the latest", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({}, kind === "slow" ? impatience : {})
      institution.setFaults(once("PUT", kind))
      yield* Effect.result(psp.cancel(refTo(key), payer))
      yield* Effect.promise(institution.lateWrites)
      expect(yield* psp.cancel(refTo(key), payer)).toMatchObject({ fact: "voided", isFence: true })
      expect(yield* psp.create(pixCharge(key))).toMatchObject({ fact: "voided" })
    }),
  )

  law("a repeated refund is one refund", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({}, kind === "slow" ? impatience : {})
      yield* psp.create(pixCharge(key))
      const payment = institution.ledger.pay(key)
      institution.setFaults(once("PUT", kind))
      yield* Effect.result(psp.giveBack(refund))
      yield* Effect.promise(institution.lateWrites)
      expect(yield* psp.giveBack(refund)).toMatchObject({ fact: "processing", amount: 345 })
      expect(payment.refunds.map(({ id, cents }) => [id, cents])).toEqual([[refund.key, 345]])
    }),
  )
})

describe("a charge in flight", () => {
  law("is refused by a key that was blocked meanwhile", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      institution.setFaults(once("PUT", "late_write"))
      const started = Date.now()
      yield* Effect.flip(psp.create(pixCharge(key)))
      const canceled = yield* psp.cancel(refTo(key), payer)
      yield* Effect.promise(institution.lateWrites)
      expect(canceled.fact, `${Date.now() - started} ms`).toBe("voided")
      expect(Option.getOrThrow(yield* psp.find(refTo(key)))).toMatchObject({ fact: "voided" })
    }),
  )

  law("has surely not been sent if nothing listens", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      yield* psp.find(refTo(key)) // There is a token.
      yield* Effect.promise(institution.close)
      yield* Effect.sleep(50) // The kept connection shows as closed.
      expect(yield* Effect.flip(psp.create(pixCharge(key)))).toBeInstanceOf(AcquirerUnreached)
      expect(yield* Effect.flip(psp.find(refTo(key)))).toBeInstanceOf(OutcomeUnknown)
    }),
  )

  law("has surely not been sent if there is no token for it", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      for (const kind of ["error_before", "lost_answer"] as const) {
        institution.setTokenFaults(once("POST", kind))
        expect(yield* Effect.flip(psp.create(pixCharge(key)))).toBeInstanceOf(AcquirerUnreached)
      }
      expect(institution.ledger.charges.size).toBe(0)
    }),
  )
})

describe("a charge that was answered with 401", () => {
  law("has surely not been made if there is no other token for it", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      yield* psp.find(refTo(key)) // There is a token.
      institution.setFaults(once("PUT", "unauthorized"))
      institution.setTokenFaults(once("POST", "error_before"))
      expect(yield* Effect.flip(psp.create(pixCharge(key)))).toBeInstanceOf(AcquirerUnreached)
      expect(institution.ledger.charges.size).toBe(0)
    }),
  )

  law("may have been made if its second sending has no answer", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      yield* psp.find(refTo(key))
      institution.revokeTokens()
      institution.setFaults(once("PUT", "lost_answer"))
      expect(yield* Effect.flip(psp.create(pixCharge(key)))).toBeInstanceOf(OutcomeUnknown)
      expect(institution.ledger.charges.size).toBe(1)
    }),
  )
})

describe("a token", () => {
  const tokensOf = (arrivals: ReadonlyArray<string>) => arrivals.filter((line) => line === "POST /oauth/token").length

  law("is requested once for any number of requests, and used until it is refused", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      const many = Effect.all(
        Array.from({ length: 20 }, (_, place) => psp.find(refTo(keyOf(place)))),
        { concurrency: "unbounded" },
      )
      yield* many
      expect(tokensOf(institution.arrivals)).toBe(1)
      institution.revokeTokens()
      yield* many
      expect(tokensOf(institution.arrivals)).toBe(2)
    }),
  )

  law("is requested again even if the request that wanted it first was given up", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      const [, found] = yield* Effect.all([Effect.timeoutOption(psp.find(refTo(key)), 1), psp.find(refTo(keyOf(2)))], {
        concurrency: "unbounded",
      })
      expect(found).toEqual(Option.none())
      expect(tokensOf(institution.arrivals)).toBe(1)
    }),
  )

  law("that does not come in time is requested again", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({}, impatience)
      institution.setTokenFaults(once("POST", "slow"))
      expect(yield* Effect.flip(psp.create(pixCharge(key)))).toBeInstanceOf(AcquirerUnreached)
      expect(yield* psp.find(refTo(key))).toEqual(Option.none())
      expect(tokensOf(institution.arrivals)).toBe(2)
    }),
  )

  law("is renewed ahead of its end, and no request waits for that", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      yield* psp.find(refTo(key))
      yield* TestClock.adjust("3530 seconds")
      yield* psp.find(refTo(key))
      expect(tokensOf(institution.arrivals)).toBe(1)
      yield* TestClock.adjust("20 seconds")
      yield* psp.find(refTo(key))
      yield* psp.find(refTo(key))
      const bearers = institution.exchanges.flatMap(({ method, authorization }) =>
        method === "GET" ? [authorization] : [],
      )
      expect(tokensOf(institution.arrivals)).toBe(2)
      expect(bearers[2]).toBe(bearers[1])
    }).pipe(Effect.provide(TestClock.layer())),
  )

  law("that is refused twice is a fault of the account", () =>
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      institution.setFaults(() => "unauthorized")
      expect(yield* Effect.flip(psp.create(pixCharge(key)))).toMatchObject({
        _tag: "AccountRejected",
        fault: "credentials",
      })
      expect(institution.ledger.charges.size).toBe(0)
    }),
  )
})

law("a clock that is ahead does not affect expiry", () =>
  Effect.gen(function* () {
    const skew = 7_200_000
    const { psp } = yield* opened({ clockSkewMillis: skew })
    const before = Date.now()
    const made = yield* psp.create(pixCharge(key))
    expect(made.fact).toBe("open")
    expect(made.madeAt - before).toBeGreaterThanOrEqual(skew)
    expect(Option.getOrThrow(yield* psp.find(refTo(key))).fact).toBe("open")
  }),
)

it("repeated notifications in any order lead to each charge", () =>
  run(
    Effect.gen(function* () {
      const { institution, psp } = yield* opened()
      const keys = [keyOf(1), keyOf(2), keyOf(3)]
      for (const each of keys) {
        yield* psp.create(pixCharge(each))
        institution.ledger.pay(each)
      }
      const hinted: Array<string> = []
      const receiver = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          if (request.url === "/hook/pix") hinted.push(...notifiedKeys(JSON.parse(Buffer.concat(chunks).toString())))
          response.end()
        })
      })
      yield* Effect.promise(() => new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve)))
      const address = receiver.address()
      const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/hook`
      yield* Effect.promise(() => institution.notify(url, randomFrom(1)))
      receiver.close()
      expect(hinted).toHaveLength(6)
      expect([...new Set(hinted)].sort()).toEqual(keys)
    }),
  ))

it("no secret and no document is in an error, a log line or a span", () => {
  const told: Array<string> = []
  const native = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      told.push(span.name)
      const attribute = span.attribute.bind(span)
      span.attribute = (name, value) => {
        told.push(`${name}: ${JSON.stringify(value)}`)
        attribute(name, value)
      }
      return span
    },
  })
  const logger = Logger.make(({ message, cause }) => {
    told.push(JSON.stringify([message, cause]))
  })
  return run(
    Effect.gen(function* () {
      const { institution, psp } = yield* opened({}, impatience)
      for (const kind of [null, ...faultKinds]) {
        institution.setFaults(kind === null ? noFaults : () => kind)
        const askings: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
          psp.create(pixCharge(key)),
          psp.find(refTo(key)),
          psp.cancel(refTo(key), payer),
          psp.giveBack(refund),
        ]
        for (const asked of askings) {
          const outcome = yield* Effect.result(asked)
          if (outcome._tag === "Failure") told.push(JSON.stringify(outcome.failure), String(outcome.failure))
        }
      }
      const rejected = yield* opened({}, { clientSecret: Redacted.make("s3cret-that-is-wrong") })
      told.push(JSON.stringify(yield* Effect.flip(rejected.psp.create(pixCharge(key)))))
      const tokens = institution.exchanges.flatMap(({ authorization }) => authorization?.split(" ").slice(1) ?? [])
      const secrets = [
        institution.clientSecret,
        "s3cret-that-is-wrong",
        "PRIVATE KEY",
        institution.pixKey,
        payer.document,
        payer.fullname,
        ...tokens,
      ]
      expect(told.length).toBeGreaterThan(20)
      const text = told.join("\n")
      for (const secret of secrets) expect(text).not.toContain(secret)
    }).pipe(Effect.withTracer(native), Effect.provide(Logger.layer([logger]))),
  )
})
