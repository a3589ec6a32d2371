/**
 * What every store of webhook endpoints promises.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { describe, expect } from "vitest"
import type { CompanyId } from "../../src/order/identifiers.ts"
import type { CompanyRepository } from "../../src/ports/company-repository.ts"
import { UnitOfWork } from "../../src/ports/unit-of-work.ts"
import { WebhookEndpointRepository } from "../../src/ports/webhook-endpoint-repository.ts"
import { type WebhookEndpoint, WebhookSecret } from "../../src/webhook/webhook-endpoint.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { later, storeCompany } from "./stored-examples.ts"

/** @param layer - a store of its own, and empty, in every build */
export const webhookEndpointRepositoryContract = (
  name: string,
  layer: Layer.Layer<WebhookEndpointRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const { it } = onFreshStore(layer)

  describe(`WebhookEndpointRepository: ${name}`, () => {
    it(
      "gives back every field of an endpoint as it was put, in the place of the one before",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        const first = exampleEndpoint(company)
        const second: WebhookEndpoint = {
          company,
          url: "http://outra.example.com/avisos?loja=1&x=%C3%A3",
          hasLongTail: true,
          isEnabled: false,
          secret: secret("C"),
          retired: [
            { secret: secret("B"), until: later(2) },
            { secret: secret("A"), until: later(1) },
          ],
          configuredAt: later(3),
        }
        for (const endpoint of [first, second]) {
          yield* endpoints.put(endpoint)
          expect(readable(yield* endpoints.find(company))).toStrictEqual(readable(Option.some(endpoint)))
        }
      }),
    )

    it(
      "keeps secrets so that they do not print",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const { id: company } = yield* storeCompany()
        yield* endpoints.put({ ...exampleEndpoint(company), retired: [{ secret: secret("B"), until: later(1) }] })
        expect(JSON.stringify(yield* endpoints.find(company))).not.toContain("whsec_")
      }),
    )

    it(
      "keeps one for each company, and removes it once",
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
      "takes part in the unit of work it is used in",
      Effect.gen(function* () {
        const endpoints = yield* WebhookEndpointRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        yield* endpoints.put(exampleEndpoint(company))
        const unit = Effect.gen(function* () {
          yield* endpoints.put(exampleEndpoint(other))
          yield* endpoints.remove(company)
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(Option.isSome(yield* endpoints.find(company))).toBe(true)
        expect(Option.isNone(yield* endpoints.find(other))).toBe(true)
      }),
    )
  })
}

const secret = (letter: string) => Redacted.make(WebhookSecret.make(`whsec_${letter.repeat(43)}=`))

const exampleEndpoint = (company: CompanyId): WebhookEndpoint => ({
  company,
  url: "https://loja.example.com/avisos",
  hasLongTail: false,
  isEnabled: true,
  secret: secret("A"),
  retired: [],
  configuredAt: later(0),
})

/** With the secrets as they are, to be compared. */
const readable = (found: Option.Option<WebhookEndpoint>) =>
  Option.map(found, ({ secret: current, retired, ...rest }) => ({
    ...rest,
    secret: Redacted.value(current),
    retired: retired.map((one) => ({ ...one, secret: Redacted.value(one.secret) })),
  }))
