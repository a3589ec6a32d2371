/**
 * Storage, acquirers and the machine's own means, each fulfilling a port of `@vintem/domain`. Names say how and which port.
 */
export * as GatewayAcquirer from "./gateway/gateway-acquirer.ts"
export * as GatewayNotifications from "./gateway/gateway-notifications.ts"
export * as GatewaySandboxReports from "./gateway/gateway-sandbox-reports.ts"
export * as GatewayServer from "./gateway/gateway-server.ts"
export { signatures } from "./gateway/signature.ts"
export {
  clientAddress,
  isWithin,
  type Networks,
  parseTrustedProxies,
  type TrustedProxies,
} from "./hosting-address/client-address.ts"
export * as HostingAddressDetectorSnapshot from "./hosting-address/hosting-address-detector.ts"
export { visitorNetwork } from "./hosting-address/visitor-network.ts"
export * as Backlog from "./kysely/backlog.ts"
export * as DatabaseCopy from "./kysely/copy/database-copy.ts"
export { unfinishedCopy } from "./kysely/copy/unfinished-copy.ts"
export * as PostgresDatabase from "./kysely/postgres/database.ts"
export * as PostgresStorage from "./kysely/postgres/postgres-storage.ts"
export { PostgresFailure } from "./kysely/postgres/sql-state.ts"
export * as RateLimiterKysely from "./kysely/rate-limiter.ts"
export { agreeOnSecretKey, hasSecretKey } from "./kysely/secret-key-check.ts"
export * as Settings from "./kysely/settings.ts"
export * as SimulatedBooksKysely from "./kysely/simulated-books.ts"
export * as SqliteBackup from "./kysely/sqlite/backup.ts"
export * as SqliteDatabase from "./kysely/sqlite/database.ts"
export { HeldByAnother, serviceLock } from "./kysely/sqlite/service-lock.ts"
export * as SqliteStorage from "./kysely/sqlite/sqlite-storage.ts"
export * as KyselyStorage from "./kysely/storage.ts"
export * as LogoSourceHttp from "./logo/http-logo-source.ts"
export * as MailerLogged from "./mail/logged-mailer.ts"
export * as MailerSmtp from "./mail/smtp-mailer.ts"
export { parseSmtpUrl, type SmtpServer } from "./mail/smtp-url.ts"
export * as MemoryStorage from "./memory/memory-storage.ts"
export * as RateLimiterMemory from "./memory/rate-limiter.ts"
export * as IdentifiersNode from "./node/identifiers.ts"
export { keepToOwner, openToOthers, ownerOnlyFileMode, ownerOnlyFolderMode } from "./node/owner-only.ts"
export { newSecretKey, type SecretKey, secretKeyBytesMin } from "./node/secret-key.ts"
export * as SecretsNode from "./node/secrets.ts"
export * as AddressLookupHttp from "./postal-code/http-lookup.ts"
export * as AddressLookupNone from "./postal-code/no-lookup.ts"
export * as SandboxReports from "./simulated/sandbox-reports.ts"
export * as SimulatedAcquirer from "./simulated/simulated-acquirer.ts"
export { SimulatedBooks } from "./simulated/simulated-books.ts"
export * as WebhookSenderHttp from "./webhook/http-webhook-sender.ts"
export * as WebhookSignerNode from "./webhook/webhook-signer.ts"
