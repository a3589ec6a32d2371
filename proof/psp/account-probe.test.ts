// An account is tried at an institution before anything is charged on it, and is told what is wrong with it.
import { AccountProbePixApi } from "@vintem/adapters"
import {
  type AccountCredentials,
  AccountName,
  type AcquirerAccount,
  SealedCredentials,
} from "@vintem/domain/acquirer-account"
import { instant } from "@vintem/domain/calendar"
import { PixKey } from "@vintem/domain/pix"
import { AccountProbe } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect } from "vitest"
import { newAuthority } from "./authority.ts"
import {
  type FakeInstitution,
  type FakeInstitutionOptions,
  newIdentities,
  startFakeInstitution,
} from "./fake-institution.ts"
import type { Dialect } from "./ledger.ts"
import { law } from "./run.ts"

const identities = newIdentities()
const strange = newAuthority().client("Outra Padaria")

const started = (options: FakeInstitutionOptions) =>
  Effect.acquireRelease(
    Effect.promise(() => startFakeInstitution({ identities, ...options })),
    (institution) => Effect.promise(() => institution.close()),
  )

const accountAt = ({ baseUrl, tokenUrl, ca }: FakeInstitution, profile: Dialect): AcquirerAccount => ({
  company: null,
  name: AccountName.make("banco"),
  profile,
  environment: "sandbox",
  baseUrl,
  tokenUrl,
  ca,
  credentials: SealedCredentials.make("a".repeat(60)),
  createdAt: instant(0),
  rotatedAt: instant(0),
})

const credentialsOf = ({ clientId, clientSecret, client, pixKey }: FakeInstitution): AccountCredentials => ({
  clientId,
  clientSecret: Redacted.make(clientSecret),
  certificate: client.chain,
  key: Redacted.make(client.key),
  pixKey: PixKey.make(pixKey),
})

const probe = AccountProbePixApi.layer({ timeoutMillis: 20_000 })

describe.each<Dialect>(["standard", "efi"])("an account at an institution that speaks %s", (dialect) => {
  const verdictOf = Effect.fnUntraced(function* (
    options: FakeInstitutionOptions = {},
    changed: Partial<AccountCredentials> = {},
  ) {
    const institution = yield* started({ dialect, ...options })
    const { ask } = yield* Effect.provide(AccountProbe, probe)
    const probed = yield* ask(accountAt(institution, dialect), { ...credentialsOf(institution), ...changed })
    return { probed, charges: [...institution.ledger.charges.values()] }
  })

  law("is ready, and its only charge is removed", () =>
    Effect.gen(function* () {
      const { probed, charges } = yield* verdictOf()
      expect(probed).toEqual({ verdict: "ready", detail: "" })
      expect(charges.map(({ status }) => status)).toEqual(["REMOVIDA_PELO_USUARIO_RECEBEDOR"])
    }),
  )

  law("has a Pix key of another account", () =>
    Effect.gen(function* () {
      const other = PixKey.make("00000000-0000-4000-8000-000000000000")
      const { probed, charges } = yield* verdictOf({}, { pixKey: other })
      expect(probed.verdict).toBe("pix_key")
      expect(probed.detail).not.toContain(other)
      expect(charges).toEqual([])
    }),
  )

  law("has another client secret", () =>
    Effect.gen(function* () {
      const { probed } = yield* verdictOf({}, { clientSecret: Redacted.make("another") })
      expect(probed).toEqual({ verdict: "credentials", detail: "token: HTTP 401" })
    }),
  )

  law("has a certificate that the institution does not trust", () =>
    Effect.gen(function* () {
      const certificate = { certificate: strange.chain, key: Redacted.make(strange.key) }
      const { probed, charges } = yield* verdictOf({}, certificate)
      // Without a reason if the connection closes before the alert was read.
      expect(["certificate", "unanswered"]).toContain(probed.verdict)
      expect(charges).toEqual([])
    }),
  )
})

describe("an account", () => {
  law("lacks a scope", () =>
    Effect.gen(function* () {
      const institution = yield* started({ scopes: ["cob.read"] })
      const { ask } = yield* Effect.provide(AccountProbe, probe)
      const probed = yield* ask(accountAt(institution, "standard"), credentialsOf(institution))
      expect(probed.verdict).toBe("scope")
    }),
  )

  law("has an address where nothing answers", () =>
    Effect.gen(function* () {
      const institution = yield* started({})
      yield* Effect.promise(() => institution.close())
      const { ask } = yield* Effect.provide(AccountProbe, probe)
      const probed = yield* ask(accountAt(institution, "standard"), credentialsOf(institution))
      expect(probed).toEqual({ verdict: "unanswered", detail: "no connection: ECONNREFUSED" })
    }),
  )

  law("shows the faults of its certificate and key without a connection", () =>
    Effect.gen(function* () {
      const { inspect } = yield* Effect.provide(AccountProbe, probe)
      const { chain, key } = identities.client
      const faultsOf = (certificate: string, privateKey: string, at = Date.now()) =>
        inspect({ certificate, key: Redacted.make(privateKey) }, instant(at))
      const days = 86_400_000
      expect(faultsOf(chain, key)).toEqual([])
      expect(faultsOf(chain, strange.key)).toEqual([{ field: "key", reason: "key_mismatch" }])
      expect(faultsOf(chain, key, Date.now() + 2 * days)).toEqual([{ field: "certificate", reason: "expired" }])
      expect(faultsOf(chain, key, Date.now() - 2 * days)).toEqual([{ field: "certificate", reason: "not_yet_valid" }])
      expect(faultsOf("no PEM", "no key")).toEqual([
        { field: "certificate", reason: "form" },
        { field: "key", reason: "form" },
      ])
    }),
  )
})
