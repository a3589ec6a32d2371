/**
 * An API key: what a company calls with, what it may do, and until when.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"
import { ApiKeyScope, grantableScopes } from "./api-key-scope.ts"
import { type Grant, inCompany } from "./grant.ts"

/** Counted from 1 over all companies. */
export const ApiKeyId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

/** SHA-256 of an API key, 64 hexadecimal digits. A key has 256 random bits, so that its hash cannot be searched for. */
export const ApiKeyHash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)).pipe(Schema.brand("ApiKeyHash"))
export type ApiKeyHash = typeof ApiKeyHash.Type

/** An API key as it is kept: the key itself is shown once, when it is made, and stored nowhere. */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  company: CompanyId,
  name: Schema.String,
  hash: ApiKeyHash,
  /** The last four characters of the key, to tell one from another. */
  lastDigits: Schema.String,
  /** What it may do. A key without any opens nothing. */
  scopes: Schema.Array(ApiKeyScope),
  /** It opens nothing after this instant; null if it never expires. */
  expiresAt: Schema.NullOr(Instant),
  /** When it was used, to the minute or so; null if it was not used since that is written down. */
  lastUsedAt: Schema.NullOr(Instant),
  createdAt: Instant,
})
export type ApiKey = typeof ApiKey.Type

/** Whether a key has expired. Checked at every request, because a cached key expires without any write that would renew the cache. */
export const isExpired = ({ expiresAt }: Pick<ApiKey, "expiresAt">, now: Instant): boolean =>
  expiresAt !== null && now > expiresAt

/** How many keys a company may have that are not revoked: each is a rate limit of its own. */
export const apiKeysMax = 50

/** Why no key was made, by rank. `scopes` are those that the caller cannot give. */
export class ApiKeyRefused extends Schema.TaggedError<ApiKeyRefused>()("ApiKeyRefused", {
  reason: Schema.Literals(["ScopesAboveOwn", "ExpiresInThePast", "TooManyKeys"]),
  scopes: Schema.Array(ApiKeyScope),
}) {}

/** The request of a new key, and what it is checked against. */
export interface AskedKey extends Pick<ApiKey, "company" | "scopes" | "expiresAt"> {
  /** The caller's grants in all realms. */
  readonly actor: ReadonlyArray<Grant>
  readonly now: Instant
  /** How many keys the company has already. */
  readonly present: number
}

/** @returns the scopes in their order, each once */
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
