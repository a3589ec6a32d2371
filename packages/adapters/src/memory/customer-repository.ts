/**
 * Customers in memory.
 */
import { emailKey } from "@vintem/domain/customer"
import { CustomerId } from "@vintem/domain/identifiers"
import { type Customer, CustomerRepository } from "@vintem/domain/ports"
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

    const ofDocument = ({ company, details }: Omit<Customer, "id">): Customer | undefined => {
      const id = customerByDocument.get(compositeKey(company, details.document))
      return id === undefined ? undefined : customers.get(id)
    }

    const add = (customer: Omit<Customer, "id">): CustomerId => {
      requireAll([["customer.company exists", companies.has(customer.company)]])
      const id = CustomerId.make(customers.size + 1)
      customers.put(id, { id, ...customer })
      customerByDocument.put(compositeKey(customer.company, customer.details.document), id)
      return id
    }

    return CustomerRepository.of({
      put: (customer) =>
        Effect.sync(() => {
          const known = ofDocument(customer)
          if (known === undefined) return add(customer)
          customers.put(known.id, { ...known, details: customer.details })
          return known.id
        }),

      register: (customer) => Effect.sync(() => ofDocument(customer)?.id ?? add(customer)),

      find: (company, id) =>
        Effect.sync(() =>
          Option.fromUndefinedOr(customers.get(id)).pipe(Option.filter((customer) => customer.company === company)),
        ),

      list: (company, { document, email }, page) =>
        Effect.sync(() => {
          const wanted = email === undefined ? undefined : emailKey(email)
          const fits = ({ company: of, details }: Customer): boolean =>
            of === company &&
            (document === undefined || details.document === document) &&
            (wanted === undefined || emailKey(details.email) === wanted)
          return pageOf(customers.newestFirst().filter(fits), page)
        }),
    })
  }),
)
