/** An issued instrument that a payer pays: a Pix code, or a slip. */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import { type IssuedAs, issuedFields, issuedRules } from "./methods.ts"
import type { IssuedMethod } from "./payment-method.ts"

/** An issued instrument that a payer pays. */
export const Instrument = Schema.TaggedUnion(issuedFields)
export type Instrument = typeof Instrument.Type

/**
 * From this instant on an unpaid instrument counts as expired. This is a guess: a later payment still counts.
 *
 * @see docs/decisions/orders.md#0061
 */
export const instrumentExpiry = <Tag extends IssuedMethod>(instrument: IssuedAs<Tag>): Instant =>
  issuedRules[instrument._tag].expiryOf(instrument)

/** The text that a payer copies: the Pix code, or the slip's line. */
export const instrumentText = <Tag extends IssuedMethod>(instrument: IssuedAs<Tag>): string =>
  issuedRules[instrument._tag].textOf(instrument)

/** The whole instrument as text: only equal instruments have equal texts. */
export const instrumentContent = <Tag extends IssuedMethod>(instrument: IssuedAs<Tag>): string =>
  issuedRules[instrument._tag].contentOf(instrument)
