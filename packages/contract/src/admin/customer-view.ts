/**
 * A customer as the administration lists it.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { formatTelephone } from "@vintem/domain/customer"
import { formatDocument } from "@vintem/domain/documents"
import type { Customer } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { TimestampView } from "../order/timestamp-view.ts"
import { exampleCustomer } from "./example-customer.ts"

export const CustomerView = Schema.Struct({
  id: Schema.Int.annotate({ description: "`customer.id` of a single order refers to it." }),
  token: Schema.String.annotate({ format: "uuid" }),
  fullname: Schema.String,
  email: Schema.String,
  taxvat: Schema.String,
  telephone: Schema.String,
  created_at: TimestampView,
}).annotate({
  identifier: "Customer",
  examples: [exampleCustomer],
})
export type CustomerView = typeof CustomerView.Type

export const customerView = ({ id, token, details, createdAt }: Customer): CustomerView => ({
  id,
  token,
  fullname: details.fullname,
  email: details.email,
  taxvat: formatDocument(details.document),
  telephone: formatTelephone(details.telephone),
  created_at: saoPauloTimestamp(createdAt),
})
