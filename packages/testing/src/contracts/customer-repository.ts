/** The contract of every store of customers. */

import { type CustomerDetails, parseEmail, parseFullName, parseTelephone } from "@vintem/domain/customer"
import { type CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { type CompanyRepository, type CustomerFilter, CustomerRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { describe, expect } from "vitest"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import {
  exampleDocument,
  exampleUuid,
  later,
  numberedCustomer,
  page,
  storeCompany,
  wholeList,
} from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const customerRepositoryContract = (
  name: string,
  layer: Layer.Layer<CustomerRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`CustomerRepository: ${name}`, () => {
    it(
      "returns every field of a customer as it was put",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const { id: company } = yield* storeCompany()
        const customer = { ...numberedCustomer(company, 1), details: otherDetails(1), createdAt: later(1) }
        const id = yield* customers.put(customer)
        expect(Option.getOrNull(yield* customers.find(company, id))).toStrictEqual({ id, ...customer })
      }),
    )

    it(
      "stores one customer for each document: a second put replaces the details, and keeps id, token and age",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const { id: company } = yield* storeCompany()
        const id = yield* customers.put(numberedCustomer(company, 1))
        const again = { company, token: exampleUuid(2), details: otherDetails(1), createdAt: later(1) }
        expect(yield* customers.put(again)).toBe(id)
        const kept = { id, ...numberedCustomer(company, 1), details: otherDetails(1) }
        expect(Option.getOrNull(yield* customers.find(company, id))).toStrictEqual(kept)
        expect(yield* customers.list(company, {}, wholeList)).toStrictEqual({ entries: [kept], total: 1 })
      }),
    )

    it(
      "registers a customer with a new document, with every field",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const id = yield* customers.put(numberedCustomer(company, 1))
        const next = { ...numberedCustomer(company, 2), details: otherDetails(2), createdAt: later(1) }
        const second = yield* customers.register(next)
        expect(Option.getOrNull(yield* customers.find(company, second))).toStrictEqual({ id: second, ...next })
        const elsewhere = yield* customers.register({ ...numberedCustomer(other, 3), details: otherDetails(1) })
        expect(new Set([id, second, elsewhere]).size).toBe(3)
      }),
    )

    it(
      "registers no customer twice: a known document returns the known customer, unchanged",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const { id: company } = yield* storeCompany()
        const put = yield* customers.put(numberedCustomer(company, 1))
        const registered = yield* customers.register(numberedCustomer(company, 2))
        const before = yield* customers.list(company, {}, wholeList)
        const again = (n: number) => ({
          company,
          token: exampleUuid(n + 10),
          details: otherDetails(n),
          createdAt: later(1),
        })
        expect(yield* customers.register(again(1))).toBe(put)
        expect(yield* customers.register(again(2))).toBe(registered)
        expect(yield* customers.list(company, {}, wholeList)).toStrictEqual(before)
      }),
    )

    it(
      "replaces the details of a registered customer in a put",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const { id: company } = yield* storeCompany()
        const id = yield* customers.register(numberedCustomer(company, 1))
        expect(yield* customers.put({ ...numberedCustomer(company, 1), details: otherDetails(1) })).toBe(id)
        const kept = { id, ...numberedCustomer(company, 1), details: otherDetails(1) }
        expect(Option.getOrNull(yield* customers.find(company, id))).toStrictEqual(kept)
      }),
    )

    it(
      "distinguishes documents, and companies with customers of one document",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const id = yield* customers.put(numberedCustomer(company, 1))
        const ids = [
          id,
          yield* customers.put(numberedCustomer(company, 2)),
          yield* customers.put({ ...numberedCustomer(other, 3), details: otherDetails(1) }),
        ]
        expect(new Set(ids).size).toBe(3)
        const untouched = { id, ...numberedCustomer(company, 1) }
        expect(Option.getOrNull(yield* customers.find(company, id))).toStrictEqual(untouched)
      }),
    )

    it(
      "shows no company another one's customer",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const id = yield* customers.put(numberedCustomer(company, 1))
        expect(Option.isNone(yield* customers.find(other, id))).toBe(true)
        expect(Option.isNone(yield* customers.find(company, CustomerId.make(id + 1)))).toBe(true)
        expect(yield* customers.list(other, {}, wholeList)).toStrictEqual({ entries: [], total: 0 })
      }),
    )

    it(
      "lists a company's customers page by page, newest first; a put makes none newer",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const put = Effect.fnUntraced(function* (owner: CompanyId, n: number, millis: number) {
          const customer = { ...numberedCustomer(owner, n), createdAt: later(millis) }
          return { id: yield* customers.put(customer), ...customer }
        })
        const first = yield* put(company, 1, 0)
        yield* put(other, 2, 1)
        const second = yield* put(company, 3, 2)
        const third = yield* put(company, 4, 2)
        yield* put(company, 1, 3)
        expect(yield* customers.list(company, {}, wholeList)).toStrictEqual({
          entries: [third, second, first],
          total: 3,
        })
        expect(yield* customers.list(company, {}, page(1, 2))).toStrictEqual({ entries: [third, second], total: 3 })
        expect(yield* customers.list(company, {}, page(2, 2))).toStrictEqual({ entries: [first], total: 3 })
        expect(yield* customers.list(company, {}, page(3, 2))).toStrictEqual({ entries: [], total: 3 })
      }),
    )

    it(
      "filters the list by document, or by current e-mail in any case",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const first = yield* customers.put({ ...numberedCustomer(company, 1), details: otherDetails(1) })
        yield* customers.put({ ...numberedCustomer(other, 2), details: otherDetails(1) })
        const second = yield* customers.put({ ...numberedCustomer(company, 3), details: otherDetails(3) })
        const third = yield* customers.put({ ...numberedCustomer(company, 4), details: otherDetails(4) })
        yield* customers.put(numberedCustomer(company, 4))
        const found = Effect.fnUntraced(function* (filter: CustomerFilter) {
          const { entries, total } = yield* customers.list(company, filter, wholeList)
          expect(total).toBe(entries.length)
          return entries.map(({ id }) => id)
        })
        const email = Result.getOrThrow(parseEmail("joao+COMPRAS@example.com"))
        expect(yield* found({ email })).toStrictEqual([second, first])
        expect(yield* found({ document: exampleDocument(4) })).toStrictEqual([third])
        expect(yield* found({ document: exampleDocument(3), email })).toStrictEqual([second])
        expect(yield* found({ document: exampleDocument(4), email })).toStrictEqual([])
        expect(yield* customers.list(company, { email }, page(2, 1))).toMatchObject({
          entries: [{ id: first }],
          total: 2,
        })
      }),
    )

    it(
      "uniqueness: however many put one document concurrently, there is one customer",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const ids = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, n) => n),
          (n) => units.commit(customers.put({ ...numberedCustomer(company, 1), token: exampleUuid(n) })),
          { concurrency: "unbounded" },
        )
        expect(new Set(ids).size).toBe(1)
        expect((yield* customers.list(company, {}, wholeList)).total).toBe(1)
      }),
    )

    it(
      "uniqueness: however many put and register one document concurrently, there is one customer, with the last put's details",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const ids = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, n) => n),
          (n) => {
            const customer = { ...numberedCustomer(company, 1), token: exampleUuid(n) }
            return units.commit(
              n % 2 === 0
                ? customers.put({ ...customer, details: otherDetails(1) })
                : customers.register({ ...customer, details: numberedCustomer(company, 1).details }),
            )
          },
          { concurrency: "unbounded" },
        )
        expect(new Set(ids).size).toBe(1)
        const { entries } = yield* customers.list(company, {}, wholeList)
        expect(entries.map(({ details }) => details)).toStrictEqual([otherDetails(1)])
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const id = yield* customers.put(numberedCustomer(company, 1))
        const unit = Effect.gen(function* () {
          yield* customers.put({ ...numberedCustomer(company, 1), details: otherDetails(1) })
          yield* customers.put(numberedCustomer(company, 2))
          yield* customers.register(numberedCustomer(company, 3))
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        const untouched = { id, ...numberedCustomer(company, 1) }
        expect(yield* customers.list(company, {}, wholeList)).toStrictEqual({ entries: [untouched], total: 1 })
        const second = yield* customers.put(numberedCustomer(company, 2))
        expect(Option.isSome(yield* customers.find(company, second))).toBe(true)
      }),
    )

    hidesRunningUnits(store, storeCompany(), ({ id: company }) => ({
      write: (n) => Effect.flatMap(CustomerRepository, (all) => all.put(numberedCustomer(company, n))),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(CustomerRepository, (all) => all.list(company, {}, wholeList)),
          ({ total }) => total >= n,
        ),
    }))
  })
}

/** Every detail that can change differs from `numberedCustomer`. */
const otherDetails = (n: number): CustomerDetails => ({
  fullname: Result.getOrThrow(parseFullName("João d'Ávila 🙂")),
  email: Result.getOrThrow(parseEmail("Joao+compras@example.com")),
  document: exampleDocument(n),
  telephone: Result.getOrThrow(parseTelephone("5532221111")),
})
