/**
 * Customers in SQL: one per company and document.
 */
import { inCompany } from "@vintem/domain/access"
import { Instant } from "@vintem/domain/calendar"
import { CustomerDetails, emailKey } from "@vintem/domain/customer"
import { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import {
  type Customer,
  type CustomerFilter,
  CustomerRepository,
  type PageRequest,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { Effect, Layer, Schema } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { type Procedure, read, write } from "../engine/procedure.ts"
import { readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  CustomerRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const upsert = preparedQuery<Omit<CustomerRow, "id">, { id: number }>((value) =>
      build
        .insertInto("customer")
        .values({
          company_id: value("company_id"),
          token: value("token"),
          document: value("document"),
          fullname: value("fullname"),
          email: value("email"),
          email_key: value("email_key"),
          telephone: value("telephone"),
          created_at: value("created_at"),
        })
        .onConflict((conflict) =>
          conflict.columns(["company_id", "document"]).doUpdateSet((e) => ({
            fullname: e.ref("excluded.fullname"),
            email: e.ref("excluded.email"),
            email_key: e.ref("excluded.email_key"),
            telephone: e.ref("excluded.telephone"),
          })),
        )
        .returning("id"),
    )

    const insertNew = preparedQuery<Omit<CustomerRow, "id">, { id: number }>((value) =>
      build
        .insertInto("customer")
        .values({
          company_id: value("company_id"),
          token: value("token"),
          document: value("document"),
          fullname: value("fullname"),
          email: value("email"),
          email_key: value("email_key"),
          telephone: value("telephone"),
          created_at: value("created_at"),
        })
        .onConflict((conflict) => conflict.columns(["company_id", "document"]).doNothing())
        .returning("id"),
    )

    /** Whoever erases the customer waits until the unit ends that has found them: what it adds for them is erased, too. */
    const selectByDocument = preparedQuery<{ company_id: number; document: string }, KnownCustomer>((value) =>
      executor.dialect.lockForKeyShare(
        build
          .selectFrom("customer")
          .select(["id", "fullname", "email", "telephone"])
          .where("company_id", "=", value("company_id"))
          .where("document", "=", value("document")),
      ),
    )

    /** The insertion waits for a concurrent one of the same document: the read after it sees that customer. */
    function* register(customer: Omit<Customer, "id">): Procedure<CustomerId> {
      const known = selectByDocument({ company_id: customer.company, document: customer.details.document })
      const [before] = yield* read(known)
      if (before !== undefined) return CustomerId.make(before.id)
      const [added] = (yield* write(insertNew(rowOf(customer)))).rows
      const [row] = added === undefined ? yield* read(known) : [added]
      if (row === undefined) throw new Error("A customer that could not be added is there.")
      return CustomerId.make(row.id)
    }

    /** Most of those who come again say what they said before: then there is nothing to write. */
    function* put(customer: Omit<Customer, "id">): Procedure<CustomerId> {
      const { company: company_id, details } = customer
      const [known] = yield* read(selectByDocument({ company_id, document: details.document }))
      if (known !== undefined && isSame(known, details)) return CustomerId.make(known.id)
      const [row] = (yield* write(upsert(rowOf(customer)))).rows
      if (row === undefined) throw new Error("insert … returning gave no row")
      return CustomerId.make(row.id)
    }

    return CustomerRepository.of({
      register: (customer) => executor.run("customers.register", () => register(customer)),
      put: (customer) => executor.run("customers.put", () => put(customer)),
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

/** What a customer of a document is known by, and all that may change. */
type KnownCustomer = Pick<CustomerRow, "id" | "fullname" | "email" | "telephone">

const isSame = (known: KnownCustomer, { fullname, email, telephone }: CustomerDetails): boolean =>
  known.fullname === fullname && known.email === email && known.telephone === telephone

/** The table whole. */
export interface CustomerRow {
  readonly id: number
  readonly company_id: number
  readonly token: string
  readonly document: string
  readonly fullname: string
  readonly email: string
  readonly email_key: string
  readonly telephone: string
  readonly created_at: number
}

const rowOf = ({ company, token, details, createdAt }: Omit<Customer, "id">): Omit<CustomerRow, "id"> => ({
  company_id: company,
  token,
  created_at: createdAt,
  ...details,
  email_key: emailKey(details.email),
})

const readCustomer = readerOf(
  Schema.Struct({
    id: CustomerId,
    company: CompanyId,
    token: Schema.String,
    details: CustomerDetails,
    createdAt: Instant,
  }),
)

/** A row as the customer it is of. */
export const customerFromRow = (operation: string, row: CustomerRow): Effect.Effect<Customer, StorageUnavailable> =>
  readCustomer(operation, `Customer ${row.id}`, {
    id: row.id,
    company: row.company_id,
    token: row.token,
    details: { fullname: row.fullname, email: row.email, document: row.document, telephone: row.telephone },
    createdAt: row.created_at,
  })
