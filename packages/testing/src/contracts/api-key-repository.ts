/** The contract of every store of API keys. */

import { type ApiKey, ApiKeyHash, ApiKeyId } from "@vintem/domain/access"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ApiKeyRepository, CompanyRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { later, page, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const apiKeyRepositoryContract = (
  name: string,
  layer: Layer.Layer<ApiKeyRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`ApiKeyRepository: ${name}`, () => {
    it(
      "authenticates a key with all its fields and its company",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        yield* storeKey((yield* storeCompany()).id, 1)
        const company = yield* storeCompany({ name: "Outra" })
        const key = yield* storeKey(company.id, 2)
        expect(key).toStrictEqual({ id: key.id, ...numberedKey(company.id, 2) })
        expect(Option.getOrNull(yield* keys.authenticate(hash(2)))).toStrictEqual({ key, company })
      }),
    )

    it(
      "authenticates no unknown key",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        yield* storeKey((yield* storeCompany()).id, 1)
        expect(Option.isNone(yield* keys.authenticate(hash(2)))).toBe(true)
      }),
    )

    it(
      "authenticates with the company's current state",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const companies = yield* CompanyRepository
        const company = yield* storeCompany()
        const key = yield* storeKey(company.id, 1)
        expect(Option.getOrNull(yield* keys.authenticate(hash(1)))).toStrictEqual({ key, company })
        const moderated = { ...company, underModeration: true }
        yield* companies.save(moderated)
        expect(Option.getOrNull(yield* keys.authenticate(hash(1)))).toStrictEqual({ key, company: moderated })
      }),
    )

    it(
      "rejects a revoked key from that moment on",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const { id: company } = yield* storeCompany()
        const revoked = yield* storeKey(company, 1)
        yield* storeKey(company, 2)
        expect(Option.isSome(yield* keys.authenticate(hash(1)))).toBe(true)
        expect(yield* keys.revoke(company, revoked.id)).toBe(true)
        expect(Option.isNone(yield* keys.authenticate(hash(1)))).toBe(true)
        expect(Option.isSome(yield* keys.authenticate(hash(2)))).toBe(true)
      }),
    )

    it(
      "revokes a key once",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const { id: company } = yield* storeCompany()
        const key = yield* storeKey(company, 1)
        expect(yield* keys.revoke(company, key.id)).toBe(true)
        expect(yield* keys.revoke(company, key.id)).toBe(false)
      }),
    )

    it(
      "refuses to revoke another company's key, or a missing one",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const owner = yield* storeCompany()
        const other = yield* storeCompany()
        const key = yield* storeKey(owner.id, 1)
        expect(yield* keys.revoke(other.id, key.id)).toBe(false)
        expect(yield* keys.revoke(owner.id, ApiKeyId.make(key.id + 1))).toBe(false)
        expect(Option.isSome(yield* keys.authenticate(hash(1)))).toBe(true)
        expect(yield* keys.list(owner.id, wholeList)).toStrictEqual({ entries: [key], total: 1 })
      }),
    )

    it(
      "lists a company's keys, newest first, without the revoked ones",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const first = yield* storeKey(company, 1)
        const revoked = yield* storeKey(company, 2, 1)
        yield* storeKey(other, 3, 1)
        const second = yield* storeKey(company, 4, 2)
        const third = yield* storeKey(company, 5, 2)
        yield* keys.revoke(company, revoked.id)
        expect(yield* keys.list(company, wholeList)).toStrictEqual({ entries: [third, second, first], total: 3 })
        expect(yield* keys.list(company, page(1, 2))).toStrictEqual({ entries: [third, second], total: 3 })
        expect(yield* keys.list(company, page(2, 2))).toStrictEqual({ entries: [first], total: 3 })
        expect(yield* keys.list(company, page(3, 2))).toStrictEqual({ entries: [], total: 3 })
      }),
    )

    it(
      "stores a key without scopes, and one without expiry",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const { id: company } = yield* storeCompany()
        const details: Omit<ApiKey, "id"> = { ...numberedKey(company, 1), scopes: [], expiresAt: null }
        const key = yield* keys.add(details)
        expect(key).toStrictEqual({ id: key.id, ...details })
        expect(yield* keys.list(company, wholeList)).toStrictEqual({ entries: [key], total: 1 })
      }),
    )

    it(
      "finds an expired key: the caller compares it with the clock",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const { id: company } = yield* storeCompany()
        const key = yield* keys.add({ ...numberedKey(company, 1), expiresAt: later(-1) })
        expect(Option.getOrThrow(yield* keys.authenticate(hash(1))).key).toStrictEqual(key)
      }),
    )

    it(
      "records the last uses of keys of all companies together, and never an earlier time",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const first = yield* storeKey(company, 1)
        const second = yield* storeKey(other, 2)
        const unused = yield* storeKey(company, 3)
        const absent = ApiKeyId.make(unused.id + 1)
        yield* keys.recordUses([])
        yield* keys.recordUses([
          { company: other, id: second.id, at: later(20) },
          { company, id: first.id, at: later(10) },
          { company, id: absent, at: later(10) },
          { company: other, id: unused.id, at: later(10) },
        ])
        yield* keys.recordUses([
          { company, id: first.id, at: later(30) },
          { company: other, id: second.id, at: later(19) },
        ])
        expect(yield* keys.list(company, wholeList)).toStrictEqual({
          entries: [unused, { ...first, lastUsedAt: later(30) }],
          total: 2,
        })
        const found = Option.getOrThrow(yield* keys.authenticate(hash(2)))
        expect(found.key).toStrictEqual({ ...second, lastUsedAt: later(20) })
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const key = yield* storeKey(company, 1)
        const unit = Effect.gen(function* () {
          yield* keys.revoke(company, key.id)
          yield* storeKey(company, 2)
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(yield* keys.list(company, wholeList)).toStrictEqual({ entries: [key], total: 1 })
        expect(Option.isSome(yield* keys.authenticate(hash(1)))).toBe(true)
        expect(Option.isNone(yield* keys.authenticate(hash(2)))).toBe(true)
      }),
    )

    hidesRunningUnits(store, storeCompany(), ({ id: company }) => ({
      write: (n) => storeKey(company, n),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(ApiKeyRepository, (all) => all.authenticate(hash(n))),
          Option.isSome,
        ),
    }))
  })
}

const hash = (n: number): ApiKeyHash => ApiKeyHash.make(n.toString(16).padStart(64, "0"))

const numberedKey = (company: CompanyId, n: number, millis = 0): Omit<ApiKey, "id"> => ({
  company,
  name: `Chave "nº ${n}"`,
  hash: hash(n),
  lastDigits: String(n).padStart(4, "0"),
  scopes: ["orders:read", "orders:refund"],
  expiresAt: later(1_000),
  lastUsedAt: null,
  createdAt: later(millis),
})

const storeKey = Effect.fnUntraced(function* (company: CompanyId, n: number, millis = 0) {
  const keys = yield* ApiKeyRepository
  return yield* keys.add(numberedKey(company, n, millis))
})
