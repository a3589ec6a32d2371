/**
 * The prefilled payer fields that find links and batch entries. Indexes are made of exactly these expressions.
 */
import { type RawBuilder, sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"

/** The paths of these fields. */
export type PrefilledTable = "payment_link_event" | "batch_item"

/** The document, or the key of the e-mail address. */
export const prefilledIn = (
  { placeText }: Pick<Dialect, "placeText">,
  table: PrefilledTable,
  part: "document" | "email",
): RawBuilder<string | null> => {
  const text = table === "payment_link_event" ? placeText("body", "terms", "customer", part) : placeText("entry", part)
  return part === "email" ? sql`lower(${text})` : text
}
