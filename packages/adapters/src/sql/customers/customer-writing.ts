/**
 * Adds customers, one per company and document.
 */
import { type CustomerDetails, emailKey } from "@vintem/domain/customer"
import { CustomerId } from "@vintem/domain/identifiers"
import type { Customer } from "@vintem/domain/ports"
import type { Dialect } from "../engine/dialect.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { type Procedure, read, write } from "../engine/procedure.ts"
import type { CustomerRow } from "./customer-row.ts"

export const customerWriting = ({ build, lockForKeyShare }: Dialect) => {
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

  /** An erasure of the customer waits until the unit that found them ends: so it also erases what the unit adds. */
  const selectByDocument = preparedQuery<{ company_id: number; document: string }, KnownCustomer>((value) =>
    lockForKeyShare(
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

  /** Most returning customers give the same details: then there is nothing to write. */
  function* put(customer: Omit<Customer, "id">): Procedure<CustomerId> {
    const { company: company_id, details } = customer
    const [known] = yield* read(selectByDocument({ company_id, document: details.document }))
    if (known !== undefined && isSame(known, details)) return CustomerId.make(known.id)
    const [row] = (yield* write(upsert(rowOf(customer)))).rows
    if (row === undefined) throw new Error("insert … returning gave no row")
    return CustomerId.make(row.id)
  }

  return { put, register }
}

/** The fixed data of a document's customer, and all data that may change. */
type KnownCustomer = Pick<CustomerRow, "id" | "fullname" | "email" | "telephone">

const isSame = (known: KnownCustomer, { fullname, email, telephone }: CustomerDetails): boolean =>
  known.fullname === fullname && known.email === email && known.telephone === telephone

const rowOf = ({ company, token, details, createdAt }: Omit<Customer, "id">): Omit<CustomerRow, "id"> => ({
  company_id: company,
  token,
  created_at: createdAt,
  ...details,
  email_key: emailKey(details.email),
})
