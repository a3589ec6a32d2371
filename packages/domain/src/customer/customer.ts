// The customer of an order: who pays, and how to reach them.
import * as Schema from "effect/Schema"
import { Document } from "../documents/document.ts"
import { Email } from "./email.ts"
import { FullName } from "./full-name.ts"
import { Telephone } from "./telephone.ts"

/** A customer's data at the time of an order. A later order may have other data. */
export const CustomerDetails = Schema.Struct({
  fullname: FullName,
  email: Email,
  document: Document,
  telephone: Telephone,
})
export type CustomerDetails = typeof CustomerDetails.Type
