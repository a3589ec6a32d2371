/**
 * Stories of API keys: made once, known by their hash, and worthless the moment they are revoked.
 */
import { describe, expect, it } from "@effect/vitest"
import { ApiKeyRepository, CompanyId, CompanyRepository, PageNumber } from "@vintem/domain"
import { Effect, Option, Redacted } from "effect"
import { authenticate, createApiKey } from "../src/index.ts"
import { exampleCompany, layer, now, Seller } from "./shop.ts"

const page = { page: PageNumber.make(1), size: 10 }

const newKey = Effect.flatMap(Seller, ({ id }) => Effect.map(createApiKey(id, "Loja"), Option.getOrThrow))

describe("createApiKey", () => {
  it.effect("makes a key that speaks for its company", () =>
    Effect.gen(function* () {
      const seller = yield* Seller
      const { key, stored } = yield* newKey
      expect(yield* authenticate(key)).toEqual(Option.some({ key: stored, company: seller }))
      expect(stored).toMatchObject({ company: seller.id, name: "Loja", createdAt: yield* now })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps nothing of the key but its hash and its last four characters, and prints none of it", () =>
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

  it.effect("makes none for a company that does not exist", () =>
    Effect.gen(function* () {
      const nobody = CompanyId.make(404)
      expect(yield* createApiKey(nobody, "Loja")).toEqual(Option.none())
      const apiKeys = yield* ApiKeyRepository
      expect(yield* apiKeys.list(nobody, page)).toEqual({ items: [], total: 0 })
    }).pipe(Effect.provide(layer)),
  )
})

describe("authenticate", () => {
  it.effect("tells companies apart by their keys", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const other = yield* companies.add(exampleCompany({ name: "Outra Empresa" }))
      const theirs = Option.getOrThrow(yield* createApiKey(other.id, "Loja"))
      const mine = yield* newKey
      const speaksFor = (key: Redacted.Redacted<string>) =>
        Effect.map(authenticate(key), (found) => Option.getOrThrow(found).company.name)
      expect(yield* speaksFor(mine.key)).toBe("Empresa Exemplo")
      expect(yield* speaksFor(theirs.key)).toBe("Outra Empresa")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("knows nobody by a text that is no key, nor by a hash", () =>
    Effect.gen(function* () {
      const { key, stored } = yield* newKey
      const text = Redacted.value(key)
      for (const other of ["", "vintem_", text.slice(0, -1), `${text} `, text.toUpperCase(), stored.hash]) {
        expect(yield* authenticate(Redacted.make(other))).toEqual(Option.none())
      }
    }).pipe(Effect.provide(layer)),
  )

  it.effect("knows a revoked key no longer, from that moment on, and all others still", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeyRepository
      const revoked = yield* newKey
      const kept = yield* newKey
      yield* apiKeys.revoke(revoked.stored.company, revoked.stored.id)
      expect(yield* authenticate(revoked.key)).toEqual(Option.none())
      expect(Option.isSome(yield* authenticate(kept.key))).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("gives the company as it is now, not as it was when the key was made", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const { key } = yield* newKey
      yield* companies.save({ ...(yield* Seller), underModeration: true })
      expect(Option.getOrThrow(yield* authenticate(key)).company.underModeration).toBe(true)
    }).pipe(Effect.provide(layer)),
  )
})
