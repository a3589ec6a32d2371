/** The contract of every store of webhook endpoints. */

import type { CompanyId } from "@vintem/domain/identifiers"
import { defaultWebhookKinds } from "@vintem/domain/order"
import { type AskedEndpoint, type CompanyRepository, UnitOfWork, WebhookEndpointRepository } from "@vintem/domain/ports"
import { enabled, failedEventsMax, rotated, type WebhookEndpoint, WebhookSecret } from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { describe, expect } from "vitest"
import { numbers } from "./job-queue-examples.ts"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { later, storeCompany } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const webhookEndpointRepositoryContract = (
  name: string,
  layer: Layer.Layer<WebhookEndpointRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`WebhookEndpointRepository: ${name}`, () => {
    it(
      "returns every field of an endpoint as it was put, in place of the previous one",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        const first = exampleEndpoint(company)
        const second: WebhookEndpoint = {
          company,
          url: "http://outra.example.com/avisos?loja=1&x=%C3%A3",
          hasLongTail: true,
          events: ["paid", "partial_refund"],
          isEnabled: false,
          secret: secret("C"),
          disabled: { at: later(4), because: "failing" },
          failuresInRow: 20,
          retired: [
            { secret: secret("B"), until: later(2) },
            { secret: secret("A"), until: later(1) },
          ],
          configuredAt: later(3),
        }
        const gone: WebhookEndpoint = { ...second, disabled: { at: later(5), because: "gone" }, failuresInRow: 0 }
        for (const endpoint of [first, second, gone, first]) {
          yield* endpoints.put(endpoint)
          expect(readable(yield* kept(company))).toStrictEqual(readable(endpoint))
        }
      }),
    )

    it(
      "stores secrets so that they do not print",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        yield* endpoints.put({ ...exampleEndpoint(company), retired: [{ secret: secret("B"), until: later(1) }] })
        expect(JSON.stringify(yield* endpoints.find(company))).not.toContain("whsec_")
      }),
    )

    it(
      "stores one for each company, and removes it once",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        expect(Option.isNone(yield* endpoints.find(company))).toBe(true)
        yield* endpoints.put(exampleEndpoint(company))
        expect(Option.isNone(yield* endpoints.find(other))).toBe(true)
        expect(yield* endpoints.remove(other)).toBe(false)
        expect([yield* endpoints.remove(company), yield* endpoints.remove(company)]).toStrictEqual([true, false])
        expect(Option.isNone(yield* endpoints.find(company))).toBe(true)
      }),
    )

    it(
      "counts failures in a row, and disables the endpoint with the last allowed one",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const endpoint = { ...exampleEndpoint(company), retired: [{ secret: secret("B"), until: later(1) }] }
        yield* endpoints.put(endpoint)
        yield* endpoints.put(exampleEndpoint(other))
        for (const failures of numbers(failedEventsMax - 1)) {
          yield* endpoints.noteFailed(askedOf(company), later(failures))
          expect(readable(yield* kept(company))).toStrictEqual(readable({ ...endpoint, failuresInRow: failures }))
        }
        yield* endpoints.noteFailed(askedOf(company), later(100))
        const disabled: WebhookEndpoint = {
          ...endpoint,
          isEnabled: false,
          disabled: { at: later(100), because: "failing" },
          failuresInRow: failedEventsMax,
        }
        expect(readable(yield* kept(company))).toStrictEqual(readable(disabled))
        expect(readable(yield* kept(other))).toStrictEqual(readable(exampleEndpoint(other)))
        // Events in flight still fail, and do not change when and why it was disabled.
        yield* endpoints.noteFailed(askedOf(company), later(101))
        yield* endpoints.noteGone(askedOf(company), later(102))
        expect(readable(yield* kept(company))).toStrictEqual(
          readable({ ...disabled, failuresInRow: failedEventsMax + 1 }),
        )
      }),
    )

    it(
      "counts failures from zero after a delivery, which enables nothing",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        const endpoint = exampleEndpoint(company)
        yield* endpoints.put({ ...endpoint, failuresInRow: failedEventsMax - 1 })
        yield* endpoints.noteDelivered([company])
        expect(readable(yield* kept(company))).toStrictEqual(readable(endpoint))
        yield* endpoints.noteFailed(askedOf(company), later(1))
        expect(readable(yield* kept(company))).toStrictEqual(readable({ ...endpoint, failuresInRow: 1 }))
        const disabled = { isEnabled: false, disabled: { at: later(2), because: "failing" } } as const
        yield* endpoints.put({ ...endpoint, ...disabled, failuresInRow: failedEventsMax })
        yield* endpoints.noteDelivered([company])
        expect(readable(yield* kept(company))).toStrictEqual(readable({ ...endpoint, ...disabled }))
      }),
    )

    it(
      "disables at once if the receiver is gone",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const endpoint = { ...exampleEndpoint(company), failuresInRow: 3 }
        yield* endpoints.put(endpoint)
        yield* endpoints.put(exampleEndpoint(other))
        const disabled = { ...endpoint, isEnabled: false, disabled: { at: later(1), because: "gone" as const } }
        for (const millis of [1, 2]) {
          yield* endpoints.noteGone(askedOf(company), later(millis))
          expect(readable(yield* kept(company))).toStrictEqual(readable(disabled))
        }
        for (const n of numbers(failedEventsMax)) yield* endpoints.noteFailed(askedOf(company), later(2 + n))
        expect(readable(yield* kept(company))).toStrictEqual(
          readable({ ...disabled, failuresInRow: 3 + failedEventsMax }),
        )
        yield* endpoints.put(enabled(disabled))
        expect(readable(yield* kept(company))).toStrictEqual(readable(exampleEndpoint(company)))
        expect(readable(yield* kept(other))).toStrictEqual(readable(exampleEndpoint(other)))
      }),
    )

    it(
      "ignores the outcome of another URL",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        const endpoint = { ...exampleEndpoint(company), url: "https://nova.example.com/avisos", failuresInRow: 19 }
        yield* endpoints.put(endpoint)
        yield* endpoints.noteFailed(askedOf(company), later(1))
        yield* endpoints.noteGone(askedOf(company), later(1))
        expect(readable(yield* kept(company))).toStrictEqual(readable(endpoint))
        yield* endpoints.noteGone(endpoint, later(2))
        expect((yield* kept(company)).isEnabled).toBe(false)
      }),
    )

    it(
      "records deliveries to any number of companies together, and to no other",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const companies = (yield* Effect.forEach(numbers(22), () => storeCompany())).map(({ id }) => id)
        for (const company of companies) yield* endpoints.put({ ...exampleEndpoint(company), failuresInRow: 1 })
        yield* endpoints.noteDelivered([])
        yield* endpoints.noteDelivered(companies.slice(1))
        const counts = yield* Effect.forEach(companies, (company) =>
          Effect.map(kept(company), ({ failuresInRow }) => failuresInRow),
        )
        expect(counts).toStrictEqual(companies.map((_, position) => (position === 0 ? 1 : 0)))
      }),
    )

    it(
      "records nothing if the company has no endpoint",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        yield* endpoints.noteFailed(askedOf(company), later(1))
        yield* endpoints.noteGone(askedOf(company), later(1))
        yield* endpoints.noteDelivered([company])
        expect(Option.isNone(yield* endpoints.find(company))).toBe(true)
      }),
    )

    it(
      "counts each of several concurrent failures, and disables at one of them",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { commit } = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        yield* endpoints.put(exampleEndpoint(company))
        yield* atOnce(numbers(failedEventsMax).map((n) => commit(endpoints.noteFailed(askedOf(company), later(n)))))
        const { disabled, ...counted } = yield* kept(company)
        expect(counted).toMatchObject({ isEnabled: false, failuresInRow: failedEventsMax })
        expect(numbers(failedEventsMax).map(later)).toContain(disabled?.at)
      }),
    )

    it(
      "loses neither a secret nor a failure if secrets are rotated while failures are counted",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { commit } = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        yield* endpoints.put(exampleEndpoint(company))
        const rotation = (letter: string) =>
          commit(
            Effect.gen(function* () {
              const endpoint = yield* kept(company)
              yield* endpoints.put(rotated(endpoint, secret(letter), later(1)))
            }),
          )
        const failure = () => commit(endpoints.noteFailed(askedOf(company), later(2)))
        const letters = [..."BCDEFGHI"]
        yield* atOnce(letters.flatMap((letter) => [failure(), rotation(letter), failure()]))
        const endpoint = yield* kept(company)
        expect(endpoint.failuresInRow).toBe(2 * letters.length)
        const secrets = [endpoint.secret, ...endpoint.retired.map((one) => one.secret)].map(Redacted.value)
        expect(secrets.toSorted()).toStrictEqual(["A", ...letters].map((letter) => Redacted.value(secret(letter))))
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        yield* endpoints.put(exampleEndpoint(company))
        const unit = Effect.gen(function* () {
          yield* endpoints.put(exampleEndpoint(other))
          yield* endpoints.noteFailed(askedOf(company), later(1))
          yield* endpoints.noteGone(askedOf(company), later(1))
          yield* endpoints.remove(company)
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(readable(yield* kept(company))).toStrictEqual(readable(exampleEndpoint(company)))
        expect(Option.isNone(yield* endpoints.find(other))).toBe(true)
      }),
    )

    hidesRunningUnits(store, Effect.all([storeCompany(), storeCompany()]), (companies) => ({
      write: (n) =>
        Effect.flatMap(WebhookEndpointRepository, (all) =>
          all.put(exampleEndpoint(companies[n - 1]?.id ?? companies[0].id)),
        ),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(WebhookEndpointRepository, (all) => all.find(companies[n - 1]?.id ?? companies[0].id)),
          Option.isSome,
        ),
    }))
  })
}

const secret = (letter: string) => Redacted.make(WebhookSecret.make(`whsec_${letter.repeat(43)}=`))

const exampleEndpoint = (company: CompanyId): WebhookEndpoint => ({
  company,
  url: "https://loja.example.com/avisos",
  hasLongTail: false,
  events: defaultWebhookKinds,
  isEnabled: true,
  disabled: null,
  failuresInRow: 0,
  secret: secret("A"),
  retired: [],
  configuredAt: later(0),
})

/** The URL of an attempt, while that endpoint was the company's. */
const askedOf = (company: CompanyId): AskedEndpoint => exampleEndpoint(company)

const kept = Effect.fnUntraced(function* (company: CompanyId) {
  const endpoints = yield* WebhookEndpointRepository
  return yield* Effect.fromOption(yield* endpoints.find(company))
})

/** With readable secrets, for comparing. */
const readable = ({ secret: current, retired, ...rest }: WebhookEndpoint) => ({
  ...rest,
  secret: Redacted.value(current),
  retired: retired.map((one) => ({ ...one, secret: Redacted.value(one.secret) })),
})

const atOnce = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })
