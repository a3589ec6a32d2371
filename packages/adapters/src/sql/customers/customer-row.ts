/**
 * Rows of customers.
 */
import { Instant } from "@vintem/domain/calendar"
import { CustomerDetails } from "@vintem/domain/customer"
import { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import type { Customer, StorageUnavailable } from "@vintem/domain/ports"
import { type Effect, Schema } from "effect"
import { readerOf } from "../engine/stored-value.ts"

/** All columns of the table. */
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

const readCustomer = readerOf(
  Schema.Struct({
    id: CustomerId,
    company: CompanyId,
    token: Schema.String,
    details: CustomerDetails,
    createdAt: Instant,
  }),
)

/** The customer of a row. */
export const customerFromRow = (operation: string, row: CustomerRow): Effect.Effect<Customer, StorageUnavailable> =>
  readCustomer(operation, `Customer ${row.id}`, {
    id: row.id,
    company: row.company_id,
    token: row.token,
    details: { fullname: row.fullname, email: row.email, document: row.document, telephone: row.telephone },
    createdAt: row.created_at,
  })
