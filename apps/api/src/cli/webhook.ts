/** `vintem webhook`: a company's webhook, test events, deliveries and redelivery. */
import { IdentifiersNode, WebhookSignerNode } from "@vintem/adapters"
import { configureWebhook, redeliverWebhook, sendTestEvent } from "@vintem/application"
import {
  decodeWebhook,
  faultsOf,
  invalidFields,
  sentTestEventView,
  WebhookDeliveryQuery,
  webhookAddressRefused,
  webhookDeliveryFilter,
  webhookDeliveryView,
  webhookEventIdFromPath,
  webhookView,
} from "@vintem/contract"
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { WebhookKind } from "@vintem/domain/order"
import {
  CompanyRepository,
  firstPage,
  perPage,
  UnitOfWork,
  WebhookDeliveryRepository,
  WebhookSender,
} from "@vintem/domain/ports"
import { isDelivered, type SentTestEvent, type WebhookDelivery } from "@vintem/domain/webhook"
import { Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Configuration } from "../configuration/configuration.ts"
import { AttentionNeeded, accepted, Refused } from "../failures/outcome.ts"
import { PublicUrl } from "../http/edge/request/public-url.ts"
import { jsonFlag, print } from "../output.ts"
import { webhookPayload, webhookPolicy, webhookSender } from "../webhooks.ts"
import { companyFlag, noCompany } from "./of-company.ts"
import { serviceAddress } from "./service-address.ts"
import { refusedWhileOff } from "./webhook-off.ts"
import { withStorage } from "./with-storage.ts"

const set = Command.make(
  "set",
  {
    company: companyFlag,
    url: Flag.String("url").pipe(Flag.withDescription("The webhook's URL, http or https")),
    longTail: Flag.Boolean("long-tail").pipe(
      Flag.withDescription("Whether failed deliveries are tried for five more days; if absent, keeps its value"),
      Flag.optional,
    ),
    events: Flag.Literals("event", WebhookKind.literals).pipe(
      Flag.withDescription(
        "A kind of event to send; repeat the flag for more. If absent, keeps the kinds; at first, all but partial_refund",
      ),
      Flag.between(0, WebhookKind.literals.length),
    ),
    json: jsonFlag,
  },
  ({ company, url, longTail, events, json }) =>
    withStorage(
      Effect.gen(function* () {
        const input = yield* accepted(
          decodeWebhook({
            url,
            long_tail: Option.getOrNull(longTail),
            events: events.length === 0 ? null : events,
          }),
        )
        yield* existing(company)
        yield* checked(input.url)
        const endpoint = yield* configureWebhook(company, {
          url: input.url,
          hasLongTail: input.long_tail,
          events: input.events,
        })
        yield* print(json, webhookView(endpoint), () => [
          `Webhooks of company ${company} are sent to ${endpoint.url}`,
          `Secret: ${Redacted.value(endpoint.secret)}`,
        ])
      }),
    ),
).pipe(Command.withDescription("Set the webhook URL of a company, and show the secret that signs its webhooks"))

/** Checks the URL by the service's own rules. */
const checked = (url: string) =>
  Effect.gen(function* () {
    const settings = yield* Configuration
    const result = yield* Effect.flatMap(WebhookSender, ({ check }) => Effect.result(check(url))).pipe(
      Effect.provide(webhookSender(settings)),
    )
    yield* accepted(Result.mapError(result, webhookAddressRefused))
  })

const existing = Effect.fnUntraced(function* (company: CompanyId) {
  const { find } = yield* CompanyRepository
  if (Option.isNone(yield* find(company))) return yield* noCompany(company)
})

const decodeQuery = Schema.decodeUnknownResult(WebhookDeliveryQuery, { errors: "all" })

/** Filters of the list, with the meaning they have in the administration API. */
const queryFlags = {
  page: Flag.String("page").pipe(Flag.withDescription("Page of the list, from 1"), Flag.withDefault("1")),
  order_number: Flag.String("order-number").pipe(Flag.withDescription("Deliveries of one order"), Flag.optional),
  state: Flag.String("state").pipe(Flag.withDescription("pending, delivered or failed"), Flag.optional),
}

