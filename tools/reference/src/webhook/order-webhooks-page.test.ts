import { OrderStatus, WebhookKind, webhookRules } from "@vintem/domain/order"
import { describe, expect, it } from "vitest"
import { orderWebhooksPage } from "./order-webhooks-page.ts"

const { body } = orderWebhooksPage

describe("the page on webhooks", () => {
  it("has every rule, in the order of sending", () => {
    expect([...body.matchAll(/^\| `(\w+)` \|/gmu)].map(([, kind]) => kind)).toEqual(
      webhookRules.map(({ kind }) => kind),
    )
    for (const { kind, fires, howOften } of webhookRules)
      expect(body).toContain(`| \`${kind}\` | ${fires} | ${howOften} |`)
  })

  it("names the statuses that have none", () => {
    const kinds: ReadonlyArray<string> = WebhookKind.literals
    const silent = OrderStatus.literals.filter((status) => !kinds.includes(status))
    expect(body).toContain(silent.map((status) => `\`${status}\``).join(", "))
  })
})
