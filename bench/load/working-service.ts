/** The service in this process: everything that its use cases and `runDueJobs` need, on an SQLite file. */
import {
  AddressLookupNone,
  IdentifiersNode,
  KyselyStorage,
  MailerLogged,
  onlyKey,
  SecretsNode,
  SimulatedAcquirer,
  SimulatedBooks,
  SqliteStorage,
  WebhookSenderHttp,
  WebhookSignerNode,
} from "@vintem/adapters"
import { ChargePolicy, WebhookPolicy } from "@vintem/application"
import { instant } from "@vintem/domain/calendar"
import { HostingAddressDetector, WebhookPayload, type WebhookSender } from "@vintem/domain/ports"
import { Clock, Effect, Layer, Option, Redacted } from "effect"

/** In benchmarks of the queue no company has a webhook. */
const webhooksUnused = Layer.mergeAll(
  Layer.succeed(WebhookPayload, { encode: () => "{}", encodeTest: () => "{}" }),
  Layer.succeed(WebhookPolicy, {
    stepMillis: 30_000,
    timeoutMillis: 10_000,
    receiversNow: Effect.map(Clock.currentTimeMillis, instant),
  }),
  WebhookSenderHttp.layer({ allowPrivate: true }),
)

/**
 * Creates the file if there is none.
 *
 * @param webhooks - the webhooks' configuration; if absent none are sent
 */
export const workingService = (
  file: string,
  webhooks: Layer.Layer<WebhookPayload | WebhookPolicy | WebhookSender> = webhooksUnused,
) =>
  Layer.mergeAll(
    KyselyStorage.layerNoDeps,
    SimulatedAcquirer.layer.pipe(Layer.provide(SimulatedBooks.layerMemory)),
    IdentifiersNode.layer,
    AddressLookupNone.layer,
    MailerLogged.layer,
    Layer.succeed(ChargePolicy, { acquirerTimeoutMillis: 10_000, blockCloud: false }),
    Layer.succeed(HostingAddressDetector, { detect: () => Option.none(), snapshotDate: "2026-03-01" }),
    SecretsNode.layer(Effect.succeed(onlyKey(Redacted.make(new TextEncoder().encode("a key for fingerprints"))))),
    WebhookSignerNode.layer,
    webhooks,
  ).pipe(Layer.provideMerge(SqliteStorage.layer(file)))
