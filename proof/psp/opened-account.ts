/**
 * The adapter's account at a fake institution.
 */
import { type ChargeRef, efi, type NewCharge, type PixAccount, PixApi, type Psp, standard } from "@vintem/adapters"
import { instant } from "@vintem/domain/calendar"
import { Email, FullName, Telephone } from "@vintem/domain/customer"
import { Document } from "@vintem/domain/documents"
import { AttemptKey, CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { PixKey } from "@vintem/domain/pix"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  type FakeInstitution,
  type FakeInstitutionOptions,
  type Identities,
  newIdentities,
  startFakeInstitution,
} from "./fake-institution.ts"

const company = CompanyId.make(1)

/** Only ends hanging requests. Tests with slow answers set less. */
const timeoutMillis = 20_000

const accountAt = (institution: FakeInstitution, changed: Partial<PixAccount> = {}): PixAccount => ({
  name: "padaria",
  company,
  environment: "sandbox",
  profile: standard,
  baseUrl: institution.baseUrl,
  tokenUrl: institution.tokenUrl,
  clientId: institution.clientId,
  clientSecret: Redacted.make(institution.clientSecret),
  certificate: { chain: institution.client.chain, key: Redacted.make(institution.client.key) },
  ca: institution.ca,
  pixKey: PixKey.make(institution.pixKey),
  receiver: { name: "Padaria São João", city: "São Paulo" },
  timeoutMillis,
  ...changed,
})

let shared: Identities | null = null

/** Made once per run. */
const sharedIdentities = (): Identities => {
  shared ??= newIdentities()
  return shared
}

/** An institution and an account at it, while the scope is open. */
export const opened = Effect.fnUntraced(function* (
  options: FakeInstitutionOptions = {},
  changed: Partial<PixAccount> = {},
) {
  const institution = yield* Effect.acquireRelease(
    Effect.promise(() => startFakeInstitution({ identities: sharedIdentities(), ...options })),
    (started) => Effect.promise(() => started.close()),
  )
  const profile = options.dialect === "efi" ? efi : standard
  const psp: Psp = yield* PixApi.open(accountAt(institution, { profile, ...changed }))
  return { institution, psp }
})

/** Milliseconds. Less than a slow answer takes. */
export const impatience = { timeoutMillis: 1_500 }

/** The key of a charge by its number. */
export const keyOf = (number: number): AttemptKey => AttemptKey.make(number.toString(16).padStart(32, "0"))

export const payer: NewCharge["payer"] = {
  fullname: FullName.make("Maria da Silva"),
  email: Email.make("maria@example.com"),
  document: Document.make("52998224725"),
  telephone: Telephone.make("11987654321"),
}

/** R$ 123,45, payable for an hour. */
export const pixCharge = (key: AttemptKey, changed: Partial<NewCharge> = {}): NewCharge => ({
  key,
  company,
  order: OrderNumber.make("PADA1"),
  amount: centavos(12_345),
  means: { _tag: "pix", expiresAt: instant(Date.now() + 3_600_000) },
  payer,
  ...changed,
})

export const refTo = (key: AttemptKey, method: ChargeRef["method"] = "pix"): ChargeRef => ({ key, company, method })
