/**
 * Customers in SQL: one per company and document.
 */
import { inCompany } from "@vintem/domain/access"
import { emailKey } from "@vintem/domain/customer"
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { type CustomerFilter, CustomerRepository, type PageRequest } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { customerFromRow } from "./customer-row.ts"
import { customerWriting } from "./customer-writing.ts"

export const layer = Layer.effect(
  CustomerRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const writing = customerWriting(executor.dialect)

    return CustomerRepository.of({
      register: (customer) => executor.run("customers.register", () => writing.register(customer)),
      put: (customer) => executor.run("customers.put", () => writing.put(customer)),
      find: (company: CompanyId, id: CustomerId) =>
        Effect.flatMap(
          executor.read(
            "customers.find",
            build.selectFrom("customer").selectAll().where("id", "=", id).where("company_id", "=", company).compile(),
          ),
          ([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(customerFromRow("customers.find", row))),
        ),
      list: (company: CompanyId, { document, email }: CustomerFilter, page: PageRequest) => {
        const ofCompany = build.selectFrom("customer").where((e) =>
          e.and({
            company_id: company,
            ...(document === undefined ? {} : { document }),
            ...(email === undefined ? {} : { email_key: emailKey(email) }),
          }),
        )
        return readUncountedPage(
          executor,
          inCompany(company),
          "customers.list",
          {
            count: ofCompany.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              ofCompany.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => customerFromRow("customers.list", row),
        )
      },
    })
  }),
)
