/** The contract of every store of companies. */

import { HexColor, SiteOrigin } from "@vintem/domain/company"
import { FeeSchedule } from "@vintem/domain/fees"
import { CompanyCode, CompanyId } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { CompanyRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { describe, expect } from "vitest"
import { exampleCompany } from "../company/example-company.ts"
import { hidesRunningUnits, joinsUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { exampleDocument, later, page, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const companyRepositoryContract = (
  name: string,
  layer: Layer.Layer<CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`CompanyRepository: ${name}`, () => {
    it(
      "returns every field of a company as it was added",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const full = exampleCompany({
          name: 'Padaria "Água & Sal" 🥖',
          document: exampleDocument(1),
          city: "Brasília",
          logoUrl: "https://example.com/logo.png?a=1&b=%C3%A3",
          underModeration: true,
          blockCloud: false,
          fees: otherFees,
          minimumInstallment: centavos(1_000),
          pages: {
            language: "en",
            bgColor: HexColor.make("#0B6e4F"),
            redirectAfterSuccess: "https://loja.example.com/obrigado?a=1&b=%C3%A3",
            site: SiteOrigin.make("https://loja.example.com:8443"),
            receipts: "all",
          },
          createdAt: later(1),
        })
        for (const details of [full, exampleCompany(), exampleCompany({ blockCloud: true })]) {
          const company = yield* companies.add(details)
          expect(company).toStrictEqual({ id: company.id, code: company.code, ...details })
          expect(Option.getOrNull(yield* companies.find(company.id))).toStrictEqual(company)
        }
      }),
    )

    it(
      "gives each company its own code, and finds the company by it",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const all = yield* Effect.forEach(Array.from({ length: 50 }), () => storeCompany())
        expect(new Set(all.map(({ code }) => code)).size).toBe(all.length)
        for (const company of all) {
          expect(Schema.is(CompanyCode)(company.code)).toBe(true)
          expect(Option.getOrNull(yield* companies.findByCode(company.code))).toStrictEqual(company)
        }
      }),
    )

    it(
      "draws another code if the first one is taken",
      Effect.gen(function* () {
        const seeded = Effect.map(Random.withSeed(storeCompany(), "alike"), ({ code }) => code)
        const [first, second] = [yield* seeded, yield* seeded]
        expect(second).not.toBe(first)
      }),
    )

    it(
      "finds no unknown company, neither by id nor by code",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const { id, code } = yield* storeCompany()
        expect(Option.isNone(yield* companies.find(CompanyId.make(id + 1)))).toBe(true)
        expect(Option.isNone(yield* companies.findByCode(anotherThan(code)))).toBe(true)
      }),
    )

    it(
      "replaces the details of a company, and of no other",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const other = yield* storeCompany({ name: "Outra" })
        const company = yield* storeCompany({ document: exampleDocument(1), logoUrl: "https://example.com/a.png" })
        const next = {
          ...company,
          ...exampleCompany({
            name: "Nova",
            blockCloud: true,
            minimumInstallment: centavos(1),
            createdAt: company.createdAt,
          }),
        }
        expect(yield* companies.save(next)).toBe(true)
        expect(Option.getOrNull(yield* companies.find(company.id))).toStrictEqual(next)
        expect(Option.getOrNull(yield* companies.findByCode(company.code))).toStrictEqual(next)
        expect(Option.getOrNull(yield* companies.find(other.id))).toStrictEqual(other)
      }),
    )

    it(
      "keeps a company's code, whatever is saved",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const company = yield* storeCompany()
        const code = anotherThan(company.code)
        expect(yield* companies.save({ ...company, code, name: "Nova" })).toBe(true)
        const saved = { ...company, name: "Nova" }
        expect(Option.getOrNull(yield* companies.find(company.id))).toStrictEqual(saved)
        expect(Option.getOrNull(yield* companies.findByCode(company.code))).toStrictEqual(saved)
        expect(Option.isNone(yield* companies.findByCode(code))).toBe(true)
      }),
    )

    it(
      "saves no unknown company",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const company = yield* storeCompany()
        const code = anotherThan(company.code)
        const stranger = { ...company, id: CompanyId.make(company.id + 1), code, name: "Ninguém" }
        expect(yield* companies.save(stranger)).toBe(false)
        expect(yield* companies.list(wholeList)).toStrictEqual({ entries: [company], total: 1 })
      }),
    )

    it(
      "lists the newest first, and those of one millisecond by their order",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const first = yield* storeCompany({ createdAt: later(0) })
        const second = yield* storeCompany({ createdAt: later(1) })
        const third = yield* storeCompany({ createdAt: later(1) })
        expect(yield* companies.list(wholeList)).toStrictEqual({ entries: [third, second, first], total: 3 })
      }),
    )

    it(
      "lists page by page, with the total on each, and nothing past the end",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const [a, b, c] = [yield* storeCompany(), yield* storeCompany(), yield* storeCompany()]
        expect(yield* companies.list(page(1, 2))).toStrictEqual({ entries: [c, b], total: 3 })
        expect(yield* companies.list(page(2, 2))).toStrictEqual({ entries: [a], total: 3 })
        expect(yield* companies.list(page(3, 2))).toStrictEqual({ entries: [], total: 3 })
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const company = yield* storeCompany()
        const unit = Effect.gen(function* () {
          yield* companies.save({ ...company, name: "Nova" })
          const { code } = yield* storeCompany()
          expect(Option.isSome(yield* companies.findByCode(code))).toBe(true)
          return yield* Effect.fail(code)
        })
        const code = yield* Effect.flip(units.commit(unit))
        expect(Option.isNone(yield* companies.findByCode(CompanyCode.make(`${code}`)))).toBe(true)
        expect(Option.getOrNull(yield* companies.findByCode(company.code))).toStrictEqual(company)
        expect(yield* companies.list(wholeList)).toStrictEqual({ entries: [company], total: 1 })
      }),
    )

    joinsUnits(store, {
      write: (n) => storeCompany({ name: `${n}` }),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(CompanyRepository, (companies) => companies.list(wholeList)),
          ({ entries }) => entries.some(({ name }) => name === `${n}`),
        ),
    })

    hidesRunningUnits(store, Effect.void, () => ({
      write: (n) => storeCompany({ name: `${n}` }),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(CompanyRepository, (all) => all.list(wholeList)),
          ({ total }) => total >= n,
        ),
    }))
  })
}

/** Another code. */
const anotherThan = (code: CompanyCode): CompanyCode => CompanyCode.make(code === "zzzzzz" ? "000000" : "zzzzzz")

/** Every field differs from a new company's. */
const otherFees = Schema.decodeSync(FeeSchedule)({
  pix: { percent: 1, fixed: 2 },
  bank_slip: { percent: 3, fixed: 4 },
  credit: [
    { upTo: 3, percent: 5, fixed: 6 },
    { upTo: 12, percent: 7, fixed: 8 },
  ],
  interest: 9,
})
