// Whom an order names: who pays, and how to reach them.
import * as Schema from "effect/Schema"
import { Document } from "../documents/document.ts"
import { Email } from "./email.ts"
import { FullName } from "./full-name.ts"
import { Telephone } from "./telephone.ts"

/** What is known of a customer at the time of an order; a later order may say otherwise. */
export const CustomerDetails = Schema.Struct({
  fullname: FullName,
  email: Email,
  document: Document,
  telephone: Telephone,
})
export type CustomerDetails = typeof CustomerDetails.Type
