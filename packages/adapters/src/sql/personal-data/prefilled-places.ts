/**
 * The prefilled payer fields by which links and batch entries are found. Indexes are made of exactly these expressions.
 */
import { type RawBuilder, sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"

/** The document, or the key of the e-mail address. */
export const prefilledIn = (
  { placeText }: Pick<Dialect, "placeText">,
  table: "payment_link_event" | "batch_item",
  part: "document" | "email",
): RawBuilder<string | null> => {
  const text = table === "payment_link_event" ? placeText("body", "terms", "customer", part) : placeText("entry", part)
  return part === "email" ? sql`lower(${text})` : text
}
