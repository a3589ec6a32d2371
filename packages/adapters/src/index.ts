/**
 * Storage, acquirers and the machine's own means, each fulfilling a port of `@vintem/domain`. Names say how and which port.
 */
export { clientAddress, parseTrustedProxies, type TrustedProxies } from "./hosting-address/client-address.ts"
export * as HostingAddressDetectorSnapshot from "./hosting-address/hosting-address-detector.ts"
export * as Settings from "./kysely/settings.ts"
export * as SimulatedBooksKysely from "./kysely/simulated-books.ts"
export * as SqliteDatabase from "./kysely/sqlite/database.ts"
export * as SqliteStorage from "./kysely/sqlite/sqlite-storage.ts"
export * as KyselyStorage from "./kysely/storage.ts"
export * as MemoryStorage from "./memory/memory-storage.ts"
export * as RateLimiterMemory from "./memory/rate-limiter.ts"
export * as IdentifiersNode from "./node/identifiers.ts"
export * as SecretsNode from "./node/secrets.ts"
export * as SandboxReports from "./simulated/sandbox-reports.ts"
export * as SimulatedAcquirer from "./simulated/simulated-acquirer.ts"
export { SimulatedBooks } from "./simulated/simulated-books.ts"
