/** The filters of the list of customers. */
import { Email } from "@vintem/domain/customer"
import { Document } from "@vintem/domain/documents"
import type { CustomerFilter } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { queryField } from "../input/query.ts"
import { readDocument, readEmail } from "../input/text.ts"
import { pageField } from "../pagination.ts"

/** All filters must match. Unknown parameters are ignored. */
export const CustomerListQuery = Schema.Struct({
  page: pageField,
  taxvat: queryField(
    Schema.String.annotate({ description: "CPF or CNPJ, with or without punctuation.", examples: ["52998224725"] }),
    Document,
    readDocument,
    (document) => document,
  ),
  email: queryField(
    Schema.String.annotate({
      description: "The customer's current e-mail. Case does not matter.",
      examples: ["maria@example.com"],
    }),
    Email,
    readEmail,
    (email) => email,
  ),
})
export type CustomerListQuery = typeof CustomerListQuery.Type

/** The store's filter for a query. */
export const customerFilter = ({ email, taxvat }: CustomerListQuery): CustomerFilter => ({
  ...(taxvat === undefined ? {} : { document: taxvat }),
  ...(email === undefined ? {} : { email }),
})
