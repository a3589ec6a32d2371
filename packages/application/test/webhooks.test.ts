/**
 * Stories of a company's webhook: configured, sent elsewhere, given another secret.
 */
import { describe, expect, it } from "@effect/vitest"
import { Secrets, UnitOfWork, WebhookEndpointRepository } from "@vintem/domain/ports"
import type { WebhookEndpoint } from "@vintem/domain/webhook"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { configureWebhook, enableWebhook, rotateWebhook } from "../src/index.ts"
import { layer, now, Seller } from "./shop.ts"

const url = "https://loja.example.com/avisos"

const secretOf = ({ secret }: WebhookEndpoint): string => Redacted.value(secret)

const configure = (setting: Parameters<typeof configureWebhook>[1]) =>
  Effect.flatMap(Seller, ({ id }) => configureWebhook(id, setting))

const kept = Effect.flatMap(Seller, ({ id }) =>
  Effect.flatMap(WebhookEndpointRepository, (webhooks) => Effect.map(webhooks.find(id), Option.getOrThrow)),
)

const newSecret = Effect.flatMap(Secrets, ({ newWebhookSecret }) =>
  Effect.flatMap(newWebhookSecret, (secret) => Effect.map(now, (at) => ({ secret, at }))),
)

const disable = Effect.flatMap(kept, (endpoint) =>
  Effect.flatMap(WebhookEndpointRepository, (webhooks) => webhooks.put({ ...endpoint, isEnabled: false })),
)

describe("configureWebhook", () => {
  it.effect("gives the first URL a secret, and begins now", () =>
    Effect.gen(function* () {
      const endpoint = yield* configure({ url })
      expect(endpoint).toMatchObject({ url, hasLongTail: false, isEnabled: true, retired: [] })
      expect(endpoint.configuredAt).toBe(yield* now)
      expect(secretOf(endpoint)).toMatch(/^whsec_/u)
      expect(secretOf(yield* kept)).toBe(secretOf(endpoint))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps secret, beginning and long tail when the URL changes, and enables it", () =>
    Effect.gen(function* () {
      const first = yield* configure({ url, hasLongTail: true })
      yield* disable
      yield* TestClock.adjust("1 hour")
      const second = yield* configure({ url: "https://outra.example.com" })
      expect(second).toMatchObject({ url: "https://outra.example.com", hasLongTail: true, isEnabled: true })
      expect([secretOf(second), second.configuredAt]).toEqual([secretOf(first), first.configuredAt])
      expect(yield* configure({ url, hasLongTail: false })).toMatchObject({ hasLongTail: false })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("gives another secret where the webhook had been removed", () =>
    Effect.gen(function* () {
      const webhooks = yield* WebhookEndpointRepository
      const first = yield* configure({ url })
      yield* webhooks.remove(first.company)
      expect(secretOf(yield* configure({ url }))).not.toBe(secretOf(first))
    }).pipe(Effect.provide(layer)),
  )
})

describe("rotateWebhook", () => {
  it.effect("gives another secret, and keeps the one before for 24 hours", () =>
    Effect.gen(function* () {
      const units = yield* UnitOfWork
      const first = yield* configure({ url })
      const second = Option.getOrThrow(yield* units.commit(rotateWebhook(first.company, yield* newSecret)))
      expect(secretOf(second)).not.toBe(secretOf(first))
      expect(second.retired.map(({ secret, until }) => [Redacted.value(secret), until])).toEqual([
        [secretOf(first), (yield* now) + 86_400_000],
      ])
      expect(secretOf(yield* kept)).toBe(secretOf(second))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("has nothing to do where there is no webhook", () =>
    Effect.gen(function* () {
      const { id } = yield* Seller
      expect(yield* rotateWebhook(id, yield* newSecret)).toEqual(Option.none())
      expect(yield* enableWebhook(id)).toEqual(Option.none())
    }).pipe(Effect.provide(layer)),
  )
})

describe("enableWebhook", () => {
  it.effect("has the webhook used again, and changes nothing else", () =>
    Effect.gen(function* () {
      const endpoint = yield* configure({ url })
      yield* disable
      expect((yield* kept).isEnabled).toBe(false)
      yield* enableWebhook(endpoint.company)
      expect({ ...(yield* kept), secret: null }).toEqual({ ...endpoint, secret: null })
    }).pipe(Effect.provide(layer)),
  )
})
