/**
 * Why an account is refused, before its institution was asked anything.
 */
import * as Schema from "effect/Schema"

/** The field with the fault. */
const AccountField = Schema.Literals([
  "name",
  "base_url",
  "token_url",
  "client_id",
  "client_secret",
  "certificate",
  "key",
  "pix_key",
])

/**
 * - `form`: the text cannot be such a value
 * - `key_mismatch`: the certificate was issued for another key
 * - `expired`, `not_yet_valid`: the certificate, by the service's clock
 */
const AccountFaultReason = Schema.Literals(["form", "key_mismatch", "expired", "not_yet_valid"])

/** One fault. It holds no value: most of them are secrets. */
export const AccountDraftFault = Schema.Struct({ field: AccountField, reason: AccountFaultReason })
export type AccountDraftFault = typeof AccountDraftFault.Type

/** All faults at once, in the order of the fields. */
export class AccountRefused extends Schema.TaggedError<AccountRefused>()("AccountRefused", {
  faults: Schema.NonEmptyArray(AccountDraftFault),
}) {}
