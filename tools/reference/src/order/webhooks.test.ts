import { OrderStatus, WebhookKind, webhookRules } from "@vintem/domain/order"
import { describe, expect, it } from "vitest"
import { orderWebhooksPage } from "./webhooks.ts"

const { body } = orderWebhooksPage()
const [map = "", occasions = ""] = body.split("## In the usual course of things")

describe("the page on webhooks", () => {
  it("has every rule, in the order of sending", () => {
    expect([...map.matchAll(/^\| `(\w+)` \|/gmu)].map(([, kind]) => kind)).toEqual(webhookRules.map(({ kind }) => kind))
    for (const { kind, fires, howOften } of webhookRules)
      expect(map).toContain(`| \`${kind}\` | ${fires} | ${howOften} |`)
  })

  it.each(WebhookKind.literals)("finds an event that sends %s", (kind) => {
    expect(occasions).toMatch(new RegExp(`^\\| \`${kind}\` \\| [^|]+ \\| \`\\w+\``, "mu"))
  })

  it("names the statuses that have none", () => {
    const kinds: ReadonlyArray<string> = WebhookKind.literals
    const silent = OrderStatus.literals.filter((status) => !kinds.includes(status))
    expect(map).toContain(silent.map((status) => `\`${status}\``).join(", "))
  })
})
