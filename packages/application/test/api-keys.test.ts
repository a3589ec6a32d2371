/** Stories of API keys: made once, found by their hash, and rejected from the moment of revocation. */
import { describe, expect, it } from "@effect/vitest"
import { ApiKeyId, ApiKeyScope, type Grant, scopesOfEarlierKeys } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { Email, FullName } from "@vintem/domain/customer"
import { CompanyId } from "@vintem/domain/identifiers"
import {
  ApiKeyRepository,
  CompanyRepository,
  MembershipRepository,
  PageNumber,
  UserRepository,
} from "@vintem/domain/ports"
import { exampleCompany } from "@vintem/testing"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { ApiKeyUses, authenticate, type CreateApiKey, createApiKey, recordKeyUses } from "../src/index.ts"
import { now, Seller, layer as shopLayer } from "./shop.ts"

const layer = Layer.merge(shopLayer, ApiKeyUses.layer)

const page = { page: PageNumber.make(1), size: 10 }

const asked = (company: CompanyId, overrides: Partial<CreateApiKey> = {}): CreateApiKey => ({
  actor: { _tag: "System" },
  company,
  name: "Loja",
  scopes: scopesOfEarlierKeys,
  expiresAt: null,
  ...overrides,
})

const newKey = Effect.flatMap(Seller, ({ id }) => Effect.map(createApiKey(asked(id)), Option.getOrThrow))

