/**
 * The credentials of an account: the service identifies itself with them, and the Pix key receives the money.
 */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { PixKey, parsePixKey } from "../pix/pix-key.ts"
import type { AccountDraftFault } from "./account-refused.ts"

/** They live for one call, are stored sealed and are never shown. */
export const AccountCredentials = Schema.Struct({
  clientId: Schema.String,
  clientSecret: Schema.RedactedFromValue(Schema.String),
  /** The client certificate with its chain, PEM. */
  certificate: Schema.String,
  /** The certificate's private key, PEM without passphrase. */
  key: Schema.RedactedFromValue(Schema.String),
  pixKey: PixKey,
})
export type AccountCredentials = typeof AccountCredentials.Type

/** Credentials as an operator gives them. */
export interface CredentialsDraft extends Omit<AccountCredentials, "pixKey"> {
  readonly pixKey: string
}

/** Reads credentials, or lists all faults. `AccountProbe` reads the certificate and its key. */
export const readCredentials = (
  draft: CredentialsDraft,
): Result.Result<AccountCredentials, ReadonlyArray<AccountDraftFault>> => {
  const pixKey = parsePixKey(draft.pixKey)
  const isFit = {
    client_id: isHeaderText(draft.clientId),
    client_secret: isHeaderText(Redacted.value(draft.clientSecret)),
    certificate: draft.certificate.length <= pemLengthMax,
    key: Redacted.value(draft.key).length <= pemLengthMax,
  }
  const faults: Array<AccountDraftFault> = fields
    .filter((field) => !isFit[field])
    .map((field) => ({ field, reason: "form" }))
  if (Result.isFailure(pixKey)) return Result.fail([...faults, { field: "pix_key", reason: "form" }])
  return faults.length > 0 ? Result.fail(faults) : Result.succeed({ ...draft, pixKey: pixKey.success })
}

const fields = ["client_id", "client_secret", "certificate", "key"] as const

/** Printable ASCII: both go into one header. */
const isHeaderText = (text: string): boolean => /^[\x21-\x7e]{1,1000}$/u.test(text)

/** In characters: several certificates. */
const pemLengthMax = 20_000
