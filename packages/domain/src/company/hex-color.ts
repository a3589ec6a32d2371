/**
 * A color as pages are given one.
 */
import * as Schema from "effect/Schema"

/** `#` and three or six hexadecimal digits, upper or lower case; nothing else can come into a page's style by it. */
export const HexColor = Schema.String.check(Schema.isPattern(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/u)).pipe(
  Schema.brand("HexColor"),
)
export type HexColor = typeof HexColor.Type
