// The signatures that receivers verify: compared with the standard's example, and verified by its own library.
import { describe, expect, it } from "@effect/vitest"
import { type Instant, instant } from "@vintem/domain/calendar"
import { OrderNumber } from "@vintem/domain/identifiers"
import { WebhookSigner } from "@vintem/domain/ports"
import { WebhookSecret, webhookEventId } from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import fc from "fast-check"
import { Webhook } from "standardwebhooks"
import { afterEach, vi } from "vitest"
import * as WebhookSignerNode from "./webhook-signer.ts"

const secretOf = (byte: number) => WebhookSecret.make(`whsec_${Buffer.alloc(32, byte).toString("base64")}`)
const first = secretOf(1)
const second = secretOf(251)

const id = webhookEventId(OrderNumber.make("7K3M9Q2X5R8T"), 1)
const signedAt = instant(1_795_000_000_999)

const headersOf = (body: string, secrets: ReadonlyArray<WebhookSecret>, at: Instant = signedAt) =>
  Effect.map(WebhookSigner, ({ headers }) =>
    headers(
      { id, at, body },
      secrets.map((secret) => Redacted.make(secret)),
    ),
  ).pipe(Effect.provide(WebhookSignerNode.layer), Effect.runSync)

/** The standard's library asks the machine for the time. */
const receivedAt = (millis: number) => vi.useFakeTimers({ toFake: ["Date"], now: millis })

afterEach(() => {
  vi.useRealTimers()
})

describe("a signature", () => {
  it.each([
    [['msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}']],
    [["msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.", '{"test": 2432232314}']],
  ])("is the one in the standard's example, however its text is split: %j", (text) => {
    const secret = Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    expect(WebhookSignerNode.signatureOf(text, secret)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  })

  it("is sent with its id and its whole seconds", () => {
    expect(headersOf("{}", [first])).toMatchObject({
      "webhook-id": "evt_7K3M9Q2X5R8T_1",
      "webhook-timestamp": "1795000000",
    })
  })

  it("agreement: the standard's library verifies every signed body", () => {
    receivedAt(signedAt)
    fc.assert(
      fc.property(fc.json(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (body, key) => {
        const secret = WebhookSecret.make(`whsec_${Buffer.from(key).toString("base64")}`)
        expect(new Webhook(secret).verify(body, headersOf(body, [secret]))).toEqual(JSON.parse(body))
      }),
    )
  })

  it("covers the bytes of multi-byte letters", () => {
    receivedAt(signedAt)
    const body = '{"city":"São Paulo","name":"🎻"}'
    expect(new Webhook(first).verify(Buffer.from(body, "utf8"), headersOf(body, [first]))).toEqual(JSON.parse(body))
  })

  it("is made with each secret of a rotation, in their order, and either verifies", () => {
    receivedAt(signedAt)
    const headers = headersOf("{}", [second, first])
    const [bySecond, byFirst, ...others] = headers["webhook-signature"].split(" ")
    expect(others).toEqual([])
    expect(headersOf("{}", [second])["webhook-signature"]).toBe(bySecond)
    expect(headersOf("{}", [first])["webhook-signature"]).toBe(byFirst)
    for (const secret of [first, second]) expect(new Webhook(secret).verify("{}", headers)).toEqual({})
  })

  it("does not verify with another secret, body or id", () => {
    receivedAt(signedAt)
    const headers = headersOf("{}", [first])
    expect(() => new Webhook(second).verify("{}", headers)).toThrow("No matching signature found")
    expect(() => new Webhook(first).verify("{ }", headers)).toThrow("No matching signature found")
    expect(() => new Webhook(first).verify("{}", { ...headers, "webhook-id": `${id}0` })).toThrow(
      "No matching signature found",
    )
  })

  it.each([
    [299, null],
    [-299, null],
    [301, "Message timestamp too old"],
    [-301, "Message timestamp too new"],
  ] as const)("%i seconds later: %s", (seconds, refusal) => {
    receivedAt(1_795_000_000_000 + seconds * 1_000)
    const verify = () => new Webhook(first).verify("{}", headersOf("{}", [first]))
    if (refusal === null) expect(verify()).toEqual({})
    else expect(verify).toThrow(refusal)
  })
})
