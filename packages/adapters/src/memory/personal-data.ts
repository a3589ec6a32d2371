/**
 * Shows and erases all data of one customer in memory.
 */
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { isErasedPerson } from "@vintem/domain/personal-data"
import { type ErasedCustomer, type Erasure, type ErasureSteps, PersonalData, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { pageOf } from "./page-of.ts"
import { eraseNow } from "./person-erasure.ts"
import { glanceAt, oldestFirst, recordsOf, surveyOf } from "./person-records.ts"
import { compositeKey, Tables } from "./tables.ts"
import * as UnitOfWorkMemory from "./unit-of-work.ts"

export const layer = Layer.effect(
  PersonalData,
  Effect.gen(function* () {
    const tables = yield* Tables
    const { commit } = yield* UnitOfWork
    const { customers, erasures, erasuresBegun, orders } = tables

    const ownCustomer = (company: CompanyId, id: CustomerId) =>
      Option.filter(Option.fromUndefinedOr(customers.get(id)), (customer) => customer.company === company)

    /** Here an erasure has only one piece. */
    const erase = <R>(erasure: Erasure, { ended, orders: erased, scopeOfLink, scopes }: ErasureSteps<R>) =>
      Effect.gen(function* () {
        const { company, customer } = erasure
        const key = compositeKey(company, customer)
        const begun = erasuresBegun.get(key)
        const found = Option.getOrNull(ownCustomer(company, customer))
        if (begun === undefined || found === null) return null
        const records = recordsOf(tables, found)
        const more = yield* erased(records.orders.map(({ order }) => order.details))
        const ofLinks = records.links.map(({ details }) => scopeOfLink(details))
        const counts = eraseNow(tables, records, erasure, [...scopes, ...more, ...ofLinks])
        erasuresBegun.remove(key)
        note({ company, customer, at: begun.at })
        yield* ended({ at: begun.at, counts })
        return { at: begun.at, counts }
      })

    const note = (erased: ErasedCustomer): void => erasures.put(compositeKey(erased.company, erased.customer), erased)

    const isThereAgain = ({ company, customer: id }: ErasedCustomer): boolean => {
      const customer = customers.get(id)
      if (customer?.company !== company) return false
      return (
        !isErasedPerson(customer.details) ||
        orders
          .newestFirst()
          .some(({ order: { details } }) => details.customerId === id && !isErasedPerson(details.customer))
      )
    }

    return PersonalData.of({
      begin: (erasure) =>
        Effect.sync(() => {
          const { company, customer } = erasure
          if (Option.isNone(ownCustomer(company, customer))) return false
          const key = compositeKey(company, customer)
          if (!erasuresBegun.has(key)) erasuresBegun.put(key, erasure)
          return true
        }),
      isUnderWay: (company, customer) => Effect.sync(() => erasuresBegun.has(compositeKey(company, customer))),
      survey: (company, id) =>
        Effect.sync(() => Option.map(ownCustomer(company, id), (customer) => surveyOf(tables, customer))),
      orders: (company, id, { after, limit }) =>
        Effect.sync(() =>
          Option.match(ownCustomer(company, id), {
            onNone: () => [],
            onSome: (customer) =>
              recordsOf(tables, customer)
                .orders.filter((stored) => stored.id > after)
                .slice(0, limit),
          }),
        ),
      beside: (company, id) =>
        Stream.suspend(() =>
          Option.match(ownCustomer(company, id), {
            onNone: () => Stream.empty,
            onSome: (customer) => {
              const { cards, entries, links: own, subscriptions: begun } = recordsOf(tables, customer)
              return Stream.make({ subscriptions: begun, links: own, entries, cards })
            },
          }),
        ),
      glance: (company, id, limit) =>
        Effect.sync(() => Option.map(ownCustomer(company, id), (customer) => glanceAt(tables, customer, limit))),
      erase: (erasure, steps) => commit(erase(erasure, steps)),
      note: (all) => Effect.sync(() => all.forEach(note)),
      erased: (page) =>
        Effect.sync(() =>
          pageOf(
            erasures
              .newestFirst()
              .toSorted(
                (one, other) => other.at - one.at || other.company - one.company || other.customer - one.customer,
              ),
            page,
          ),
        ),
      toRepeat: (limit) =>
        Effect.sync(() =>
          oldestFirst(erasures)
            .filter((one) => isThereAgain(one) && !erasuresBegun.has(compositeKey(one.company, one.customer)))
            .toSorted((one, other) => one.company - other.company || one.customer - other.customer)
            .slice(0, limit),
        ),
    })
  }),
).pipe(Layer.provide(UnitOfWorkMemory.layer))
