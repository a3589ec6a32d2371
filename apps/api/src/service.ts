/** The composition root: picks the adapter for each port. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import {
  AddressLookupHttp,
  AddressLookupNone,
  Backlog,
  HostingAddressDetectorSnapshot,
  IdentifiersNode,
  LogoSourceHttp,
  type PostgresStorage,
  Settings as StoredSettings,
  WebhookSignerNode,
} from "@vintem/adapters"
import {
  ApiKeyUses,
  AskNow,
  ChargePolicy,
  DeliveriesInFlight,
  RetentionPolicy,
  trackedStores,
  WorkerLock,
} from "@vintem/application"
import { Duration, Effect, Layer, Option, type Redacted } from "effect"
import { acquirer } from "./acquirer/acquirer.ts"
import { SignatureWatch } from "./acquirer/signature-watch.ts"
import { MachineClock } from "./clock/machine-clock.ts"
import { ClockAhead, claimsBySharedClock, keysInRealTime, sandboxClock } from "./clock/sandbox-clock.ts"
import type { Settings } from "./configuration/configuration.ts"
import { ExportsUnderWay } from "./http/admin/exports-under-way.ts"
import { AdminToken } from "./http/edge/auth/authentication.ts"
import { readiness } from "./http/edge/health.ts"
import { RateLimits } from "./http/edge/limits/rate-limit.ts"
import { MetricsReaders } from "./http/edge/metrics.ts"
import { TrustedProxies } from "./http/edge/request/client-address-of.ts"
import { NotificationSecrets } from "./http/gateway-notifications.ts"
import { OpenStreams } from "./http/panel/open-streams.ts"
import { BacklogMeter } from "./metrics/backlog-meter.ts"
import { measuredSender } from "./metrics/measured-sender.ts"
import { measuredStores } from "./metrics/measured-stores.ts"
import { Meter } from "./metrics/meter.ts"
import { processMeter } from "./metrics/process-meter.ts"
import { RequestMeter } from "./metrics/request-meter.ts"
import { commitMeter, poolMeter } from "./metrics/storage-meter.ts"
import { serviceStatus } from "./status/service-status.ts"
import { secrets, storage, storageFault } from "./storage.ts"
import { tracedSender, tracedStores } from "./tracing/traced-ports.ts"
import { tracingLayer } from "./tracing/tracing-layer.ts"
import { webhookPolicy, webhookSender } from "./webhooks.ts"
import { wholeDatabase } from "./whole-database.ts"

/**
 * Everything that the routes need, except the public URL, which depends on the bound port.
 *
 * @param openedBy - decides if an unreachable database is waited for
 */
export const service = (
  settings: Settings,
  adminToken: Redacted.Redacted<string>,
  openedBy?: PostgresStorage.OpeningPolicy,
) =>
  Layer.mergeAll(
    addressLookup(settings),
    acquirer(settings),
    // Company logos are fetched from the networks that webhooks may reach.
    LogoSourceHttp.layer({ allowPrivate: settings.webhookAllowPrivate }),
    measuredSender.pipe(Layer.provide(tracedSender(settings)), Layer.provide(webhookSender(settings))),
    HostingAddressDetectorSnapshot.layer,
    IdentifiersNode.layer,
    WorkerLock.layer,
    DeliveriesInFlight.layer,
    ApiKeyUses.layer,
    AskNow.layer,
    webhookPolicy(settings),
    WebhookSignerNode.layer,
    Layer.succeed(RetentionPolicy, { millis: Duration.toMillis(settings.retention) }),
    ready,
    Layer.succeed(AdminToken, { token: adminToken }),
    Layer.succeed(NotificationSecrets, { secrets: settings.gatewaySecrets }),
    RequestMeter.layer,
    ExportsUnderWay.layer,
    OpenStreams.layer,
    Layer.merge(BacklogMeter.layer, serviceStatus(settings)).pipe(Layer.provide(Backlog.layer), Layer.provide(ready)),
    processMeter,
    poolMeter,
    Layer.succeed(MetricsReaders, { token: settings.metricsToken, allow: settings.metricsAllow }),
    Layer.succeed(TrustedProxies, { networks: settings.trustedProxies }),
    Layer.succeed(ChargePolicy, {
      acquirerTimeoutMillis: settings.gatewayTimeoutMillis,
      blockCloud: settings.blockCloud,
    }),
  ).pipe(
    Layer.provideMerge(serviceClock(settings)),
    Layer.provideMerge(MachineClock.layer),
    Layer.provideMerge(SignatureWatch.layer),
    Layer.provideMerge(RateLimits.layer(settings.rateLimit)),
    Layer.provideMerge(secrets(settings)),
    Layer.provideMerge(wholeDatabase),
    Layer.provideMerge(trackedStores),
    Layer.provideMerge(tracedStores(settings)),
    Layer.provideMerge(measuredStores),
    Layer.provideMerge(storage(settings, openedBy)),
    Layer.provideMerge(commitMeter),
    Layer.provideMerge(Meter.layer),
    Layer.provideMerge(tracingLayer(settings, "vintem")),
  )

/** Looks up postal codes at the configured service, or nowhere. */
const addressLookup = ({ postalCodeUrl }: Settings) =>
  Option.match(postalCodeUrl, {
    onNone: () => AddressLookupNone.layer,
    onSome: (base) => AddressLookupHttp.layer(base).pipe(Layer.provide(NodeHttpClient.layerUndici)),
  })

const degraded = Effect.gen(function* () {
  return (yield* (yield* SignatureWatch).isRefused) === true ? "signature_refused" : null
})

/** One shared instance. */
const ready = readiness(storageFault, degraded)

/** Later layers use the sandbox's time. Earlier ones, the rate limits, use the machine's. */
const serviceClock = ({ environment }: Settings) =>
  (environment === "sandbox" ? Layer.mergeAll(sandboxClock, claimsBySharedClock, keysInRealTime) : Layer.empty).pipe(
    Layer.provideMerge(ClockAhead.layer),
    Layer.provide(StoredSettings.layer),
  )
