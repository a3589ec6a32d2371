/**
 * The composition root: which adapter fulfils which port.
 */
import { HostingAddressDetectorSnapshot, IdentifiersNode, SandboxReports, SimulatedAcquirer } from "@vintem/adapters"
import { ChargePolicy } from "@vintem/application"
import { Layer, type Redacted } from "effect"
import type { Settings } from "./configuration/configuration.ts"
import { AdminToken } from "./http/authentication.ts"
import { TrustedProxies } from "./http/client-address-of.ts"
import { readiness } from "./http/health.ts"
import { RateLimits } from "./http/rate-limit.ts"
import { storage, storageFault } from "./storage.ts"

/** Everything the routes need but the public URL, which is known once the port is. */
export const service = (settings: Settings, adminToken: Redacted.Redacted<string>) =>
  Layer.mergeAll(
    SimulatedAcquirer.layer,
    SandboxReports.SandboxReports.layer,
    HostingAddressDetectorSnapshot.layer,
    IdentifiersNode.layer,
    readiness(storageFault),
    Layer.succeed(AdminToken, { token: adminToken }),
    Layer.succeed(RateLimits, { perToken: settings.rateLimit }),
    Layer.succeed(TrustedProxies, { networks: settings.trustedProxies }),
    Layer.succeed(ChargePolicy, {
      acquirerTimeoutMillis: settings.gatewayTimeoutMillis,
      blockCloud: settings.blockCloud,
    }),
  ).pipe(Layer.provideMerge(storage(settings.database)))