const deliveries = Command.make(
  "deliveries",
  { company: companyFlag, ...queryFlags, json: jsonFlag },
  ({ company, page, order_number, state, json }) =>
    withStorage(
      Effect.gen(function* () {
        const asked = {
          page,
          ...Option.match(order_number, { onNone: () => ({}), onSome: (number) => ({ order_number: number }) }),
          ...Option.match(state, { onNone: () => ({}), onSome: (one) => ({ state: one }) }),
        }
        const query = yield* accepted(
          Result.mapError(decodeQuery(asked), ({ issue }) => invalidFields(faultsOf(issue))),
        )
        yield* existing(company)
        const { list } = yield* WebhookDeliveryRepository
        const wanted = { page: query.page ?? firstPage, size: perPage }
        const { entries, total } = yield* list(company, webhookDeliveryFilter(query), wanted)
        yield* print(json, { data: entries.map(webhookDeliveryView), total }, () => [
          ...entries.map(deliveryLine),
          `${entries.length} of ${total}`,
        ])
      }),
    ),
).pipe(Command.withDescription("List a company's webhook deliveries and their outcomes, latest first"))

const deliveryLine = ({ event, state, attempts, nextAttemptAt }: WebhookDelivery): string =>
  [
    event.id,
    saoPauloTimestamp(event.occurredAt),
    event.kind,
    state,
    `${attempts.length} ${attempts.length === 1 ? "attempt" : "attempts"}`,
    nextAttemptAt === null ? "" : `next ${saoPauloTimestamp(nextAttemptAt)}`,
    attempts.at(-1)?.error ?? "",
  ]
    .filter((part) => part !== "")
    .join("\t")

const redeliver = Command.make(
  "redeliver",
  {
    company: companyFlag,
    id: Argument.String("id").pipe(Argument.withDescription("Id of the webhook: evt_…")),
    json: jsonFlag,
  },
  ({ company, id, json }) =>
    withStorage(
      Effect.gen(function* () {
        const { commit } = yield* UnitOfWork
        const event = webhookEventIdFromPath(id)
        if (Option.isNone(event)) return yield* noDelivery(company, id)
        yield* commit(redeliverWebhook({ company, id: event.value })).pipe(
          Effect.catchTags({ ...refusedWhileOff, NoSuchDelivery: () => noDelivery(company, id) }),
        )
        yield* print(json, { id, redelivered: true }, () => [`The running service sends ${id} again.`])
      }),
    ),
).pipe(Command.withDescription("Send a webhook again: the same bytes under the same id, with all its retries"))

const test = Command.make("test", { company: companyFlag, json: jsonFlag }, ({ company, json }) =>
  withStorage(
    Effect.gen(function* () {
      yield* existing(company)
      const settings = yield* Configuration
      const surroundings = Layer.mergeAll(
        IdentifiersNode.layer,
        WebhookSignerNode.layer,
        webhookSender(settings),
        webhookPolicy(settings),
        Layer.provide(
          webhookPayload(settings),
          Layer.succeed(PublicUrl, { base: serviceAddress(Option.none(), settings) }),
        ),
      )
      const sent = yield* Effect.provide(sendTestEvent(company), surroundings).pipe(Effect.catchTags(refusedWhileOff))
      yield* print(json, sentTestEventView(sent), () => testLines(sent))
      if (!isTaken(sent)) return yield* new AttentionNeeded({ message: notTaken(sent) })
    }),
  ),
).pipe(
  Command.withDescription(
    "Send a test event to a company's webhook, once and now, and show the answer. Its status is `test`, and it has no order. Exit status 0 " +
      "if the receiver accepted it (200 to 299), 1 if not",
  ),
)

const isTaken = ({ status }: SentTestEvent): boolean =>
  status !== null && isDelivered({ _tag: "Answered", status, retryAfterMillis: null })

const notTaken = ({ status }: SentTestEvent): string =>
  status === null
    ? "The receiver did not answer: make sure that it runs, and that the URL is right (vintem webhook set)."
    : `The receiver answered ${status}, but only 200 to 299 accepts an event: look at its log.`

const testLines = ({ answer, durationMillis, error, event, status }: SentTestEvent): ReadonlyArray<string> => [
  `${event.id}: ${status === null ? error : `answered ${status}`} after ${durationMillis} ms`,
  ...(answer === null || answer === "" ? [] : ["", answer]),
]

const noDelivery = (company: CompanyId, id: string) =>
  new Refused({
    message: `Company ${company} has no webhook ${id}. See them with: vintem webhook deliveries --company ${company}`,
  })

export const webhook = Command.make("webhook").pipe(
  Command.withDescription("Webhooks: events sent to companies"),
  Command.withSubcommands([set, test, deliveries, redeliver]),
)
