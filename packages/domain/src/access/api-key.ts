/** An API key: what a company authenticates with, which scopes it has, and when it expires. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"
import { ApiKeyScope, grantableScopes } from "./api-key-scope.ts"
import { type Grant, inCompany } from "./grant.ts"

/** Numbered from 1 across all companies. */
export const ApiKeyId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

/** SHA-256 of an API key, 64 hexadecimal digits. A key has 256 random bits, so nobody can find it from its hash. */
export const ApiKeyHash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)).pipe(Schema.brand("ApiKeyHash"))
export type ApiKeyHash = typeof ApiKeyHash.Type

/** An API key as it is stored. The key itself is shown once, when it is made, and stored nowhere. */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  company: CompanyId,
  name: Schema.String,
  hash: ApiKeyHash,
  /** The last four characters of the key. They help people recognise it. */
  lastDigits: Schema.String,
  /** A key with no scopes may do nothing. */
  scopes: Schema.Array(ApiKeyScope),
  /** The key stops working after this instant. Null if it never expires. */
  expiresAt: Schema.NullOr(Instant),
  /** The last use, accurate to about a minute. Null if no use was recorded. */
  lastUsedAt: Schema.NullOr(Instant),
  createdAt: Instant,
})
export type ApiKey = typeof ApiKey.Type

/** Checked at every request, because a cached key expires without a write that would renew the cache. */
export const isExpired = ({ expiresAt }: Pick<ApiKey, "expiresAt">, now: Instant): boolean =>
  expiresAt !== null && now > expiresAt

/** The most keys a company may have that are not revoked: each has its own rate limit. */
export const apiKeysMax = 50

/** Why no key was made, by rank. `scopes` are those that the caller cannot give. */
export class ApiKeyRefused extends Schema.TaggedError<ApiKeyRefused>()("ApiKeyRefused", {
  reason: Schema.Literals(["ScopesAboveOwn", "ExpiresInThePast", "TooManyKeys"]),
  scopes: Schema.Array(ApiKeyScope),
}) {}

/** The request for a new key, and the facts it is checked against. */
export interface AskedKey extends Pick<ApiKey, "company" | "scopes" | "expiresAt"> {
  /** The caller's grants in all realms. */
  readonly actor: ReadonlyArray<Grant>
  readonly now: Instant
  /** Keys that the company has already. */
  readonly present: number
}

/** @returns the scopes in the order of `ApiKeyScope`, each once */
export const decideApiKey = ({
  actor,
  company,
  expiresAt,
  now,
  present,
  scopes,
}: AskedKey): Result.Result<ReadonlyArray<ApiKeyScope>, ApiKeyRefused> => {
  const grantable = grantableScopes(actor, inCompany(company))
  const above = ApiKeyScope.literals.filter((scope) => scopes.includes(scope) && !grantable.includes(scope))
  if (above.length > 0) return Result.fail(new ApiKeyRefused({ reason: "ScopesAboveOwn", scopes: above }))
  if (isExpired({ expiresAt }, now)) return Result.fail(new ApiKeyRefused({ reason: "ExpiresInThePast", scopes: [] }))
  if (present >= apiKeysMax) return Result.fail(new ApiKeyRefused({ reason: "TooManyKeys", scopes: [] }))
  return Result.succeed(ApiKeyScope.literals.filter((scope) => scopes.includes(scope)))
}
