/** The page on the delivery of webhooks: contents, signatures, retries, and giving up. */
import { WebhookSignerNode } from "@vintem/adapters"
import { testEventPayload, webhookPayload } from "@vintem/contract"
import { firstAttempt } from "@vintem/domain/identifiers"
import { evolve } from "@vintem/domain/order"
import type { WebhookNotification } from "@vintem/domain/ports"
import {
  attemptsKeptMax,
  failedEventsMax,
  longTailWaitsMillis,
  retiredSecretMillis,
  retryAfterMaxMillis,
  retrySteps,
  TestEventId,
  usualTries,
  webhookEventId,
} from "@vintem/domain/webhook"
import { Redacted } from "effect"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import { exampleAttempt, exampleNow, exampleOrder } from "./example-order.ts"
import { payloadSchemaName } from "./payload-schema.ts"

/** Signs the example only. */
const exampleSecret = `whsec_${Buffer.alloc(32, "example ").toString("base64")}`

const confirmed = {
  _tag: "AttemptReported",
  attempt: firstAttempt,
  fact: "confirmed",
  report: {},
  at: exampleNow,
} as const

/** The example, paid by card. */
const notification: WebhookNotification = {
  id: webhookEventId(exampleOrder.details.number, 1),
  kind: "paid",
  sequence: 1,
  order: evolve(evolve(exampleOrder, exampleAttempt), confirmed),
  occurredAt: exampleNow,
}

const body = webhookPayload(notification, { platform: "Vintem", publicUrl: "https://pay.example.com" })
const testBody = testEventPayload(
  { id: TestEventId.make("evt_test_djfcmahledoikcmfoalgbdpemfmgphhg"), at: exampleNow },
  { platform: "Vintem" },
)
const timestamp = String(Math.floor(notification.occurredAt / 1_000))
const signature = WebhookSignerNode.signatureOf(
  [`${notification.id}.${timestamp}.`, body],
  Redacted.make(exampleSecret),
)

const hourMillis = 3_600_000
const hours = (millis: number): number => millis / hourMillis

/** The default step of the retries (`VINTEM_WEBHOOK_RETRY`), in seconds. */
const stepSeconds = 30

const waitText = (seconds: number): string => (seconds < 3_600 ? `${seconds} s` : `${seconds / 3_600} h`)

/** The pause before each attempt, seconds. */
const waits = [
  0,
  ...retrySteps.map((steps) => steps * stepSeconds),
  ...longTailWaitsMillis.map((millis) => millis / 1_000),
]

const schedule = waits.map((wait, index) => {
  const sinceFirst = waits.slice(0, index + 1).reduce((sum, one) => sum + one, 0)
  const kind = index === 0 ? "the attempt" : index < usualTries ? "retry" : "long tail"
  const since =
    sinceFirst < 3_600 ? `${sinceFirst} s` : `${Math.floor(sinceFirst / 3_600)} h ${(sinceFirst % 3_600) / 60} min`
  return [index + 1, kind, index === 0 ? "–" : waitText(wait), index === 0 ? "–" : since] as const
})

