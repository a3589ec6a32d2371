/** The page on webhooks: the changes of an order, and the webhook that each sends. */
import { OrderStatus, WebhookKind, webhookRules } from "@vintem/domain/order"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"

const silent = OrderStatus.literals.filter((status) => !WebhookKind.literals.some((kind) => kind === status))

export const orderWebhooksPage: ReferencePage = {
  name: "order-webhooks.md",
  title: "Webhooks of an order",
  about: "Which change of an order sends which webhook, and how often.",
  body: `A webhook follows from the change itself, whatever caused it. Entering a status the order is already in sends none.

${markdownTable(
  ["webhook", "fires on", "how often"],
  webhookRules.map(({ kind, fires, howOften }) => [code(kind), fires, howOften]),
)}
Where one change sends several, they are sent in this order. No webhook is named for these
statuses, so a receiver that needs them has to ask: ${silent.map(code).join(", ")}.
`,
}
