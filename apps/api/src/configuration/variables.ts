/** The environment variables of the service: one table for reading and documenting them. */

import { databaseLocationKind } from "./database-location.ts"
import { type Environment, environmentKind } from "./environment.ts"
import { networksKind } from "./networks.ts"
import { smtpServerKind } from "./smtp-server.ts"
import {
  baseUrlKind,
  booleanKind,
  changingSecretKind,
  durationKind,
  encryptedUrlKind,
  hostKind,
  hostsKind,
  listKind,
  literalKind,
  nameKind,
  secretKeyKind,
  secretKind,
  shareKind,
  type ValueKind,
  wholeNumberKind,
} from "./value-kind.ts"

interface DescribedVariable<A> {
  readonly name: string
  readonly kind: ValueKind<A>
  /** What the variable decides, in Markdown. */
  readonly meaning: string
  /** The additional demands in production. */
  readonly kindInProduction?: ValueKind<A>
}

/** A variable that always has a value. */
export interface DefaultedVariable<A> extends DescribedVariable<A> {
  readonly _tag: "defaulted"
  /** Defaults in the written form, so that the page shows what the program reads. */
  readonly defaults: Readonly<Record<Environment, string>>
}

/** A variable that may be unset, which has a meaning of its own. */
export interface OptionalVariable<A> extends DescribedVariable<A> {
  readonly _tag: "optional"
  /** The effect of leaving it unset, in Markdown. */
  readonly unset: string
  readonly isRequiredInProduction: boolean
  /** True if PostgreSQL makes it required: processes on several machines have to agree on it. */
  readonly isRequiredOnPostgres: boolean
  /** The variable that makes no sense without this one. */
  readonly requiredBy: string | null
}

export type Variable<A> = DefaultedVariable<A> | OptionalVariable<A>

const defaulted = <A>(
  variable: DescribedVariable<A> & { readonly default: string | Readonly<Record<Environment, string>> },
): DefaultedVariable<A> => {
  const { default: given, ...described } = variable
  const defaults = typeof given === "string" ? { sandbox: given, production: given } : given
  return { _tag: "defaulted", ...described, defaults }
}

const optional = <A>(
  variable: DescribedVariable<A> &
    Pick<OptionalVariable<A>, "unset"> &
    Partial<Pick<OptionalVariable<A>, "isRequiredInProduction" | "isRequiredOnPostgres" | "requiredBy">>,
): OptionalVariable<A> => ({
  _tag: "optional",
  isRequiredInProduction: false,
  isRequiredOnPostgres: false,
  requiredBy: null,
  ...variable,
})

/** The least characters of a secret that callers send: at four bits each 128 bits, too many to guess. */
const secretLengthMin = 32

const gatewayUrl = optional({
  name: "VINTEM_GATEWAY_URL",
  kind: baseUrlKind,
  kindInProduction: encryptedUrlKind,
  unset: "unset: the simulated acquirer, in process",
  isRequiredInProduction: true,
  meaning: "base URL of the HTTP acquirer",
})