describe("createApiKey", () => {
  it.effect("makes a key for its company", () =>
    Effect.gen(function* () {
      const seller = yield* Seller
      const { key, stored } = yield* newKey
      expect(yield* authenticate(key)).toEqual(Option.some({ key: stored, company: seller }))
      expect(stored).toMatchObject({ company: seller.id, name: "Loja", createdAt: yield* now })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stores only the key's hash and its last four characters, and prints none of it", () =>
    Effect.gen(function* () {
      const { key, stored } = yield* newKey
      const apiKeys = yield* ApiKeyRepository
      const kept = JSON.stringify(yield* apiKeys.list(stored.company, page))
      expect(kept).not.toContain(Redacted.value(key))
      expect(stored.lastDigits).toBe(Redacted.value(key).slice(-4))
      expect(JSON.stringify({ key, text: `${key}` })).not.toContain(Redacted.value(key))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("makes another key each time", () =>
    Effect.gen(function* () {
      const keys = yield* Effect.replicateEffect(newKey, 5)
      expect(new Set(keys.map(({ key }) => Redacted.value(key))).size).toBe(5)
      expect(new Set(keys.map(({ stored }) => stored.hash)).size).toBe(5)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("makes fifty for a company, and no more before one is revoked", () =>
    Effect.gen(function* () {
      const { id } = yield* Seller
      const apiKeys = yield* ApiKeyRepository
      const { total } = yield* apiKeys.list(id, page)
      const keys = yield* Effect.replicateEffect(newKey, 50 - total)
      expect(yield* Effect.flip(createApiKey(asked(id)))).toMatchObject({ reason: "TooManyKeys" })
      for (const { stored } of keys.slice(0, 1)) yield* apiKeys.revoke(id, stored.id)
      expect(Option.isSome(yield* createApiKey(asked(id)))).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("makes none for a missing company", () =>
    Effect.gen(function* () {
      const nobody = CompanyId.make(404)
      expect(yield* createApiKey(asked(nobody))).toEqual(Option.none())
      const apiKeys = yield* ApiKeyRepository
      expect(yield* apiKeys.list(nobody, page)).toEqual({ entries: [], total: 0 })
    }).pipe(Effect.provide(layer)),
  )
})

describe("authenticate", () => {
  it.effect("distinguishes companies by their keys", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const other = yield* companies.add(exampleCompany({ name: "Outra Empresa" }))
      const theirs = Option.getOrThrow(yield* createApiKey(asked(other.id)))
      const mine = yield* newKey
      const speaksFor = (key: Redacted.Redacted<string>) =>
        Effect.map(authenticate(key), (found) => Option.getOrThrow(found).company.name)
      expect(yield* speaksFor(mine.key)).toBe("Empresa Exemplo")
      expect(yield* speaksFor(theirs.key)).toBe("Outra Empresa")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds nobody by a text that is no key, nor by a hash", () =>
    Effect.gen(function* () {
      const { key, stored } = yield* newKey
      const text = Redacted.value(key)
      for (const other of ["", "vintem_", text.slice(0, -1), `${text} `, text.toUpperCase(), stored.hash]) {
        expect(yield* authenticate(Redacted.make(other))).toEqual(Option.none())
      }
    }).pipe(Effect.provide(layer)),
  )

  it.effect("rejects a revoked key from that moment on, and still accepts all others", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeyRepository
      const revoked = yield* newKey
      const kept = yield* newKey
      yield* apiKeys.revoke(revoked.stored.company, revoked.stored.id)
      expect(yield* authenticate(revoked.key)).toEqual(Option.none())
      expect(Option.isSome(yield* authenticate(kept.key))).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("returns the company's current state, not the one when the key was made", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const { key } = yield* newKey
      yield* companies.save({ ...(yield* Seller), underModeration: true })
      expect(Option.getOrThrow(yield* authenticate(key)).company.underModeration).toBe(true)
    }).pipe(Effect.provide(layer)),
  )
})

describe("scopes of a new key", () => {
  it.effect("are the requested ones, each once", () =>
    Effect.gen(function* () {
      const { id } = yield* Seller
      const scopes: ReadonlyArray<ApiKeyScope> = ["orders:refund", "orders:read", "orders:refund"]
      const { stored } = Option.getOrThrow(yield* createApiKey(asked(id, { scopes })))
      expect(stored.scopes).toEqual(["orders:read", "orders:refund"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("are limited to its maker's permissions at that moment", () =>
    Effect.gen(function* () {
      const { id } = yield* Seller
      const actor = {
        _tag: "User",
        user: yield* somebody({ _tag: "company", company: id, role: "developer" }),
      } as const
      const made = yield* createApiKey(asked(id, { actor, scopes: ["orders:write"] }))
      expect(Option.isSome(made)).toBe(true)
      const refused = yield* Effect.flip(createApiKey(asked(id, { actor, scopes: ApiKeyScope.literals })))
      expect(refused).toMatchObject({ reason: "ScopesAboveOwn", scopes: ["orders:refund", "orders:resolve"] })
      const apiKeys = yield* ApiKeyRepository
      expect((yield* apiKeys.list(id, page)).total).toBe(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("are empty for somebody of another company", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const other = yield* companies.add(exampleCompany({ name: "Outra Empresa" }))
      const actor = {
        _tag: "User",
        user: yield* somebody({ _tag: "company", company: other.id, role: "owner" }),
      } as const
      const { id } = yield* Seller
      const refused = yield* Effect.flip(createApiKey(asked(id, { actor, scopes: ["orders:read"] })))
      expect(refused).toMatchObject({ reason: "ScopesAboveOwn", scopes: ["orders:read"] })
    }).pipe(Effect.provide(layer)),
  )
})

describe("a key that expires", () => {
  it.effect("works through its last instant, and not after it", () =>
    Effect.gen(function* () {
      const { id } = yield* Seller
      const expiresAt = instant((yield* now) + 60_000)
      const { key } = Option.getOrThrow(yield* createApiKey(asked(id, { expiresAt })))
      yield* TestClock.adjust("1 minute")
      expect(Option.isSome(yield* authenticate(key))).toBe(true)
      yield* TestClock.adjust("1 milli")
      expect(yield* authenticate(key)).toEqual(Option.none())
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is not made if it would have expired already", () =>
    Effect.gen(function* () {
      const { id } = yield* Seller
      yield* TestClock.adjust("1 minute")
      const expiresAt = instant((yield* now) - 1)
      expect(yield* Effect.flip(createApiKey(asked(id, { expiresAt })))).toMatchObject({ reason: "ExpiresInThePast" })
    }).pipe(Effect.provide(layer)),
  )
})

describe("the last use of a key", () => {
  const lastUses = Effect.gen(function* () {
    const apiKeys = yield* ApiKeyRepository
    const { entries } = yield* apiKeys.list((yield* Seller).id, page)
    return entries.map(({ lastUsedAt }) => lastUsedAt)
  })

  it.effect("is written at intervals, once for all uses until then", () =>
    Effect.gen(function* () {
      const { key } = yield* newKey
      yield* newKey
      yield* authenticate(key)
      yield* TestClock.adjust("30 seconds")
      yield* authenticate(key)
      const usedAt = yield* now
      expect(yield* lastUses).toEqual([null, null])
      yield* TestClock.adjust("30 seconds")
      yield* recordKeyUses()
      expect(yield* lastUses).toEqual([null, usedAt])
      yield* recordKeyUses()
      expect(yield* lastUses).toEqual([null, usedAt])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is not recorded for an expired or revoked key", () =>
    Effect.gen(function* () {
      const { id } = yield* Seller
      const apiKeys = yield* ApiKeyRepository
      const expiring = Option.getOrThrow(yield* createApiKey(asked(id, { expiresAt: yield* now })))
      const revoked = yield* newKey
      yield* apiKeys.revoke(id, revoked.stored.id)
      yield* TestClock.adjust("1 minute")
      yield* authenticate(expiring.key)
      yield* authenticate(revoked.key)
      yield* recordKeyUses()
      expect(yield* lastUses).toEqual([null])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is recorded for each of more keys than one commit has", () =>
    Effect.gen(function* () {
      const uses = yield* ApiKeyUses
      const made = yield* Effect.replicateEffect(newKey, 3)
      const { company, id } = made[0]?.stored ?? (yield* Effect.die("none was made"))
      // The ids between existing ones are unused.
      const at = yield* now
      for (let other = 1; other <= 1_200; other += 1) uses.note({ company, id: ApiKeyId.make(id + 2 + other), at })
      for (const { key } of made) yield* authenticate(key)
      yield* recordKeyUses()
      expect(yield* lastUses).toEqual([yield* now, yield* now, yield* now])
    }).pipe(Effect.provide(layer)),
  )
})

/** Somebody with one role. */
const somebody = Effect.fnUntraced(function* (grant: Grant) {
  const users = yield* UserRepository
  const members = yield* MembershipRepository
  const details = {
    email: Email.make("dev@loja.example"),
    name: FullName.make("Dev da Loja"),
    language: "pt-BR" as const,
  }
  const user = Option.getOrThrow(yield* users.add({ ...details, createdAt: yield* now }))
  yield* members.put(user.id, grant, yield* now)
  return user.id
})
