/**
 * Tries an account at an institution that speaks API Pix.
 */
import { createPrivateKey, randomBytes, X509Certificate } from "node:crypto"
import type { AccountCredentials, AccountDraftFault, AcquirerAccount } from "@vintem/domain/acquirer-account"
import type { Instant } from "@vintem/domain/calendar"
import { AttemptKey } from "@vintem/domain/identifiers"
import { AccountProbe, type AccountVerdict } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { AccountFault } from "../psp/psp.ts"
import type { PixAccount } from "./pix-account.ts"
import { tryAccount } from "./pix-api.ts"
import { efi, standard } from "./profile.ts"

/** @param timeoutMillis - until an institution's answer is no longer waited for */
export const layer = ({ timeoutMillis }: { readonly timeoutMillis: number }) =>
  Layer.succeed(AccountProbe, {
    inspect,
    ask: Effect.fnUntraced(function* (account, credentials) {
      const key = yield* Effect.sync(() => AttemptKey.make(randomBytes(16).toString("hex")))
      return yield* Effect.scoped(tryAccount(pixAccountOf(account, credentials, timeoutMillis), key)).pipe(
        Effect.as({ verdict: "ready" as const, detail: "" }),
        Effect.catchTags({
          AccountRejected: ({ fault, detail }) => Effect.succeed({ verdict: verdicts[fault], detail }),
          OutcomeUnknown: ({ detail }) => Effect.succeed({ verdict: "unanswered" as const, detail }),
        }),
      )
    }),
  })

/** The compiler demands a verdict for each fault. */
const verdicts: Readonly<Record<AccountFault, AccountVerdict>> = {
  certificate: "certificate",
  credentials: "credentials",
  scope: "scope",
  pix_key: "pix_key",
  blocked: "blocked",
}

const pixAccountOf = (
  { name, company, environment, profile, baseUrl, tokenUrl, ca }: AcquirerAccount,
  { clientId, clientSecret, certificate, key, pixKey }: AccountCredentials,
  timeoutMillis: number,
): PixAccount => ({
  name,
  company,
  environment,
  profile: { standard, efi }[profile],
  baseUrl,
  tokenUrl,
  clientId,
  clientSecret,
  certificate: { chain: certificate, key },
  ...(ca === null ? {} : { ca }),
  pixKey,
  // A trial composes no code, so nobody reads it.
  receiver: { name, city: name },
  timeoutMillis,
})

const inspect = (
  { certificate, key }: Pick<AccountCredentials, "certificate" | "key">,
  now: Instant,
): ReadonlyArray<AccountDraftFault> => {
  const read = Result.try(() => new X509Certificate(certificate))
  const privateKey = Result.try(() => createPrivateKey(Redacted.value(key)))
  const faults: Array<AccountDraftFault> = []
  if (Result.isFailure(read)) faults.push({ field: "certificate", reason: "form" })
  else if (now >= read.success.validToDate.getTime()) faults.push({ field: "certificate", reason: "expired" })
  else if (now < read.success.validFromDate.getTime()) faults.push({ field: "certificate", reason: "not_yet_valid" })
  if (Result.isFailure(privateKey)) faults.push({ field: "key", reason: "form" })
  else if (Result.isSuccess(read) && !read.success.checkPrivateKey(privateKey.success)) {
    faults.push({ field: "key", reason: "key_mismatch" })
  }
  return faults
}