/** In the order of the documentation and of reported faults. */
export const variables = {
  host: defaulted({
    name: "HOST",
    kind: hostKind,
    default: "127.0.0.1",
    meaning: "address to listen on",
  }),
  port: defaulted({
    name: "PORT",
    kind: wholeNumberKind(0, 65_535),
    default: "3000",
    meaning: "port to listen on; `0` picks a free one and prints it",
  }),
  database: defaulted({
    name: "DATABASE_URL",
    kind: databaseLocationKind,
    default: "sqlite:./data/vintem.db",
    meaning:
      "where the data is stored; for PostgreSQL, separate several servers by commas, and the service uses the one that takes writes",
  }),
  environment: defaulted({
    name: "VINTEM_ENV",
    kind: environmentKind,
    default: "sandbox",
    meaning: "whether money is real; decides other defaults, and what must be set",
  }),
  publicUrl: optional({
    name: "VINTEM_PUBLIC_URL",
    kind: baseUrlKind,
    kindInProduction: encryptedUrlKind,
    unset: "`http://HOST:PORT`",
    isRequiredInProduction: true,
    meaning: "base of every URL in answers (`link_to_pay`, link `url`, pagination)",
  }),
  adminToken: optional({
    name: "VINTEM_ADMIN_TOKEN",
    kind: secretKind("admin token"),
    kindInProduction: secretKind("admin token", secretLengthMin),
    unset: "generated and stored in the data folder",
    isRequiredInProduction: true,
    meaning: "bearer of the administration and sandbox APIs",
  }),
  secretKey: optional({
    name: "VINTEM_SECRET_KEY",
    kind: secretKeyKind,
    unset: "generated and stored in the data folder",
    isRequiredInProduction: true,
    isRequiredOnPostgres: true,
    meaning:
      "key that seals and fingerprints secrets, the same for all processes, see [operations.md](operations.md#the-secret-key)",
  }),
  formerSecretKeys: optional({
    name: "VINTEM_SECRET_KEY_OLD",
    kind: listKind(secretKeyKind),
    unset: "unset: none",
    meaning:
      "old keys, only to open secrets and to recognise fingerprints while the key is being changed, see [operations.md](operations.md#changing-the-secret-key)",
  }),
  metricsToken: optional({
    name: "VINTEM_METRICS_TOKEN",
    kind: secretKind("metrics token"),
    kindInProduction: secretKind("metrics token", secretLengthMin),
    unset:
      "unset: no token is accepted; if `VINTEM_METRICS_ALLOW` is also unset, only this machine, with a loopback `Host`",
    meaning: "bearer of `GET /metrics`, see [operations.md](operations.md#metrics)",
  }),
  metricsAllow: optional({
    name: "VINTEM_METRICS_ALLOW",
    kind: networksKind,
    unset:
      "unset: every reader needs the token; if `VINTEM_METRICS_TOKEN` is also unset, only this machine, with a loopback `Host`",
    meaning: "addresses that may read `GET /metrics` without a token",
  }),
  platformName: defaulted({
    name: "VINTEM_PLATFORM_NAME",
    kind: nameKind(100),
    default: "Vintem",
    meaning: "constant `platform` of webhooks",
  }),
  gatewayUrl,
  gatewaySecrets: optional({
    name: "VINTEM_GATEWAY_SECRET",
    kind: changingSecretKind("gateway secret"),
    kindInProduction: changingSecretKind("gateway secret", secretLengthMin),
    unset: "unset: the simulated acquirer, in process, and no notification is accepted",
    isRequiredInProduction: true,
    requiredBy: gatewayUrl.name,
    meaning:
      "key of the signatures on requests to the HTTP acquirer and on its notifications; if there are two, the first signs and both are accepted, see [gateway-protocol.md](gateway-protocol.md#changing-the-secret)",
  }),
  gatewayTimeout: defaulted({
    name: "VINTEM_GATEWAY_TIMEOUT",
    kind: durationKind("1 milli", "1 hour"),
    default: { sandbox: "3 seconds", production: "10 seconds" },
    meaning: "how long to wait for the acquirer before an outcome counts as unknown",
  }),
  rateLimit: defaulted({
    name: "VINTEM_RATE_LIMIT",
    kind: wholeNumberKind(1, 1_000_000_000),
    default: "90",
    meaning: "requests per minute per token, in a fixed window from the first request",
  }),
  webhookRetry: defaulted({
    name: "VINTEM_WEBHOOK_RETRY",
    kind: durationKind("1 milli", "365 days"),
    default: "30 seconds",
    meaning: "step of the retry schedule of webhooks (1×, 2×, 3×)",
  }),
  webhookAllowPrivate: defaulted({
    name: "VINTEM_WEBHOOK_ALLOW_PRIVATE",
    kind: booleanKind,
    default: { sandbox: "true", production: "false" },
    meaning: "whether webhooks and logos may use private and loopback addresses",
  }),
  blockCloud: defaulted({
    name: "VINTEM_BLOCK_CLOUD",
    kind: booleanKind,
    default: { sandbox: "false", production: "true" },
    meaning: "whether single orders from cloud-hosting addresses are rejected",
  }),
  trustedProxies: optional({
    name: "VINTEM_TRUSTED_PROXIES",
    kind: networksKind,
    unset: "none",
    meaning: "proxies whose `X-Forwarded-For` is trusted",
  }),
  workers: defaulted({
    name: "VINTEM_WORKERS",
    kind: booleanKind,
    default: "true",
    meaning: "whether this process runs background work",
  }),
  dbPool: defaulted({
    name: "VINTEM_DB_POOL",
    kind: wholeNumberKind(1, 1_000),
    default: "10",
    meaning: "PostgreSQL connections per process; a fifth of them, at least one, is reserved for long lists",
  }),
  retention: defaulted({
    name: "VINTEM_RETENTION",
    kind: durationKind("1 milli", "36500 days"),
    default: "90 days",
    meaning: "how long to keep delivery logs, finished queue entries, and idempotency records after their day",
  }),
  postalCodeUrl: optional({
    name: "VINTEM_POSTAL_CODE_URL",
    kind: baseUrlKind,
    unset: "unset: no address lookup",
    meaning: "base URL of a ViaCEP-shaped address lookup",
  }),
  logLevel: defaulted({
    name: "VINTEM_LOG_LEVEL",
    kind: literalKind(["debug", "info", "warn", "error"]),
    default: "info",
    meaning: "the lowest level to log; each request is one line at `info`",
  }),
  smtpServer: optional({
    name: "VINTEM_SMTP_URL",
    kind: smtpServerKind,
    unset: "unset: e-mails are logged instead of sent",
    meaning: "server that sends e-mail reminders and receipts, see [operations.md](operations.md#e-mail)",
  }),
  otlpUrl: optional({
    name: "VINTEM_OTLP_URL",
    kind: baseUrlKind,
    unset: "unset: tracing off",
    meaning: "base URL of an OpenTelemetry collector (OTLP over HTTP), see [operations.md](operations.md#traces)",
  }),
  traceSampling: defaulted({
    name: "VINTEM_TRACE_SAMPLING",
    kind: shareKind,
    default: "0.01",
    meaning: "share of requests and jobs that start a trace",
  }),
  traceWebhookHosts: optional({
    name: "VINTEM_TRACE_WEBHOOK_HOSTS",
    kind: hostsKind,
    unset: "unset: none",
    meaning: "webhook receivers that get the `traceparent` header",
  }),
}
