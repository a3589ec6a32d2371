/**
 * The page on webhooks: which change of an order sends which.
 */
import { OrderStatus, WebhookKind, webhookRules } from "@vintem/domain/order"
import { tableOf } from "../machine/reference-machine.ts"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import { orderReference, webhooksAfter } from "./order-reference.ts"

export const orderWebhooksPage = (): ReferencePage => ({
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

## In the usual course of things

Found by trying each event of [the table of transitions](order-transitions.md) on an order of each status.

${markdownTable(
  ["webhook", "event", "from"],
  WebhookKind.literals.flatMap((kind) => occasionsOf(kind).map(({ event, from }) => [code(kind), event, from])),
)}`,
})

const silent = OrderStatus.literals.filter((status) => !WebhookKind.literals.some((kind) => kind === status))

const occasionsOf = (kind: WebhookKind): ReadonlyArray<{ readonly event: string; readonly from: string }> =>
  tableOf(orderReference).flatMap(({ event, cells }) => {
    const from = cells
      .filter(({ status, usual }) => usual.from === status && webhooksAfter(usual).includes(kind))
      .map(({ status }) => code(status))
    return from.length === 0 ? [] : [{ event, from: from.join(", ") }]
  })
