// A company's webhook: its URL, its secrets, and how long each secret signs.
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"
import { defaultWebhookKinds } from "../order/webhooks.ts"
import { configured, enabled, redirected, rotated, signingSecrets, WebhookSecret } from "./webhook-endpoint.ts"

const secret = (letter: string) => Redacted.make(WebhookSecret.make(`whsec_${letter.repeat(43)}=`))
const [first, second, third] = [secret("A"), secret("B"), secret("C")]
const dayMillis = 24 * 60 * 60 * 1_000
const target = { url: "https://loja.example.com/avisos", hasLongTail: false, events: defaultWebhookKinds }
const endpoint = configured(CompanyId.make(1), target, first, instant(1_000))

describe("a webhook secret", () => {
  it.each([
    [`whsec_${"A".repeat(43)}=`, true],
    [`whsec_${"A".repeat(42)}==`, false],
    [`whsk_${"A".repeat(43)}=`, false],
    [`whsec_${"-".repeat(43)}=`, false],
  ])("%s: %s", (text, isSecret) => {
    expect(Schema.is(WebhookSecret)(text)).toBe(isSecret)
  })
})

describe("a webhook", () => {
  it("is enabled when it is configured", () => {
    expect(endpoint).toEqual({
      company: 1,
      ...target,
      isEnabled: true,
      disabled: null,
      failuresInRow: 0,
      secret: first,
      retired: [],
      configuredAt: 1_000,
    })
  })

  it("keeps its secrets and its age if the URL changes, and is enabled again", () => {
    const other = { url: "https://outra.example.com", hasLongTail: true, events: defaultWebhookKinds }
    const before = rotated({ ...endpoint, isEnabled: false }, second, instant(2_000))
    expect(redirected(before, other)).toEqual({ ...before, ...other, isEnabled: true })
  })

  it("starts its count of failures again if it is enabled after being disabled", () => {
    const disabled = {
      ...endpoint,
      isEnabled: false,
      disabled: { at: instant(9), because: "failing" as const },
      failuresInRow: 20,
    }
    expect(enabled(disabled)).toEqual(endpoint)
    expect(redirected(disabled, target)).toEqual(endpoint)
  })

  it("signs with the old secret for 24 hours after a rotation, after the new one", () => {
    const after = rotated(endpoint, second, instant(5_000))
    expect(signingSecrets(after, instant(5_000))).toEqual([second, first])
    expect(signingSecrets(after, instant(5_000 + dayMillis - 1))).toEqual([second, first])
    expect(signingSecrets(after, instant(5_000 + dayMillis))).toEqual([second])
  })

  it("locks no receiver out if it is rotated twice, and forgets secrets that no longer sign", () => {
    const twice = rotated(rotated(endpoint, second, instant(0)), third, instant(1))
    expect(signingSecrets(twice, instant(dayMillis - 1))).toEqual([third, second, first])
    expect(signingSecrets(twice, instant(dayMillis))).toEqual([third, second])
    expect(rotated(twice, first, instant(dayMillis)).retired).toEqual([
      { secret: third, until: 2 * dayMillis },
      { secret: second, until: dayMillis + 1 },
    ])
  })

  it("is neither enabled nor disabled by a rotation", () => {
    expect(rotated({ ...endpoint, isEnabled: false }, second, instant(0)).isEnabled).toBe(false)
  })
})
