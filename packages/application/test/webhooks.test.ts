/** Stories of a company's webhook: configured, sent to another URL, given another secret. */
import { describe, expect, it } from "@effect/vitest"
import { inCompany } from "@vintem/domain/access"
import {
  firstPage,
  perPage,
  Secrets,
  Trail,
  UnitOfWork,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
  WebhookNotAnswered,
} from "@vintem/domain/ports"
import type { WebhookEndpoint } from "@vintem/domain/webhook"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { configureWebhook, enableWebhook, rotateWebhook, sendTestEvent } from "../src/index.ts"
import { answered, layer, now, Receiver, Seller } from "./shop.ts"

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

  it.effect("gives another secret if the webhook had been removed", () =>
    Effect.gen(function* () {
      const webhooks = yield* WebhookEndpointRepository
      const first = yield* configure({ url })
      yield* webhooks.remove(first.company)
      expect(secretOf(yield* configure({ url }))).not.toBe(secretOf(first))
    }).pipe(Effect.provide(layer)),
  )
})

describe("rotateWebhook", () => {
  it.effect("gives another secret, and keeps the previous one for 24 hours", () =>
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

  it.effect("does nothing if there is no webhook", () =>
    Effect.gen(function* () {
      const { id } = yield* Seller
      expect(yield* rotateWebhook(id, yield* newSecret)).toEqual(Option.none())
      expect(yield* enableWebhook(id)).toEqual(Option.none())
    }).pipe(Effect.provide(layer)),
  )
})

describe("enableWebhook", () => {
  it.effect("enables the webhook again, and changes nothing else", () =>
    Effect.gen(function* () {
      const endpoint = yield* configure({ url })
      yield* disable
      expect((yield* kept).isEnabled).toBe(false)
      yield* enableWebhook(endpoint.company)
      expect({ ...(yield* kept), secret: null }).toEqual({ ...endpoint, secret: null })
    }).pipe(Effect.provide(layer)),
  )
})

describe("sendTestEvent", () => {
  const send = Effect.flatMap(Seller, ({ id }) => sendTestEvent(id))
  const log = Effect.flatMap(Seller, ({ id }) =>
    Effect.flatMap(Trail, ({ after }) => Effect.map(after(inCompany(id), 0, 10), (all) => all.slice(1))),
  )

  it.effect("sends one event without an order, signed with the current secrets, and shows the answer", () =>
    Effect.gen(function* () {
      const receiver = yield* Receiver
      const first = yield* configure({ url })
      yield* Effect.flatMap(newSecret, (secret) => rotateWebhook(first.company, secret))
      receiver.answer = () => Effect.succeed(answered(404))
      receiver.says = "<h1>Not here</h1>\u0000"
      const sent = yield* send
      expect(sent).toMatchObject({ status: 404, error: null, answer: "<h1>Not here</h1>", durationMillis: 0 })
      expect(receiver.received).toHaveLength(1)
      const [message] = receiver.received
      expect(message).toMatchObject({ url, body: sent.body, company: first.company })
      expect(message?.headers["webhook-id"]).toBe(sent.event.id)
      expect(message?.headers["webhook-signature"]?.split(" ")).toHaveLength(2)
      expect(sent.event.id).toMatch(/^evt_test_/u)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is recorded before it is sent, and stored nowhere else, whatever the answer", () =>
    Effect.gen(function* () {
      const receiver = yield* Receiver
      const endpoint = yield* configure({ url: `${url}?chave=abc` })
      const deliveries = yield* WebhookDeliveryRepository
      const before = yield* log
      const services = yield* Effect.context<Trail | Seller>()
      const lengths: Array<number> = []
      const noted = Effect.map(log, (entries) => lengths.push(entries.length)).pipe(
        Effect.orDie,
        Effect.provideContext(services),
      )
      for (const answer of [
        Effect.succeed(answered(410)),
        Effect.fail(new WebhookNotAnswered({ reason: "timed_out", detail: "no complete answer" })),
      ]) {
        receiver.answer = () => Effect.andThen(noted, answer)
        const sent = yield* send
        expect([sent.status, sent.error, sent.answer]).toEqual(
          sent.status === 410 ? [410, null, ""] : [null, "timed_out: no complete answer", null],
        )
        const [entry] = (yield* log).slice(-1)
        expect(entry).toMatchObject({ action: "webhook.test", subject: "webhook", before: null })
        expect(entry?.after).toEqual({ id: sent.event.id, url: `${url}?(masked)` })
      }
      expect(lengths).toEqual([before.length + 1, before.length + 2])
      expect(yield* kept).toEqual(endpoint)
      const { total } = yield* deliveries.list(endpoint.company, {}, { page: firstPage, size: perPage })
      expect(total).toBe(0)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is sent to a disabled webhook, which stays disabled, and not to a missing one", () =>
    Effect.gen(function* () {
      const { received } = yield* Receiver
      const refused = yield* Effect.flip(send)
      expect(refused).toMatchObject({ _tag: "WebhookOff", because: "not_configured" })
      expect(received).toEqual([])
      yield* configure({ url })
      yield* disable
      expect((yield* send).status).toBe(200)
      expect((yield* kept).isEnabled).toBe(false)
    }).pipe(Effect.provide(layer)),
  )
})