export const webhooksPage = (): ReferencePage => ({
  name: "webhooks.md",
  title: "How webhooks arrive",
  about: "What is sent to a company, how to know that it is us, and what happens to what is not taken.",
  body: `Which change sends which event stands in [Webhooks of an order](order-webhooks.md). The smallest receiver that does all that is said
here is [examples/webhook-receiver](../../examples/webhook-receiver/README.md).

## What is sent

A \`POST\` with a JSON body in UTF-8, as [${payloadSchemaName}](${payloadSchemaName}) describes it. Every field is always there; what there is nothing
to say of is \`null\`, and an order without an address has empty texts for it. Fields may be added later: a receiver leaves aside what it does
not know. Amounts are numbers in reais, times are those of America/Sao_Paulo.

${markdownTable(
  ["header", "what it is"],
  [
    [
      code("webhook-id"),
      "names the event, on every attempt and redelivery the same: a receiver that has seen it ignores it",
    ],
    [code("webhook-timestamp"), "seconds since 1970, of this attempt"],
    [code("webhook-signature"), "one or several signatures, separated by spaces"],
    [code("content-type"), code("application/json")],
  ],
)}
The body is written once, in the commit of the change that it tells of: every attempt sends the same bytes, and tells of the order as that
change left it. Standard Webhooks advises at most 20 kB. An order of a hundred items with names of a hundred letters stays below; with
names as long as they may be it is 31 kB, and 107 kB where each of their letters takes four bytes.

## How to know that it is us

By the rules of [Standard Webhooks](https://www.standardwebhooks.com), for which there are libraries in most languages. By hand:

1. Take the bytes of the body as they came.
2. Join \`webhook-id\`, \`webhook-timestamp\` and the body with full stops.
3. Take the HMAC-SHA-256 of that, with the bytes as key that the secret has in base64 after \`whsec_\`.
4. Its base64, after \`v1,\`, has to be one of the signatures. Compare in constant time.
5. Refuse a timestamp more than five minutes away from now.

With the secret \`${exampleSecret}\` this request is genuine (the body is one line):

\`\`\`http
POST /avisos HTTP/1.1
content-type: application/json
webhook-id: ${notification.id}
webhook-timestamp: ${timestamp}
webhook-signature: ${signature}

${body}
\`\`\`

\`\`\`js
import { Webhook } from "standardwebhooks"

const event = new Webhook(secret).verify(body, headers) // throws where it is not genuine, or of another time
\`\`\`

After \`POST …/webhook/rotate\` both secrets sign for ${hours(retiredSecretMillis)} hours, the new one first: one signature that is right is enough.

## Trying it out

\`POST …/webhook/test\`, the panel and \`vintem webhook test\` send a test event, once and now, and show what came back. It is signed like
any other and has no order: do nothing for it, and answer 2xx.

\`\`\`json
${testBody}
\`\`\`

## When it is taken

Any answer from 200 to 299 within ten seconds. Anything else is a failure, a redirect too: it is not followed. At most 64 kB of an answer are
read, and nothing of it is kept but its status. The answer to a test event is shown to the person or program that asked for it.

From each process of the service up to sixteen events of a company are on their way at once, over eight connections that it shares with no other
company. What waits for one of them does so for ten seconds at most, which are not the receiver's.

${markdownTable(["attempt", "", "waits after the one before", "since the first"], schedule)}
The step of ${stepSeconds} seconds is \`VINTEM_WEBHOOK_RETRY\`; the long tail is only for a company that asks for it (\`long_tail\`). Waits count from the
moment the attempt before had failed. A receiver that answers 429 or 503 with \`Retry-After\` is left alone for as long as it says, at most
${hours(retryAfterMaxMillis)} hour, if that is longer.

**At least once.** An attempt whose answer is lost, or that a crash interrupts, is made again: the same \`webhook-id\` may come twice.

**In order, per order.** \`sequence\` counts the events of an order from 1 without a gap. The next is not sent before the one before was taken or
its usual schedule is over: it stands in the list as \`pending\`, with the hour at which it could have been sent. What is given up, and sent again
later, comes after newer ones: an order stands as its highest \`sequence\` says. Different orders do not wait for each other.

## When nothing is sent any more

A webhook is disabled, and says since when and why (\`disabled\`):

${markdownTable(
  [code("because"), "when"],
  [
    [code("gone"), "the receiver answered 410"],
    [
      code("failing"),
      `${failedEventsMax} events in a row could not be delivered in their usual schedule (\`failures_in_row\`); one that is taken begins the count anew, one that is asked for again counts again`,
    ],
  ],
)}
What happens meanwhile is kept as \`failed\`. \`POST …/webhook/enable\` enables it again, and so does \`PUT …/webhook\` with whatever URL, the same one
too; then what was missed is sent when the company asks for it. Until then asking is answered 422, and changes nothing.

Nothing is kept of the time before a URL was configured. Another URL gets what was still to be told to the one before it. Where a webhook was
removed (\`DELETE …/webhook\`) and another is configured, that one is told nothing of the time before, unless the company asks.

## What became of it

\`GET /admin/v1/companies/{company}/webhook-deliveries\` has every event with its attempts (the latest ${attemptsKeptMax}): when, which status or error, and how
long it took; \`?order_number=\`, \`?state=\` (\`pending\`, \`delivered\`, \`failed\`) and \`?page=\` narrow it. An order's history has its own, beside the rule by
which each was sent, or was not. What has ended is kept for \`VINTEM_RETENTION\`.

\`POST …/webhook-deliveries/{id}/redeliver\` sends one again, now and with all its retries. \`POST …/webhook-deliveries/replay\` with
\`{"from": "2026-11-21", "to": "2026-11-22 11:30:00", "events": ["paid"]}\` sends those of a stretch of time again, in the order in which they
occurred, and answers how many they are: from the beginning of a day or second through the end of one, of every kind where \`events\` is left
out. Those that were delivered are sent again, too: a receiver knows them by their \`webhook-id\`. Those that are still tried are let be.

A receiver that was never reached is no reason to be wrong: \`GET /api/v1/order/{order_number}\` says how an order stands, always.
`,
})
