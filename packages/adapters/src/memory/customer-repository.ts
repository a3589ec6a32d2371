/**
 * Customers in memory.
 */
import { CustomerId, CustomerRepository } from "@vintem/domain"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  CustomerRepository,
  Effect.gen(function* () {
    const { companies, customerByDocument, customers } = yield* Tables

    return CustomerRepository.of({
      put: (customer) =>
        Effect.sync(() => {
          const { company, details } = customer
          const documentKey = compositeKey(company, details.document)
          const knownId = customerByDocument.get(documentKey)
          const known = knownId === undefined ? undefined : customers.get(knownId)
          if (known !== undefined) {
            customers.put(known.id, { ...known, details })
            return known.id
          }

          requireAll([["customer.company exists", companies.has(company)]])
          const id = CustomerId.make(customers.size + 1)
          customers.put(id, { id, ...customer })
          customerByDocument.put(documentKey, id)
          return id
        }),

      find: (company, id) =>
        Effect.sync(() =>
          Option.fromUndefinedOr(customers.get(id)).pipe(Option.filter((customer) => customer.company === company)),
        ),

      list: (company, page) =>
        Effect.sync(() =>
          pageOf(
            customers.newestFirst().filter((customer) => customer.company === company),
            page,
          ),
        ),
    })
  }),
)
