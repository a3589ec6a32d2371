/** The contract of every store of accounts at institutions. */

import { AccountName, type AcquirerAccount, SealedCredentials } from "@vintem/domain/acquirer-account"
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { AcquirerAccountRepository, type CompanyRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { onFreshStore } from "./on-fresh-store.ts"
import { storeCompany } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const acquirerAccountRepositoryContract = (
  name: string,
  layer: Layer.Layer<AcquirerAccountRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const { it } = onFreshStore(layer)

  describe(`AcquirerAccountRepository: ${name}`, () => {
    it(
      "returns an account as it was stored last",
      Effect.gen(function* () {
        const accounts = yield* AcquirerAccountRepository
        const { id: company } = yield* storeCompany()
        const account = example(company, "banco")
        expect(yield* accounts.find(account)).toStrictEqual(Option.none())
        expect(yield* accounts.add(account)).toBe(true)
        expect(yield* accounts.find(account)).toStrictEqual(Option.some(account))
        const rotated: AcquirerAccount = { ...account, ca: null, credentials: sealed("b"), rotatedAt: instant(2_000) }
        yield* accounts.save(rotated)
        expect(yield* accounts.find(account)).toStrictEqual(Option.some(rotated))
      }),
    )

    it(
      "refuses a second account with the name, and keeps the first",
      Effect.gen(function* () {
        const accounts = yield* AcquirerAccountRepository
        const { id: company } = yield* storeCompany()
        const account = example(company, "banco")
        yield* accounts.add(account)
        expect(yield* accounts.add({ ...account, environment: "production" })).toBe(false)
        expect(yield* accounts.list(company)).toStrictEqual([account])
      }),
    )

    it(
      "keeps the accounts of companies and the shared ones apart",
      Effect.gen(function* () {
        const accounts = yield* AcquirerAccountRepository
        const { id: one } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        for (const owner of [other, null, one]) {
          yield* accounts.add(example(owner, "b"))
          yield* accounts.add(example(owner, "a"))
        }
        expect(yield* accounts.owners).toStrictEqual([null, one, other])
        expect(yield* accounts.remove(example(one, "b"))).toBe(true)
        expect(yield* accounts.remove(example(one, "b"))).toBe(false)
        expect(yield* accounts.list(one)).toStrictEqual([example(one, "a")])
        expect(yield* accounts.list(other)).toStrictEqual([example(other, "a"), example(other, "b")])
        expect(yield* accounts.list(null)).toStrictEqual([example(null, "a"), example(null, "b")])
      }),
    )

    it(
      "stores no account that was removed meanwhile",
      Effect.gen(function* () {
        const accounts = yield* AcquirerAccountRepository
        const account = example(null, "banco")
        yield* accounts.add(account)
        yield* accounts.remove(account)
        yield* accounts.save(account)
        expect(yield* accounts.list(null)).toStrictEqual([])
        expect(yield* accounts.owners).toStrictEqual([])
      }),
    )

    it(
      "keeps nothing of a unit that fails",
      Effect.gen(function* () {
        const accounts = yield* AcquirerAccountRepository
        const { commit } = yield* UnitOfWork
        const kept = example(null, "a")
        yield* accounts.add(kept)
        yield* Effect.exit(
          commit(
            Effect.gen(function* () {
              yield* accounts.add(example(null, "b"))
              yield* accounts.remove(kept)
              return yield* Effect.fail("no")
            }),
          ),
        )
        expect(yield* accounts.list(null)).toStrictEqual([kept])
      }),
    )
  })
}

const sealed = (letter: string) => SealedCredentials.make(`keyid123.${letter.repeat(60)}`)

const example = (company: CompanyId | null, name: string): AcquirerAccount => ({
  company,
  name: AccountName.make(name),
  profile: "efi",
  environment: "sandbox",
  baseUrl: "https://pix.example.com/api/v2",
  tokenUrl: "https://pix.example.com/oauth/token",
  ca: "-----BEGIN CERTIFICATE-----",
  credentials: sealed("a"),
  createdAt: instant(1_000),
  rotatedAt: instant(1_000),
})
