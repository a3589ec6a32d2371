/**
 * An account at an institution. Charges on it send their money to its owner's Pix key.
 *
 * A company has accounts of its own, and operators keep accounts that companies share. Only operators set the addresses:
 * the service identifies itself with the account's certificate to the server behind them.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"
import type { AccountDraftFault } from "./account-refused.ts"

/** Names an account for people, unique for its owner: 1 to 40 lower-case letters, digits and hyphens. */
export const AccountName = Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,39}$/u)).pipe(
  Schema.brand("AccountName"),
)
export type AccountName = typeof AccountName.Type

/** How the institution differs from the published API Pix: see docs/pix-api.md. */
export const AccountProfile = Schema.Literals(["standard", "efi"])
export type AccountProfile = typeof AccountProfile.Type

/** The institution's environment. */
export const AccountEnvironment = Schema.Literals(["sandbox", "production"])
export type AccountEnvironment = typeof AccountEnvironment.Type

/** The credentials of an account, sealed under the service's secret key. */
export const SealedCredentials = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_.-]{40,100000}$/u)).pipe(
  Schema.brand("SealedCredentials"),
)
export type SealedCredentials = typeof SealedCredentials.Type

/** The owner of an account, and its name. */
export const AccountId = Schema.Struct({
  /** Null for an account that companies share. */
  company: Schema.NullOr(CompanyId),
  name: AccountName,
})
export type AccountId = typeof AccountId.Type

export const AcquirerAccount = Schema.Struct({
  ...AccountId.fields,
  profile: AccountProfile,
  environment: AccountEnvironment,
  /** An https URL without trailing slash; `/cob` is appended. */
  baseUrl: Schema.String,
  /** An https URL for requesting tokens. */
  tokenUrl: Schema.String,
  /** Trusted instead of the authorities that Node trusts, PEM; null trusts Node's. */
  ca: Schema.NullOr(Schema.String),
  credentials: SealedCredentials,
  createdAt: Instant,
  /** When the credentials were set last. */
  rotatedAt: Instant,
})
export type AcquirerAccount = typeof AcquirerAccount.Type

/** What an operator writes about an account, apart from its credentials. */
export interface AccountDraft extends Pick<AcquirerAccount, "profile" | "environment" | "ca"> {
  readonly name: string
  readonly baseUrl: string
  readonly tokenUrl: string
}

/** The faults of a draft, in the order of the fields. */
export const draftFaults = ({ name, baseUrl, tokenUrl }: AccountDraft): ReadonlyArray<AccountDraftFault> => [
  ...(isAccountName(name) ? [] : [{ field: "name", reason: "form" } as const]),
  ...(isAddress(baseUrl) ? [] : [{ field: "base_url", reason: "form" } as const]),
  ...(isAddress(tokenUrl) ? [] : [{ field: "token_url", reason: "form" } as const]),
]

const isAccountName = Schema.is(AccountName)

/** https alone, without user, query and trailing slash. */
const isAddress = (text: string): boolean =>
  text.length <= addressLengthMax && /^https:\/\/[^\s/?#\\@\p{Cc}]+(?:\/[^\s/?#\\\p{Cc}]+)*$/u.test(text)

const addressLengthMax = 500
